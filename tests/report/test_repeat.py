"""The command that a page gives for a cell is one that `assay run` takes, and asks for that cell."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
from report.seen import DOCUMENTS, analysed

from assay.cli import asking, run
from assay.report.page import repeat
from assay.results.request import Request
from assay.results.way import ContainerWay, StoreWay


def asked(command: str, settings: Any) -> Request:
    program, name, *arguments = shlex.split(command)
    assert (program, name) == ("./assay", "run")
    with run.command.make_context("run", [*arguments, "--contestant", "a/b", "--baseline", "a/b"]) as context:
        values = dict(context.params)
    found = asking.request("run", values, settings, suite=values["suite"])
    assert isinstance(found, Request)
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_it_asks_for_the_cell_that_it_stands_at(name: str) -> None:
    analysis = analysed(name)
    document = analysis.document
    for comparison in analysis.comparisons:
        request = asked(repeat.command(document, comparison), document.plan.settings)
        assert request.suite == document.plan.suite
        assert request.workloads == [comparison.workload.base or comparison.workload.name]
        assert request.records == [comparison.workload.records]
        assert request.operations == [comparison.operation]
        assert (request.seed, request.threads) == (document.plan.seed, [comparison.way.threads])
        way = comparison.way
        if isinstance(way, ContainerWay):
            assert request.containers.compressions == [way.compression]
            assert (request.containers.level, request.containers.block_bytes) == (way.level, way.block_bytes)
        if isinstance(way, StoreWay):
            assert way.mode == "new" or request.stores.modes == [way.mode]
            assert (request.stores.durability, request.stores.boundaries) == ([way.durability], [way.boundary])


def test_words_that_a_shell_would_read_are_quoted() -> None:
    analysis = analysed("2026-11-22-js-formats")
    comparison = analysis.comparisons[0]
    workload = comparison.workload.model_copy(update={"data": "my orders; $(date).avro"})
    own = repeat.command(analysis.document, comparison.__class__(workload, "encode", comparison.way, [], None, {}))
    assert "--data 'my orders; $(date).avro'" in own


def test_a_cell_compiled_for_the_processor_is_asked_for_so() -> None:
    analysis = analysed("2026-11-22-js-formats")
    analysis.document.plan.settings.cpu = "native"
    try:
        assert "--cpu native" in repeat.command(analysis.document, analysis.comparisons[0])
    finally:
        analysis.document.plan.settings.cpu = "baseline"  # others read the same document
