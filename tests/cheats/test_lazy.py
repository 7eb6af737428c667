"""Planted decoders that leave their work to the first reading are deferred, finished ones are not, in each language."""

from __future__ import annotations

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


@pytest.mark.parametrize("language", FINISHED)
def test_what_is_left_to_the_first_reading_makes_the_lane(
    language: str, people: RecordSet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ASSAY_CATALOG", str(CHEATS))
    known = catalog.load()
    found: dict[str, bool | None] = {}
    for name in ("lazy", FINISHED[language]):
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
    assert found == {"lazy": True, FINISHED[language]: False}
