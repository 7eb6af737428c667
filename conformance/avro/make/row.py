"""A row: what it shows, the input, and what to do with it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ACCEPT, REFUSE = "accept", "refuse"


@dataclass(frozen=True)
class Row:
    """``form`` are the fields that only rows of its file have: a schema, bytes, a value.

    ``strict`` and ``lenient`` are verdicts. Of a row that is refused ``error`` is the class, and of one that only the
    lenient reading accepts, the class for the strict one.
    """

    name: str
    shows: str
    spec: str
    form: dict[str, Any]
    strict: str = ACCEPT
    lenient: str = ""
    error: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    def line(self, prefix: str) -> str:
        verdicts = {"strict": self.strict, "lenient": self.lenient or self.strict}
        error = {"error": self.error} if self.error else {}
        whole = {"id": f"{prefix}/{self.name}", "shows": self.shows, "spec": self.spec, **self.form, **verdicts}
        return json.dumps(whole | error | self.extra, ensure_ascii=False, separators=(",", ":"))


def write(folder: Path, prefix: str, rows: Iterable[Row]) -> int:
    """Write a file of rows; how many there are. Names are unique, and a refusal has a class."""
    rows = list(rows)
    names = [row.name for row in rows]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"{prefix}: more than one row of the name {', '.join(sorted(twice))}")
    for row in rows:
        if (REFUSE in (row.strict, row.lenient)) != (row.error is not None):
            raise ValueError(f"{prefix}/{row.name}: a refusal and an error class belong together")
    path = folder / f"{prefix}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(row.line(prefix) + "\n" for row in rows), encoding="utf-8")
    return len(rows)
