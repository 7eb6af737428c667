"""What a library is asked of a row: the same questions for each, by a few functions that it has or has not."""

from __future__ import annotations

import json
from typing import Any, Protocol

from conformance.avro.libraries.reading import Plain, content, same, schema


class Library(Protocol):
    """Values are plain: dicts, lists, bytes. Whatever a function raises is a refusal."""

    name: str

    def parse(self, schema: str) -> Any: ...
    def canonical(self, schema: str) -> str: ...
    def encode(self, schema: str, value: Any) -> bytes: ...
    def decode(self, schema: str, content: bytes, reader: str | None = None) -> tuple[Any, int]:
        """The value, and how many bytes were taken."""
        ...

    def records(self, container: bytes) -> list[Any]: ...


def without_logical(schema: Any) -> Any:
    """The schema by its base types alone."""
    match schema:
        case list():
            return [without_logical(one) for one in schema]
        case dict():
            return {
                key: without_logical(one)
                for key, one in schema.items()
                if key not in ("logicalType", "precision", "scale")
            }
        case _:
            return schema


def ask(library: Library, row: dict[str, Any]) -> str:
    """`agrees`, `refuses` what is valid, `accepts` what is not, or how it `differs`."""
    try:
        wrong = _differs(library, row)
    except RecursionError:
        return "agrees" if row["strict"] == "refuse" else "refuses"
    except MemoryError:
        raise
    except Exception:
        return "agrees" if row["strict"] == "refuse" else "refuses"
    if row["strict"] == "refuse":
        return "agrees by the lenient reading" if row["lenient"] == "accept" and wrong is None else "accepts"
    return wrong or "agrees"


def _differs(library: Library, row: dict[str, Any]) -> str | None:
    if "schema_text" in row or "schema_runs" in row:
        got = library.canonical(schema(row))
        return None if got == row.get("canonical") else f"differs: {got[:80]}"
    if "container" in row or "container_runs" in row:
        records = library.records(content(row, "container"))
        return None if same(records, row.get("records", [])) else "differs"
    if "writer" in row:
        got, _ = library.decode(schema(row, "writer"), content(row, "bytes"), schema(row, "reader"))
        return _compare(row, row["reader"], got)
    base = without_logical(row["schema"]) if "means" in row else row["schema"]
    written = json.dumps(base)
    if row.get("direction") == "encode":
        library.encode(written, _given(base, row["value"]))
        return None
    got, taken = library.decode(written, content(row, "bytes"))
    if row.get("error") == "bytes-left" and taken < len(content(row, "bytes")):
        return None
    chosen = isinstance(base, list) and len(base) > 2  # a plain value does not say which branch it is
    if (wrong := _compare(row, base, got)) or chosen or "direction" in row or row["strict"] == "refuse":
        return wrong
    again = library.encode(written, got)
    return None if again == content(row, "bytes") else f"differs: writes {again.hex()[:80]}"


def _compare(row: dict[str, Any], shape: Any, got: Any) -> str | None:
    if "value" not in row:
        return None
    expected = Plain(shape).value(row["value"])
    return None if same(got, expected) else f"differs: {str(got)[:80]}"


def _given(shape: Any, value: Any) -> Any:
    try:
        return Plain(shape).value(value)
    except (AttributeError, KeyError, TypeError, UnicodeEncodeError, ValueError):
        return value  # it is not of the schema: that is what the row is about
