"""Who is measured in earnest after the short look, and what is said of the others."""

from __future__ import annotations

from trying.planted import One, planted

from assay.advice.finalists import considered, finalists, others
from assay.analysis.advice import advise
from assay.results.request import Settings

ONES = [
    One("x/fast", write=100, read=500, size=90),
    One("x/near", write=125, read=500, size=90),
    One("x/reader", write=400, read=100, size=90),
    One("x/second", write=400, read=180, size=90),
    One("x/small", write=900, read=900, size=30),
    One("x/last", write=2000, read=2000, size=80),
    One("y/only", write=9000, read=9000, size=80),
]


def test_every_language_and_question_keeps_those_that_can_be_the_best(settings: Settings) -> None:
    found = finalists(advise(planted(settings, ONES, blocks=1)), None)
    assert set(found) == {"x/fast", "x/near", "x/reader", "x/second", "x/small", "y/only"}


def test_what_is_not_cared_for_brings_nobody(settings: Settings) -> None:
    found = finalists(advise(planted(settings, ONES, blocks=1)), "write")
    assert "x/fast" in found and "x/near" in found
    assert "x/last" not in found


def test_the_others_have_their_reason_and_those_that_broke_keep_theirs(settings: Settings) -> None:
    broke = One("x/broke", 1, 1, 1, status="failed", reason="the process ended")
    document = planted(settings, [*ONES, broke], blocks=1)
    advice = advise(document)
    found = others(document, advice, finalists(advice, None))
    assert found["w/encode/x/last"][0] == "left-out"
    assert "times the time of the fastest" in found["w/encode/x/last"][1]
    assert found["w/decode/x/broke"] == ("failed", "the process ended")
    assert set(found) == {f"w/{o}/x/{name}" for o in ("encode", "decode") for name in ("last", "broke")}


def test_a_short_look_calls_nobody_unstable(settings: Settings) -> None:
    document = planted(settings, ONES, blocks=1)
    document.cells[0].reject("unstable", "changed its speed")
    assert not {"encode"} <= next(c for c in advise(document).candidates if c.name == "x/fast").cells.keys()
    assert "x/fast" in finalists(advise(considered(document)), None)
