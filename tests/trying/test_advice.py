"""What is recommended where the truth is planted: who wins, what differs for certain, and what is never recommended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from report.printed import printed
from trying.planted import One, planted

from assay.analysis.advice import advise
from assay.analysis.figures import analyse
from assay.report import advice as said
from assay.report.pages import marks
from assay.report.sections import sections
from assay.results import writing
from assay.results.document import Document
from assay.results.request import Care, Settings

QUICK = One("x/quick", write=100, read=400, size=90, format="avro")
SMALL = One("x/small", write=300, read=200, size=40, format="protobuf")
EVEN = One("x/even", write=110, read=220, size=50, format="cbor")
OTHER = One("y/other", write=1000, read=1000, size=60, format="json")
ALL = [QUICK, SMALL, EVEN, OTHER]
EXCHANGING = [
    One("x/alone", write=50, read=50, size=30, format="rkyv"),
    One("x/json", 100, 100, 60),
    One("y/json", 400, 400, 60),
    One("y/kryo", 90, 90, 50, "kryo"),
]
ANY = "Best compromise in any format"


def spoken(document: Document, language: str | None = None) -> dict[str, str]:
    """The sentences by what comes before their first colon."""
    return {text.partition(": ")[0]: text for text in said.sentences(advise(document), language)}


def test_every_question_has_its_planted_answer(settings: Settings) -> None:
    found = spoken(planted(settings, ALL), "x")
    assert found["Smallest"].startswith("Smallest: protobuf, 40 bytes a record, 66.7% of JSON (x/small); next is cbor")
    assert found["Fastest to write"].startswith("Fastest to write: x/quick (avro; generic), ")
    assert found["Fastest to read"].startswith("Fastest to read: x/small (protobuf; generic), ")
    assert found["Best compromise"].startswith("Best compromise: x/even (cbor; generic), ")


def test_the_word_stands_with_the_interval_that_justifies_it(settings: Settings) -> None:
    text = spoken(planted(settings, ALL), "x")["Fastest to write"]
    ratio, low, high, beside = re.findall(r"([\d.]+)× \(([\d.]+)–([\d.]+)\) as fast as (\S+)", text)[0]
    assert beside == "x/even"
    assert 1 < float(low) <= 1.1 <= float(high)
    assert float(low) < float(ratio) < float(high)


def test_a_compromise_says_what_it_gives_up(settings: Settings) -> None:
    text = spoken(planted(settings, ALL), "x")["Best compromise"]
    write, read = re.findall(r"([\d.]+)× the time of the fastest to", text)
    assert float(write) == pytest.approx(1.1, abs=0.03) and float(read) == pytest.approx(1.1, abs=0.03)
    assert "1.25× the size of the smallest" in text
    # Beside x/small, which is next: (300/110 · 200/220 · 40/50)^(1/3).
    ratio = float(re.findall(r"([\d.]+)× \([^)]*\) as good as x/small", text)[0])
    assert ratio == pytest.approx((300 / 110 * 200 / 220 * 40 / 50) ** (1 / 3), abs=0.02)


def test_a_format_of_several_languages_has_a_word_of_its_own(settings: Settings) -> None:
    found = spoken(planted(settings, EXCHANGING))
    assert found["Best compromise"].startswith("Best compromise: x/json (json; ")
    assert found[ANY].startswith(f"{ANY}: x/alone (rkyv, x alone; ")
    assert found["Fastest to write"].startswith("Fastest to write: x/alone (rkyv, x alone; ")
    assert "next is kryo (y alone) with 50 bytes" in found["Smallest"]
    assert ANY not in spoken(planted(settings, EXCHANGING[1:3]))  # the best is in one already


def test_one_language_needs_no_other(settings: Settings) -> None:
    for document, language in ((planted(settings, EXCHANGING), "x"), (planted(settings, EXCHANGING[:2]), None)):
        found = spoken(document, language)
        assert found["Best compromise"].startswith("Best compromise: x/alone (rkyv, x alone; ")
        assert ANY not in found


def test_the_languages_asked_for_have_to_read_the_format(settings: Settings) -> None:
    document = planted(settings, [*EXCHANGING, One("z/kryo", 500, 500, 50, "kryo")])
    trial = document.plan.request.trial
    assert trial is not None
    trial.readers = {"json": ["x", "y"], "kryo": ["y", "z"], "rkyv": ["x"]}
    assert spoken(document)["Best compromise"].startswith("Best compromise: y/kryo (kryo; ")
    trial.between = ["x", "y"]
    assert spoken(document)["Best compromise"].startswith("Best compromise: x/json (json; ")
    # Also in what is said of one language, whatever else it has.
    found = spoken(document, "y")
    assert found["Best compromise"].startswith("Best compromise: y/json (json; ")
    assert found[ANY].startswith(f"{ANY}: y/kryo (kryo, not in x; ")
    trial.between = ["x", "y", "z"]
    assert spoken(document)["Best compromise"].endswith(
        "no candidate has a number in a format that the languages can exchange."
    )
    # The catalog knows of languages that were not measured.
    trial.readers["json"].append("z")
    assert spoken(document)["Best compromise"].startswith("Best compromise: x/json (json; ")


def test_what_no_reference_confirmed_is_not_exchanged(settings: Settings) -> None:
    own = [One("x/own", 50, 50, 30, "fory"), One("y/own", 500, 500, 30, "fory")]
    document = planted(settings, [*own, *EXCHANGING])
    assert spoken(document)["Best compromise"].startswith("Best compromise: x/own (fory; ")
    for cell in document.cells:
        if cell.contestant.endswith("/own") and cell.proof:
            cell.proof.bytes = "self-read"
    found = spoken(document)
    assert found["Best compromise"].startswith("Best compromise: x/json (json; ")
    assert "x/own (fory, exchange unconfirmed; " in found[ANY]


def test_records_of_no_bytes_are_weighed_as_one_byte(settings: Settings) -> None:
    nothing = [
        One("x/none", 100, 200, 0, "avro"),
        One("x/also", 150, 300, 0, "avro"),
        One("x/two", 100, 200, 2, "cbor"),
    ]
    document = planted(settings, nothing)
    found = spoken(document, "x")
    assert found["Smallest"].startswith("Smallest: avro, 0 bytes a record, 0")
    assert found["Best compromise"].startswith("Best compromise: x/none (avro; generic), ")
    assert "the smallest" in found["Best compromise"]
    choice = advise(document).choice("compromise", "x")
    assert choice is not None
    far = next(rival for rival in choice.rivals if rival.candidate.name == "x/two")
    assert far.ahead is not None and far.ahead.ratio == pytest.approx(2 ** (1 / 3), abs=0.02)


def test_what_is_cared_for_counts_as_much_as_the_others_together(settings: Settings) -> None:
    tiny = One("x/tiny", write=200, read=400, size=20)
    swift = One("x/swift", write=100, read=300, size=60)

    def best(care: Care | None) -> str:
        choice = advise(planted(settings, [tiny, swift], care)).choice("compromise")
        assert choice is not None
        return choice.first.name

    # Weights 1/3 each: 200·400·20 against 100·300·60; doubled, one of them is squared.
    assert best(None) == "x/tiny"
    assert best("size") == "x/tiny"
    assert best("write") == "x/swift"


def test_what_is_not_cared_for_is_not_said(settings: Settings) -> None:
    assert list(spoken(planted(settings, ALL, "write"))) == ["Fastest to write", "Best compromise"]
    assert list(spoken(planted(settings, ALL, "size"))) == ["Smallest", "Best compromise"]


def test_who_is_not_told_apart_is_undecided(settings: Settings) -> None:
    ones = [One("x/a", 100, 100, 50), One("x/b", 106, 100, 50), One("x/c", 300, 300, 50)]
    text = spoken(planted(settings, ones, blocks=3, noise=0.2))["Fastest to write"]
    assert text.startswith("Fastest to write: undecided between ")
    assert {"x/a", "x/b"} <= set(re.findall(r"x/\w", text))
    assert "more would be likely to decide" in text


def test_who_is_alike_within_the_margin_is_the_same(settings: Settings) -> None:
    ones = [One("x/a", 100, 100, 50), One("x/b", 100.2, 100, 50)]
    document = planted(settings, ones, noise=0.001)
    assert "are the same within 3%" in spoken(document)["Fastest to write"]
    assert not said.is_undecided(advise(document))


def test_one_block_decides_nothing(settings: Settings) -> None:
    document = planted(settings, ALL, blocks=1)
    assert "undecided between" in spoken(document)["Fastest to write"]
    assert said.is_undecided(advise(document))


@pytest.mark.parametrize("status", ["unverified", "failed", "unsupported"])
def test_who_was_not_proved_is_never_recommended(settings: Settings, status: str) -> None:
    cheat = One("x/cheat", write=1, read=1, size=1, format="bitcode", status=status, reason="differs: .a")  # type: ignore[arg-type]
    document = planted(settings, [*ALL, cheat])
    # It has the proof of another operation, say.
    document.cells[-1].proof = document.cells[0].proof
    assert not any("cheat" in text for scope in (None, "x") for text in said.sentences(advise(document), scope))
    grounds = sections(analyse(document))[3].notes
    assert [note for note in grounds if "cheat" in note] == [f"{status.capitalize()}: x/cheat: differs: .a."]


def test_lanes_are_named(settings: Settings) -> None:
    document = planted(settings, ALL)
    facts = document.contestant("x/quick")
    facts.lane = facts.lane.model_copy(update={"input_checking": False})
    assert "x/quick (avro; generic, unchecked)" in spoken(document)["Fastest to write"]
    notes = sections(analyse(document))[3].notes
    assert any("unchecked: the library itself checks neither" in note for note in notes)


def test_who_was_left_out_is_named_with_one_reason(settings: Settings) -> None:
    late = [
        One(f"x/late{n}", 1, 1, 70, status="left-out", reason=f"not near the best: {n} times the time") for n in (1, 2)
    ]
    notes = sections(analyse(planted(settings, [*ALL, *late])))[3].notes
    assert "Left out: x/late1, x/late2: not near the best." in notes


def test_who_had_no_time_is_said_before_any_answer(settings: Settings) -> None:
    late = One("x/late", 1, 1, 70, status="left-out", reason="no time was left to build it")
    slow = One("x/slow", 1, 1, 70, status="left-out", reason="not near the best: 2 times the time")
    found = analyse(planted(settings, [*ALL, late, slow]))
    assert printed(found, "terminal").lstrip().startswith("Not in this answer: 1 of 6 contestants, for lack of time")
    assert not any(section.title.startswith("Not in") for section in sections(analyse(planted(settings, [*ALL, slow]))))


def test_reports_of_the_document_say_the_same(settings: Settings) -> None:
    found = analyse(planted(settings, ALL))
    titles = [section.title for section in said.sections(found)]
    assert titles == [
        "Recommendation: all languages",
        "Recommendation: x",
        "Recommendation: y",
        "Recommendation: what it rests on",
    ]
    for text in spoken(found.document).values():
        assert text in printed(found, "terminal") and text in printed(found)
    assert any("--contestant x/even,x/quick,x/small,y/other" in note for note in sections(found)[3].notes)


def test_a_page_shows_the_sentences_of_its_document(settings: Settings, tmp_path: Path) -> None:
    document = planted(settings, ALL)
    writing.write(document, tmp_path / "trial.json")
    marks_ = '<!-- documents\nrun = "trial.json"\n-->\n\n<!-- from run: Recommendation: x -->\n<!-- end -->\n'
    renewed = marks.refreshed(marks_, tmp_path / "page.md")
    for text in spoken(document, "x").values():
        assert f"\n- {text}\n" in renewed
    assert marks.refreshed(renewed, tmp_path / "page.md") == renewed


def test_other_documents_recommend_nothing(settings: Settings) -> None:
    document = planted(settings, ALL)
    document.plan.request.trial = None
    assert not said.sections(analyse(document))
