"""What is said of a value that its type does not allow."""

from __future__ import annotations

from typing import Any


class Misfit(ValueError):
    """A value that its schema does not allow. ``path`` says where, outermost step first."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.path: list[str] = []

    def inside(self, step: str) -> Misfit:
        self.path.insert(0, step)
        return self

    def __str__(self) -> str:
        place = "".join(self.path).lstrip(".")
        return f"{place}: {self.message}" if place else self.message


def found(value: Any) -> str:
    """How a value is named in a message: its type, and its text where that is short."""
    text = repr(value)
    name = type(value).__name__
    return f"{name} {text}" if len(text) <= 40 else name
