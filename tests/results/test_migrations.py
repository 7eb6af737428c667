"""Documents of earlier versions become today's: of each kind, with what they were asked kept as far as they knew it."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

import pytest

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.results import store, writing
from assay.results.document import VERSION, Document
from assay.results.way import Batching, CodecWay, ContainerWay, StoreWay

# Documents as they were written in version 1; of each cell, two batches of the first sample are left.
VERSION_1 = Path(__file__).parent / "version_1"


def old(name: str) -> dict[str, Any]:
    """A document of version 1."""
    found: dict[str, Any] = json.loads((VERSION_1 / f"{name}.json").read_text(encoding="utf-8"))
    assert found["version"] == 1
    return found


def brought_up(content: dict[str, Any], folder: Path) -> Document:
    (folder / "r.json").write_text(json.dumps(content))
    return store.read_as_it_is(folder / "r.json")


def test_a_codecs_way_is_a_choice_of_nothing(tmp_path: Path) -> None:
    content = old("avro-languages")
    document = brought_up(content, tmp_path)
    assert document.version == VERSION and document.migrated_from == 1
    assert {cell.way for cell in document.cells} == {CodecWay()}
    for cell, before in zip(document.cells, content["cells"], strict=True):
        assert len(cell.samples) == len(before["samples"])
        for sample, was in zip(cell.samples, before["samples"], strict=True):
            assert sample.group is None and sample.value == pytest.approx(
                statistics.median(batch["wall_ns"] / batch["records"] for batch in was["batches"])
            )
            for name in was["batches"][0]:
                found = [batch[name] for batch in was["batches"]]
                assert getattr(sample.batches, name) == (None if None in found else found)
    assert [block.cells for block in document.blocks] == [block["order"] for block in content["blocks"]]
    assert document.plan.request.suite == "avro-languages"
    assert document.plan.settings.warm_max_seconds == content["plan"]["settings"]["warm_most_seconds"]
    assert document.plan.settings.min_batches == content["plan"]["settings"]["measure_batches_least"]


def test_a_container_keeps_its_compression_and_gets_the_level_that_it_had(tmp_path: Path) -> None:
    content = old("avro-languages-containers")
    block_bytes = content["plan"]["settings"]["block_bytes"]
    ways = {cell.way for cell in brought_up(content, tmp_path).cells if not cell.harness}
    assert ways == {
        ContainerWay(compression="null", level=None, block_bytes=block_bytes),
        ContainerWay(compression="deflate", level=6, block_bytes=block_bytes),
    }


def test_a_level_that_was_asked_for_is_of_the_codecs_that_have_one(tmp_path: Path) -> None:
    content = old("avro-languages-containers")
    content["plan"]["level"] = 9
    ways = {cell.way for cell in brought_up(content, tmp_path).cells if isinstance(cell.way, ContainerWay)}
    assert {(way.compression, way.level) for way in ways} == {("null", None), ("deflate", 9)}


def test_a_store_keeps_its_way_and_gets_the_key_of_the_run(tmp_path: Path) -> None:
    content = old("stores")
    content["plan"]["stores"]["key"] = "name"
    cells = brought_up(content, tmp_path).cells
    put = StoreWay(mode="new", durability="D2", boundary="parsed", key="name", lookups=1000)
    assert put in {cell.way for cell in cells if cell.operation == "put"}
    assert {cell.way.words for cell in cells if cell.operation == "get"} == {"D1, parsed, warm", "D1, parsed, cold"}


@pytest.mark.parametrize(
    ("words", "way"),
    [
        ("shuffled, 2 epochs by 32", Batching(size=32, shuffle="full", epochs=2)),
        ("in order, 3 epochs by 64", Batching(size=64, shuffle="none", epochs=3)),
        ("buffer of 1,000, 2 epochs by 32", Batching(size=32, shuffle="buffer", buffer=1000, epochs=2)),
    ],
)
def test_how_documents_were_batched_is_read_from_its_words(tmp_path: Path, words: str, way: Batching) -> None:
    content = old("stores")
    content["cells"][0]["store"]["batching"] = words
    found = brought_up(content, tmp_path).cells[0].way
    assert isinstance(found, StoreWay) and found.batching == way
    assert way.words == words


def test_threads_are_of_the_way(tmp_path: Path) -> None:
    content = old("kafka-serdes")
    content["cells"][0]["threads"] = 4
    first, second = brought_up(content, tmp_path).cells[:2]
    assert first.way == CodecWay(threads=4) and second.way == CodecWay()


def test_what_a_process_reported_is_apart_from_the_manifests_version(tmp_path: Path) -> None:
    content = old("avro-languages")
    contestants = brought_up(content, tmp_path).contestants
    assert [one.shown_version for one in contestants] == [one["version"] for one in content["contestants"]]
    assert {bool(one.loaded) for one in contestants} == {True, False}
    assert all(bool(one.loaded) == bool(one.runtime) for one in contestants)


@pytest.mark.parametrize("place", ["/home/somebody/orders.avro", r"C:\Users\somebody\orders.avro", "orders.avro"])
def test_of_a_users_own_file_the_name_stays(tmp_path: Path, place: str) -> None:
    content = old("avro-languages")
    content["workloads"][0] |= {"data": place, "data_schema": "/home/somebody/order.avsc"}
    document = brought_up(content, tmp_path)
    assert document.workloads[0].data == "orders.avro"
    assert "somebody" not in document.model_dump_json()


def in_version_3(content: dict[str, Any]) -> dict[str, Any]:
    """Today's document in the layout of version 3, with the records of each batch."""
    found: dict[str, Any] = {**json.loads(json.dumps(content)), "version": 3}
    for cell in found["cells"]:
        for sample in cell["samples"]:
            each = sample["batches"].pop("records_per_pass")
            sample["batches"]["records"] = [each * passes for passes in sample["batches"]["passes"]]
    return found


def test_version_3_is_another_layout_of_the_same(tmp_path: Path) -> None:
    today = json.loads((CHECKOUT / "results" / "2026-11-22-one-core.json").read_text(encoding="utf-8"))
    document = brought_up(in_version_3(today), tmp_path)
    assert document == Document.model_validate(today) and document.migrated_from is None
    assert any(cell.samples[0].batches.records_per_pass > 1 for cell in document.cells if cell.samples)


@pytest.mark.parametrize(
    ("column", "figures", "why"),
    [
        ("records", [100, 101], "different numbers of records"),
        ("records", [], "different numbers of records"),
        ("passes", [0, 0], "zero"),
        ("passes", [], "out of range"),
        ("passes", None, "NoneType"),
    ],
)
def test_columns_that_do_not_fit_are_no_document(tmp_path: Path, column: str, figures: object, why: str) -> None:
    content = in_version_3(brought_up(old("avro-languages"), tmp_path).model_dump(mode="json"))
    content["cells"][0]["samples"][0]["batches"][column] = figures
    with pytest.raises(AssayError, match=rf"not a valid results document of version 3: .*{why}") as caught:
        brought_up(content, tmp_path)
    assert "\n" not in str(caught.value)


def test_a_document_that_was_brought_up_is_written_in_todays_version(tmp_path: Path) -> None:
    document = brought_up(old("stores-scale"), tmp_path)
    writing.write(document, tmp_path / "new.json")
    written = json.loads((tmp_path / "new.json").read_text())
    assert (written["version"], written["migrated_from"]) == (VERSION, 1)
    assert store.read(tmp_path / "new.json") == document


@pytest.mark.parametrize("version", [0, VERSION + 1, 99, None, "1", 1.5, True])
def test_a_version_that_nobody_knows_is_named_in_one_line(tmp_path: Path, version: object) -> None:
    with pytest.raises(AssayError, match=f"r.json: version {version} of the results document") as caught:
        brought_up({**old("stores-scale"), "version": version}, tmp_path)
    assert f"versions 1 to {VERSION}" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("missing", ["plan", "workloads", "contestants", "cells"])
def test_an_old_document_that_lacks_a_part_says_which(tmp_path: Path, missing: str) -> None:
    content = old("stores-scale")
    del content[missing]
    with pytest.raises(AssayError, match=f"r.json: not a valid results document of version 1: .*{missing}") as caught:
        brought_up(content, tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ({"cells": 7}, "version 1"),
        ({"cells": ["x"]}, "version 1"),
        ({"plan": {"suite": "s", "settings": {}}}, "version 1: .*seed"),
        ({"machine": {}}, "machine.cpu"),
    ],
)
def test_an_old_document_that_is_none_says_so_in_one_line(tmp_path: Path, broken: dict[str, Any], words: str) -> None:
    with pytest.raises(AssayError, match=f"r.json: not a valid results document.*{words}") as caught:
        brought_up({**old("stores-scale"), **broken}, tmp_path)
    assert "\n" not in str(caught.value)


def test_batching_that_has_no_meaning_is_no_valid_document(tmp_path: Path) -> None:
    content = old("stores")
    content["cells"][0]["store"]["batching"] = "at will"
    with pytest.raises(AssayError, match=r"version 1: .*'at will'"):
        brought_up(content, tmp_path)
