"""Files as users have them, written by the tools that write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import fastavro
import pyarrow
from pyarrow import ipc

SCHEMA = {
    "type": "record",
    "name": "Document",
    "fields": [{"name": "id", "type": "long"}, {"name": "word", "type": "string"}, {"name": "part", "type": "double"}],
}
KINDS = ["jsonl", "json", "csv", "tsv", "avro", "parquet", "arrow", "arrows"]


def rows(count: int) -> list[dict[str, Any]]:
    """What all kinds of files can hold without a loss."""
    return [{"id": n, "word": f"word, {n} é", "part": n + 0.5} for n in range(count)]


def written(folder: Path, form: str, records: Sequence[dict[str, Any]]) -> Path:
    """A file of records of `rows`, in a form that is a suffix of `KINDS`."""
    path = folder / f"orders.{form}"
    lines = [json.dumps(record) for record in records]
    match form:
        case "jsonl":
            path.write_text("".join(f"{line}\n\n" for line in lines))
        case "json":
            path.write_text(f"[{', '.join(lines)}]")
        case "avro":
            with path.open("wb") as file:
                fastavro.writer(file, SCHEMA, records, codec="deflate", sync_interval=200)
        case "arrow" | "arrows":
            table = pyarrow.Table.from_pylist(list(records))
            new = ipc.new_file if form == "arrow" else ipc.new_stream
            options = ipc.IpcWriteOptions(compression="lz4")
            with pyarrow.OSFile(str(path), "wb") as file, new(file, table.schema, options=options) as writer:
                writer.write_table(table, max_chunksize=7)
        case _:
            source = folder / "source.jsonl"
            source.write_text("\n".join(lines))
            options = {"csv": "format csv", "tsv": "format csv, delimiter '\t'", "parquet": "format parquet"}[form]
            duckdb.sql(f"copy (from read_json('{source}')) to '{path}' ({options})")
            source.unlink()
    return path
