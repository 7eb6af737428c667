"""Documents become files: written whole or not at all, and laid out so that a line is worth reading.

Numbers are most of a document. A line for each would be most of the file, so the parts of a run's cells (each sample,
the proof) have one line each, and so has what lies as deep in documents of other forms.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from assay.base.errors import AssayError

# Of a sample: it is in a list, which is in a cell, which is in a list, which is in the document.
DEPTH = 4


def write(document: BaseModel, path: Path) -> None:
    """Replace the file at once, so that a reader, or a crash, never meets half a document."""
    half = path.with_name(part(path.name))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_text(text(document.model_dump(mode="json")) + "\n", encoding="utf-8")
        half.replace(path)
    except OSError as error:
        raise AssayError(f"{path}: cannot write the results: {error.strerror}") from None


def part(name: str) -> str:
    """Of the file that is written before it takes the place of the one of that name."""
    return f"{name}.part"


def text(value: Any, depth: int = DEPTH, margin: str = "\n") -> str:
    """JSON with a line for each value down to a depth, and no space in what lies deeper."""
    inner = f"{margin} "
    if isinstance(value, dict) and value and depth:
        pairs = (f"{inner}{_compact(key)}: {text(one, depth - 1, inner)}" for key, one in value.items())
        return "{" + ",".join(pairs) + margin + "}"
    if isinstance(value, list) and value and depth:
        return "[" + ",".join(inner + text(one, depth - 1, inner) for one in value) + margin + "]"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
