"""What a contestant's answer to a row is worth."""

from __future__ import annotations

from typing import Any

from assay.measure.conform.questions import Question
from assay.measure.conform.rows import Row
from assay.results.conformance import Finding, Outcome, Reading
from assay.runner.broken import Refused

READINGS: tuple[Reading, ...] = ("strict", "lenient")
LONGEST = 160  # characters of a text that is shown
ACCEPTED = "accepts it"


def of_refusal(row: Row, refused: Refused, *, lacking: bool) -> Finding:
    """An error reply: what the contestant lacks, or a refusal, which may be what a reading wants.

    ``lacking``: it has not shown yet that it has what the row takes, and does not have to have it.
    """
    if refused.kind != "failed":
        return Finding(row=row.id, outcome="lacks", how=shown(str(refused)))
    if row.fields.get("range"):
        return Finding(row=row.id, outcome="agrees")
    refuses: Outcome = "lacks" if lacking else "refuses"
    return _agrees(row, accepted=False) or Finding(row=row.id, outcome=refuses, how=shown(str(refused)))


def of_reply(row: Row, question: Question, reply: dict[str, Any]) -> Finding:
    """``reply``: what it found. Finding a value where there may be none is a difference, whatever the value."""
    found = reply.get("found", [])
    if question.expected is None or (question.ask == "parse" and not found):
        difference = ""
    else:
        difference = _difference(question, question.expected, found, reply.get("misfit"))
    if difference and question.letter and not _difference(question, question.letter, found, None):
        return Finding(row=row.id, outcome="agrees", reading="letter")
    if difference and (row.accepts("strict") or row.accepts("lenient")):
        return Finding(row=row.id, outcome="differs", how=shown(difference))
    return _agrees(row, accepted=True) or Finding(row=row.id, outcome="differs", how=ACCEPTED)


def _agrees(row: Row, *, accepted: bool) -> Finding | None:
    """None where it agrees by no reading."""
    by = [reading for reading in READINGS if row.accepts(reading) == accepted]
    if not by:
        return None
    return Finding(row=row.id, outcome="agrees", reading="" if len(by) > 1 else by[0])


def _difference(question: Question, expected: list[str], found: list[str], misfit: str | None) -> str:
    if misfit is not None:
        return f"gives another value: {misfit}"
    if len(found) != len(expected):
        return f"gives {len(found)} of {len(expected)} records"
    for one, other in zip(found, expected, strict=True):
        if not question.same(one, other):
            return f"gives {one}, not {other}"
    return ""


def shown(text: str) -> str:
    """On one line, cut to what a table holds; a lone surrogate, which no file holds, as `?`."""
    line = " ".join(text.encode("utf-8", "replace").decode().split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
