"""Seeds of the fuzz targets, made from the rows of `conformance/avro`: `python3 seeds.py`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROWS = HERE.parents[1] / "conformance" / "avro" / "rows"
# Rows that are longer show a limit, and are tests already; as seeds they would slow all others down.
MOST = 4096


def text(row: dict[str, Any], key: str) -> bytes:
    return json.dumps(row[key], ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def digits(row: dict[str, Any], key: str) -> bytes:
    """The bytes of a field, which may be told in runs."""
    runs = row.get(f"{key}_runs", [[row.get(key, ""), 1]])
    return b"".join(bytes.fromhex(part) * times for part, times in runs)


def of_the_store() -> Iterator[tuple[str, bytes]]:
    """Inputs of the store's targets, from the store that its tests have as files."""
    folder = HERE.parent / "rust" / "ingot-store" / "tests" / "version-1" / "teas"
    lines = (folder / "2.jsonl").read_bytes()
    for line in lines.splitlines():
        yield "documents", line
        yield "documents", line.replace(b'"name":', b'"id":')
    log = (folder / "2.log").read_bytes()[48:]
    entries = [log[at : at + 20] for at in range(0, len(log), 20)]
    for right in (b"\0", b"\1", b"\3"):
        for count in range(len(entries) + 1):
            yield "log", bytes([count]) + b"".join(right + entry for entry in entries[:count]) + lines
    for path in sorted(folder.glob("*.index")):
        for right in range(8):
            yield "index", bytes([right]) + path.read_bytes()


def seeds() -> Iterator[tuple[str, bytes]]:
    """The name of a target, and an input for it."""
    for path in sorted(ROWS.rglob("*.jsonl")):
        # Not by `splitlines`: texts hold other ends of lines.
        for row in map(json.loads, path.read_text(encoding="utf-8").split("\n")[:-1]):
            if "schema_text" in row:
                yield "schema", row["schema_text"].encode("utf-8", "surrogatepass")
            if "schema" in row:
                schema = text(row, "schema")
                yield "schema", schema
                if "bytes" in row or "bytes_runs" in row:
                    yield "datum", schema + b"\0" + digits(row, "bytes")
                if "json" in row:
                    yield "json", schema + b"\0" + row["json"].encode("utf-8", "surrogatepass")
                elif "value" in row:
                    yield "json", schema + b"\0" + text(row, "value")
            if "writer" in row:
                both = text(row, "writer") + b"\0" + text(row, "reader")
                yield "resolution", both + b"\0" + digits(row, "bytes")
            if "container" in row or "container_runs" in row:
                yield "container", digits(row, "container")
    yield from of_the_store()
    # Of the types that derive `Record`, data that are short and whole, or not.
    for place in range(12):
        for content in (b"", bytes(40), b"\x02" * 40, b"\x02a" * 20):
            yield "datum", b"@" + bytes([place]) + content


def write() -> dict[str, int]:
    """Write them into `seeds/TARGET`; how many each has."""
    counts: dict[str, int] = {}
    for target, content in seeds():
        if len(content) <= MOST:
            path = HERE / "seeds" / target / hashlib.sha256(content).hexdigest()[:16]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            counts[target] = len(list(path.parent.iterdir())) if target not in counts else counts[target] + 1
    return counts


if __name__ == "__main__":
    for name, count in write().items():
        print(f"{count:5} {name}")
