"""Decoders that leave work to the reading of their values are deferred, finished ones are not, in each language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assay.boundaries.boundary import Place
from assay.boundaries.codecs.boundary import Codecs, CodecSubject
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import build_one, missing
from assay.catalog import catalog
from assay.data.recordset import RecordSet
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

CHEATS = Path(__file__).parent / "catalog"
LIMITS = Limits(2 << 30, 120)

# The library that the planted one decodes with, when it does so, as it is used by everyone else.
FINISHED = {
    "c": "avro-c",
    "cpp": "nlohmann-json",
    "go": "goavro",
    "java": "avro-generic",
    "node": "avsc",
    "ocaml": "yojson",
    "python": "fastavro",
    "ruby": "json",
    "rust": "serde_avro_fast",
}


# Whose Protobuf messages make their parts at each reading, again and again; their converted twins are finished.
MESSAGES = ("python", "ruby")

Deferred = Callable[..., dict[str, bool | None]]


@pytest.fixture
def deferred(people: RecordSet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Deferred:
    """Whether each of some contestants of a language leaves its decoding to the reading; by their names."""
    monkeypatch.setenv("ASSAY_CATALOG", str(CHEATS))
    known = catalog.load()

    def of(language: str, *names: str) -> dict[str, bool | None]:
        found: dict[str, bool | None] = {}
        for name in names:
            contestant = known.contestant(f"{language}/{name}")
            if reason := missing(contestant):
                pytest.skip(reason)
            built = build_one(contestant, people)
            assert built.start, built.reason
            folder = tmp_path / name
            folder.mkdir()
            place = Place(LIMITS, folder, lambda text: None)
            (outcome,) = Codecs().prove(built, [codec_task(people, "decode")], place).outcomes
            assert isinstance(outcome.found, CodecSubject), outcome.found
            found[name] = outcome.found.proof.deferred
        return found

    return of


@pytest.mark.parametrize("language", FINISHED)
def test_what_is_left_to_the_first_reading_makes_the_lane(language: str, deferred: Deferred) -> None:
    assert deferred(language, "lazy", FINISHED[language]) == {"lazy": True, FINISHED[language]: False}


@pytest.mark.parametrize("language", MESSAGES)
def test_what_is_done_again_at_each_reading_does_too(language: str, deferred: Deferred) -> None:
    assert deferred(language, "protobuf", "protobuf-converted") == {"protobuf": True, "protobuf-converted": False}
