"""Who is measured in earnest: of each language those that can still be the best at something, by one short block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from assay.analysis.advice import READ, WRITE, Advice, Candidate
from assay.results.document import CellStatus, Document
from assay.results.request import Care

WITHIN = 4 / 3  # of the best's time or mean: one short block is rarely further off
LEAST = 2  # of each language and question, so that the best has somebody to be better than


def considered(screening: Document) -> Document:
    """A copy without unstable cells: a short block is too short to judge that."""
    document = screening.model_copy(deep=True)
    for cell in document.cells:
        if cell.status == "unstable" and cell.samples:
            cell.status = "measured"
    return document


def finalists(advice: Advice, care: Care | None) -> list[str]:
    """The names of contestants, the best compromise of all first; empty if none has a number."""
    found = []
    for question in ("compromise", "any"):
        if best := advice.choice(question):
            found += [one.name for one in (best.first, *(rival.candidate for rival in best.rivals[:1]))]
    for language in advice.languages:
        found += [one.name for one in _of(advice, language, care)]
    return list(dict.fromkeys(found))


def _of(advice: Advice, language: str, care: Care | None) -> Iterator[Candidate]:
    able = advice.of(language)
    for name, operation in (("write", WRITE), ("read", READ)):
        if care in (None, name):
            yield from _near([(advice.time(one, operation), one) for one in able if operation in one.cells])
    whole = advice.whole(language)
    yield from _near([(advice.score(one), one) for one in whole])
    if whole and care in (None, "size"):  # the smallest format's best
        least = min(one.sizes.mean for one in whole if one.sizes)
        yield min((one for one in whole if one.sizes and one.sizes.mean == least), key=advice.score)


def _near(values: Sequence[tuple[float, Candidate]]) -> list[Candidate]:
    ordered = sorted(values, key=lambda one: one[0])
    return [one for place, (value, one) in enumerate(ordered) if place < LEAST or value <= WITHIN * ordered[0][0]]


def others(screening: Document, advice: Advice, chosen: Sequence[str]) -> Mapping[str, tuple[CellStatus, str]]:
    """By the keys of cells that are not measured in earnest: the status and reason that they have instead."""
    found: dict[str, tuple[CellStatus, str]] = {
        cell.key: (cell.status, cell.reason)
        for cell in screening.cells
        if cell.status not in ("planned", "measured", "unstable")
    }
    for one in advice.candidates:
        for operation, cell in one.cells.items():
            if one.name not in chosen:
                found[cell.key] = ("left-out", _behind(advice, one, operation))
    return found


def _behind(advice: Advice, one: Candidate, operation: str) -> str:
    same = [advice.time(other, operation) for other in advice.of(one.facts.language) if operation in other.cells]
    times = advice.time(one, operation) / min(same)
    return f"not near the best of its language in a short block: {times:.2f} times the time of the fastest"
