"""The optional request `conform`: alike in every kit that has it, and asked of the libraries that take any schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from buildable import here

from assay.builder.builder import Built
from assay.catalog.catalog import BROWSER, Catalog
from assay.data.formats import AVRO
from assay.data.recordset import RecordSet
from assay.data.resolved import resolved
from assay.data.schema import parse
from assay.data.workload import record_set
from assay.runner import session
from assay.runner.broken import Refused
from assay.runner.process import Limits, Process

pytestmark = pytest.mark.slow

LIMITS = Limits(memory=2 << 30, reply=60)
NAMES = sorted(
    c.name
    for c in here()
    if c.manifest.format == AVRO and c.manifest.types == "none" and not c.manifest.harness and c.language != BROWSER
)
LONG = '"long"'
PAIR = json.dumps(["null", "string"])


@pytest.fixture(params=NAMES)
def process(
    request: pytest.FixtureRequest, known: Catalog, build: Callable[[str, RecordSet], Built], tmp_path: Path
) -> Iterator[Process]:
    built = build(request.param, record_set(known.workload("null"), 1, 0))
    with session.start(built, tmp_path / "log", LIMITS) as started:
        yield started


def ask(process: Process, what: str, schema: str, given: str, texts: int = 1, **more: Any) -> dict[str, Any]:
    table = json.dumps(resolved(parse(more.pop("as_schema", schema))))
    return process.ask("conform", ask=what, schema=schema, resolved=table, input=given, texts=texts, **more)


def test_a_row_is_answered(process: Process) -> None:
    assert ask(process, "decode", LONG, "05") == {"found": ["-3"]}
    assert ask(process, "decode", LONG, "05", 0) == {"found": []}
    assert ask(process, "encode", LONG, "-3") == {"found": ["05"]}
    assert ask(process, "decode", PAIR, "020278") == {"found": ['"x"']}
    assert ask(process, "encode", PAIR, '"x"') == {"found": ["020278"]}
    assert ask(process, "parse", LONG, "")["found"] in ([LONG], [])
    assert process.ask("bye") == {}


def test_a_refusal_of_the_librarys_is_one_whatever_the_adapter_calls_it(process: Process) -> None:
    """A schema that the library cannot do, bytes that end too soon, a text that is no JSON at all."""
    for schema, given in (('{"type": "record"}', ""), (LONG, "80"), ("no JSON", "")):
        with pytest.raises(Refused) as refused:
            ask(process, "decode", schema, given, as_schema=LONG)
        assert refused.value.kind == "failed", str(refused.value)
    assert ask(process, "decode", LONG, "05") == {"found": ["-3"]}


def test_what_is_not_there_is_unsupported(process: Process) -> None:
    with pytest.raises(Refused) as refused:
        ask(process, "sing", LONG, "")
    assert refused.value.kind == "unsupported"


def test_a_request_that_is_wrong_is_bad_input(process: Process) -> None:
    with pytest.raises(Refused) as refused:
        process.ask("conform", ask="decode", schema=LONG, input="05", texts=1)
    assert refused.value.kind == "bad_input"
    with pytest.raises(Refused) as refused:
        process.ask("conform", ask="decode", schema=LONG, resolved="{}", input="05", texts=1)
    assert refused.value.kind == "bad_input"
