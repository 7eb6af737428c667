"""What a format's reference gives: bytes from plain values, and back."""

from __future__ import annotations

from typing import Any, Protocol

from assay.data.reference import Undecodable

__all__ = ["Codec", "Inexpressible", "Undecodable"]


class Codec(Protocol):
    """The reference of one format for one schema. Plain values are those of `assay.data.canonical`."""

    def encode(self, value: Any) -> bytes:
        """The bytes of a plain value; Inexpressible where the format has no form for it."""
        ...

    def decode(self, data: bytes) -> Any:
        """The plain value of the bytes; Undecodable where they do not hold exactly one."""
        ...


class Inexpressible(ValueError):
    """A value that a format has no form for."""
