"""Write all rows: `python -m conformance.avro.make.rows`."""

from __future__ import annotations

from pathlib import Path

from conformance.avro.make import containers, data, framing, hostile, json_encoding, logical, resolution, schemas
from conformance.avro.make.row import Row, write

ROWS = Path(__file__).parents[1] / "rows"


def files() -> dict[str, list[Row]]:
    """All rows, by the name of their file."""
    plain = {
        "schemas": schemas.rows(),
        "data": data.rows(),
        "logical": logical.rows(),
        "resolution": resolution.rows(),
        "json": json_encoding.rows(),
        "framing": framing.rows(),
        "containers": containers.rows(),
    }
    hostile_rows = {f"hostile/{name}": rows for name, rows in hostile.rows().items()}
    return {name: list(rows) for name, rows in plain.items()} | hostile_rows


def main() -> None:
    for name, rows in files().items():
        print(f"{write(ROWS, name, rows):5} {name}")


if __name__ == "__main__":
    main()
