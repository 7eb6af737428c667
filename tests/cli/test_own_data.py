"""A user's own records and schema: contestants that take any schema run on them, typed ones are compiled for them."""

from __future__ import annotations

import json
from pathlib import Path

import fastavro
import pytest
from asking import asked

from assay.base.progress import Progress
from assay.catalog import catalog
from assay.measure import run as runs
from assay.results.document import Document
from assay.results.request import Request, Settings

pytestmark = pytest.mark.slow

SCHEMA = {
    "type": "record",
    "name": "Order",
    "fields": [
        {"name": "id", "type": "long"},
        {"name": "type", "type": {"type": "enum", "name": "Kind", "symbols": ["BUY", "SELL"]}},
        {"name": "note", "type": ["null", "string"]},
        {"name": "tags", "type": {"type": "map", "values": "string"}},
        {"name": "lines", "type": {"type": "array", "items": {
            "type": "record", "name": "Line", "fields": [
                {"name": "sku", "type": "string"}, {"name": "price", "type": "double"}]}}},
    ],
}  # fmt: skip
CONTESTANTS = ["python/avro", "rust/apache-avro-value", "rust/apache-avro-serde", "java/avro-specific", "node/avsc"]


def order(number: int) -> dict[str, object]:
    return {
        "id": number**3,
        "type": "BUY" if number % 2 else "SELL",
        "note": f"note {number} é" if number % 3 else None,
        "tags": {f"tag{n}": str(number) for n in range(number % 4)},
        "lines": [{"sku": f"S{n}", "price": number / 7} for n in range(number % 5)],
    }


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    (folder / "order.avsc").write_text(json.dumps(SCHEMA))
    (folder / "orders.jsonl").write_text("".join(json.dumps(order(n)) + "\n" for n in range(120)))
    with (folder / "orders.avro").open("wb") as file:
        fastavro.writer(file, SCHEMA, [order(n) for n in range(120)], codec="deflate")
    return folder


def measured(request: Request, output: Path) -> Document:
    return runs.run(catalog.load(), request, output, Progress(quiet=True))


@pytest.mark.parametrize("form", ["jsonl", "avro"])
def test_every_contestant_runs_on_own_records(place: Path, form: str, settings: Settings) -> None:
    schema = place / "order.avsc" if form == "jsonl" else None
    request = asked(settings, contestants=CONTESTANTS, data=place / f"orders.{form}", schema=schema)
    document = measured(request, place / f"{form}.json")
    assert document.workloads[0].records == 120
    cells = [c for c in document.cells if not c.harness]
    assert len(cells) == 2 * (len(CONTESTANTS) + 1)
    for cell in cells:
        assert cell.status in ("measured", "unstable"), f"{cell.key}: {cell.reason}"


def test_both_forms_are_the_same_records(place: Path) -> None:
    from assay.data.intake.own import own_record_set

    by_lines = own_record_set(place / "orders.jsonl", place / "order.avsc", None, 42)
    by_container = own_record_set(place / "orders.avro", None, None, 42)
    assert by_lines.facts.digest == by_container.facts.digest


def test_records_takes_so_many(place: Path) -> None:
    from assay.data.intake.own import own_record_set

    assert own_record_set(place / "orders.avro", None, 7, 42).facts.count == 7
