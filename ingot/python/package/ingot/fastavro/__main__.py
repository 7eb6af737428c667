"""Shows files as JSON: ``python -m ingot.fastavro FILE …``."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import uuid
from decimal import Decimal
from pathlib import Path
from typing import Any

from ingot import fastavro


class CleanJSONEncoder(json.JSONEncoder):
    """JSON of records with values of logical types, and bytes as text of their code points."""

    def default(self, o: Any) -> Any:
        """The text of an object that JSON has no form for. Raises `TypeError` for one that is of no logical type."""
        if isinstance(o, datetime.date | datetime.time):
            return o.isoformat()
        if isinstance(o, Decimal | uuid.UUID):
            return str(o)
        return o.decode("iso-8859-1") if isinstance(o, bytes) else super().default(o)


def main(argv: list[str] | None = None) -> None:
    """The records of files, or what their headers say, on the standard output."""
    parser = argparse.ArgumentParser(prog="ingot.fastavro", description="iter over avro file, emit records as JSON")
    parser.add_argument("file", nargs="*", help="files to read; `-` is the standard input")
    parser.add_argument("--schema", action="store_true", help="show the schema instead of records")
    parser.add_argument("--metadata", action="store_true", help="show the metadata instead of records")
    parser.add_argument("--codecs", action="store_true", help="show the codecs that there are")
    parser.add_argument("--version", action="version", version=f"fastavro {fastavro.__version__}")
    parser.add_argument("-p", "--pretty", action="store_true", help="over several lines, indented")
    asked = parser.parse_args(argv)
    if asked.codecs:
        print("\n".join(sorted(fastavro.read.BLOCK_READERS)))
        return
    for name in asked.file or ["-"]:
        if name == "-":
            _show(sys.stdin.buffer, asked)
            continue
        with Path(name).open("rb") as file:
            _show(file, asked)


def _show(file: Any, asked: argparse.Namespace) -> None:
    reader = fastavro.reader(file)
    if asked.schema:
        print(json.dumps(reader._schema, indent=4))
    elif asked.metadata:
        print(json.dumps({key: value for key, value in reader.metadata.items() if key != "avro.schema"}))
    else:
        for record in reader:
            print(json.dumps(record, indent=4 if asked.pretty else None, cls=CleanJSONEncoder), flush=True)


if __name__ == "__main__":
    main()
