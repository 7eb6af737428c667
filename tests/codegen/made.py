"""Schemas made by hypothesis, a fixed number of them, for compilers that had rather see many at once."""

from __future__ import annotations

from typing import Any

from data.schemas import schema_documents
from hypothesis import given, settings


def made_schemas(count: int) -> list[Any]:
    """``count`` schema documents, the same in every run."""
    found: list[Any] = []

    @settings(max_examples=count)
    @given(schema_documents())
    def collect(document: Any) -> None:
        found.append(document)

    collect()
    return found[:count]
