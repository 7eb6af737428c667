"""The rows as Python has them: whole inputs, and plain values out of the notation of Avro's JSON encoding."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

ROWS = Path(__file__).parents[1] / "rows"
PRIMITIVES = {"null", "boolean", "int", "long", "float", "double", "bytes", "string"}


def read(name: str) -> list[dict[str, Any]]:
    """The rows of a file, as in ``hostile/blocks``."""
    text = (ROWS / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]  # not by splitlines: texts hold U+0085


def names() -> list[str]:
    return sorted(path.relative_to(ROWS).with_suffix("").as_posix() for path in ROWS.rglob("*.jsonl"))


def content(row: dict[str, Any], field: str) -> bytes:
    """The input of a field that holds hexadecimal digits, or runs of them."""
    if field in row:
        return bytes.fromhex(row[field])
    return b"".join(bytes.fromhex(part) * times for part, times in row[f"{field}_runs"])


def text(row: dict[str, Any], field: str) -> str:
    if f"{field}_runs" in row:
        return "".join(part * times for part, times in row[f"{field}_runs"])
    return str(row[field if field in row else f"{field}_text"])


def schema(row: dict[str, Any], field: str = "schema") -> str:
    return text(row, field) if f"{field}_runs" in row or f"{field}_text" in row else json.dumps(row[field])


class Plain:
    """What a value in the notation is without the branches' names: bytes as bytes, numbers that are none as floats."""

    def __init__(self, schema: Any) -> None:
        self.schema = schema
        self.named: dict[str, Any] = {}
        self._find(schema, "")

    def value(self, value: Any) -> Any:
        return self._plain(self.schema, "", value)

    def _find(self, schema: Any, space: str) -> None:
        match schema:
            case list():
                for branch in schema:
                    self._find(branch, space)
            case dict():
                if "name" in schema:
                    space = self._name(schema, space)
                for inner in (
                    schema.get("items"),
                    schema.get("values"),
                    *(f["type"] for f in schema.get("fields", [])),
                ):
                    self._find(inner, space)

    def _name(self, schema: dict[str, Any], space: str) -> str:
        full = _full(schema["name"], schema.get("namespace", space))
        self.named[full] = schema
        return full.rpartition(".")[0]

    def _plain(self, schema: Any, space: str, value: Any) -> Any:
        if isinstance(schema, list):
            if value is None:
                return None
            (name, inner), *_ = value.items()
            branches = {self._branch(branch, space): branch for branch in schema}
            return self._plain(branches.get(name, branches.get(_full(name, space))), space, inner)
        if isinstance(schema, str):
            if schema not in PRIMITIVES:
                return self._plain(self.named[_full(schema, space)], space, value)
            schema = {"type": schema}
        match schema["type"]:
            case "bytes" | "fixed":
                return value.encode("latin-1")
            case "float" | "double":
                return float(value)
            case "array":
                return [self._plain(schema["items"], space, one) for one in value]
            case "map":
                return {key: self._plain(schema["values"], space, one) for key, one in value.items()}
            case "record" | "error":
                space = _full(schema["name"], schema.get("namespace", space)).rpartition(".")[0]
                return {f["name"]: self._plain(f["type"], space, value[f["name"]]) for f in schema["fields"]}
            case _:
                return value

    def _branch(self, branch: Any, space: str) -> str:
        if isinstance(branch, str):
            return branch if branch in PRIMITIVES else _full(branch, space)
        return _full(branch["name"], branch.get("namespace", space)) if "name" in branch else str(branch["type"])


def _full(name: str, space: str) -> str:
    return name if "." in name or not space else f"{space}.{name}"


def same(got: Any, expected: Any) -> bool:
    """Equal, and of one kind: 1 is not 1.0, 0.0 not -0.0, and NaN is NaN."""
    match expected:
        case float():
            if not isinstance(got, float) or math.isnan(expected) != math.isnan(got):
                return False
            return math.isnan(got) or (got == expected and math.copysign(1, got) == math.copysign(1, expected))
        case dict():
            return (
                isinstance(got, dict) and got.keys() == expected.keys() and all(same(got[k], expected[k]) for k in got)
            )
        case list():
            return isinstance(got, list) and len(got) == len(expected) and all(map(same, got, expected))
        case _:
            return type(got) is type(expected) and bool(got == expected)
