"""The rows of a folder, as conformance/avro/README.md describes them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError, closest, reason
from assay.base.files import is_folder

ROWS = CHECKOUT / "conformance" / "avro" / "rows"
# The order in which they are asked: what a library does every day first, what kills it last.
ORDER = ("schemas", "data", "logical", "resolution", "json", "framing", "containers", "hostile")


@dataclass(frozen=True)
class Row:
    """``fields``: the row as its file has it. ``place``: that file and the line."""

    id: str
    fields: dict[str, Any]
    place: str = ""

    @property
    def category(self) -> str:
        return self.id.partition("/")[0]

    def has(self, field: str) -> bool:
        """Whether it has the field, in any of its forms."""
        return any(name in self.fields for name in (field, f"{field}_text", f"{field}_runs"))

    def text(self, field: str) -> str:
        """A field that is a text; of a schema that stands there as JSON, its text."""
        if f"{field}_runs" in self.fields:
            return "".join(part * times for part, times in self.fields[f"{field}_runs"])
        if f"{field}_text" in self.fields:
            return str(self.fields[f"{field}_text"])
        value = self.fields[field]
        return value if isinstance(value, str) and field == "json" else json.dumps(value)

    def bytes(self, field: str) -> bytes:
        """A field of hexadecimal digits."""
        if field in self.fields:
            return bytes.fromhex(self.fields[field])
        return b"".join(bytes.fromhex(part) * times for part, times in self.fields[f"{field}_runs"])

    def accepts(self, reading: str) -> bool:
        """Whether the strict or the lenient reading takes it."""
        return bool(self.fields[reading] == "accept")


@dataclass(frozen=True)
class Rows:
    """``digest``: SHA-256 of the files that they come from, in order."""

    rows: list[Row]
    digest: str


def read(folder: Path, categories: Sequence[str] | None = None) -> Rows:
    """The rows of these categories, or all. AssayError where the folder has none, or a line is no row."""
    files = [path for path in folder.rglob("*.jsonl") if path.is_file()] if is_folder(folder) else []
    if not files:
        raise AssayError(f"{folder}: there are no rows (files *.jsonl) in it")
    known = sorted({_category(folder, path) for path in files}, key=_place)
    for word in categories or ():
        if word not in known:
            raise AssayError(f'unknown category "{word}": {closest(word, known)}')
    wanted = [path for path in files if not categories or _category(folder, path) in categories]
    wanted.sort(key=lambda path: (_place(_category(folder, path)), path))
    digest = hashlib.sha256()
    rows: list[Row] = []
    for path in wanted:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise AssayError(f"{path}: cannot be read: {reason(error)}") from None
        digest.update(content)
        rows += _rows(path, content)
    return Rows(rows, digest.hexdigest())


def _rows(path: Path, content: bytes) -> list[Row]:
    found = []
    for number, line in enumerate(content.split(b"\n"), 1):
        if line:
            place = f"{path}:{number}"
            try:
                found.append(_row(json.loads(line.decode()), place))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise no_row(place, error) from None
    return found


def _row(fields: dict[str, Any], place: str) -> Row:
    if not isinstance(fields["id"], str):
        raise ValueError("its id is no text")
    if not {fields["strict"], fields["lenient"]} <= {"accept", "refuse"}:
        raise ValueError("strict and lenient are accept or refuse")
    return Row(fields["id"], fields, place)


def no_row(place: str, error: Exception) -> AssayError:
    """What is to be said of a line that is no row."""
    words = f'it has no "{error.args[0]}"' if isinstance(error, KeyError) else " ".join(str(error).split())
    return AssayError(f"{place}: not a row: {words or reason(error)}")


def _category(folder: Path, path: Path) -> str:
    return path.relative_to(folder).with_suffix("").parts[0]


def _place(category: str) -> tuple[int, str]:
    return (ORDER.index(category) if category in ORDER else len(ORDER), category)
