"""Whom a document recommends, and how sure that is: the smallest, the fastest, the best compromise.

The compromise of two contestants is weighed by the geometric mean of their times to write, times to read, and sizes,
each relative to the other's (docs/try.md). Where several languages take part, it is sought among the formats that
they can exchange; `any` seeks it among all formats.
Controls, kits and what has no number take no part: nothing is recommended that was not proved and measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from assay.analysis.comparisons import Compared, compare
from assay.analysis.lanes import is_deferred
from assay.results.document import Cell, ContestantFacts, Document, Sizes
from assay.results.request import Care
from assay.stats.paired import RatioInterval
from assay.stats.verdict import Verdict, verdict
from assay.stats.weighted import weighted

WRITE, READ = "encode", "decode"
Question = Literal["write", "read", "compromise", "any"]
LEAST_SIZE = 1.0  # bytes of a record in a compromise: Avro writes a record of nulls in none
LEAST_LANGUAGES = 2  # that read and write a format which languages exchange, unless certain ones are asked for
PROVED = ("planned", "measured", "unstable", "left-out")  # statuses of cells whose bytes were proved, if there are any
OPERATION: dict[Question, str] = {"write": WRITE, "read": READ}


@dataclass(frozen=True)
class Weights:
    """What counts how much in a compromise; they add up to 1."""

    write: float
    read: float
    size: float


def weights(care: Care | None) -> Weights:
    """All alike; what is cared for counts as much as the two others together."""
    parts = {"write": 1.0, "read": 1.0, "size": 1.0}
    if care:
        parts[care] = 2.0
    whole = sum(parts.values())
    return Weights(**{name: part / whole for name, part in parts.items()})


@dataclass(frozen=True)
class Candidate:
    """A contestant with its cells that have a number; ``sizes`` of what it writes, None where that was not proved."""

    facts: ContestantFacts
    cells: dict[str, Cell]
    sizes: Sizes | None

    @property
    def name(self) -> str:
        return self.facts.name


@dataclass(frozen=True)
class Rival:
    """How much better the first is than this one; None where no block has both."""

    candidate: Candidate
    ahead: RatioInterval | None
    verdict: Verdict


@dataclass(frozen=True)
class Choice:
    """The answer to one question: the first by its estimate, and all others behind it, the nearest first."""

    first: Candidate
    rivals: list[Rival]

    @property
    def close(self) -> list[Rival]:
        """Those that are not shown to be behind the first."""
        return [rival for rival in self.rivals if rival.verdict != "faster"]

    @property
    def standing(self) -> Literal["decided", "same", "undecided"]:
        """Same: all that are not behind are alike within the margin."""
        if not self.close:
            return "decided"
        return "same" if all(rival.verdict == "same" for rival in self.close) else "undecided"


@dataclass(frozen=True)
class Advice:
    """The answers that a document gives, of all languages or of one."""

    document: Document
    candidates: list[Candidate]
    compared: dict[str, Compared]
    weights: Weights

    @property
    def languages(self) -> list[str]:
        return sorted({one.facts.language for one in self.candidates})

    def of(self, language: str | None) -> list[Candidate]:
        return [one for one in self.candidates if language in (None, one.facts.language)]

    @cached_property
    def readers(self) -> dict[str, set[str]]:
        """By format, the languages that write and read it: those of the catalog, if the document has them."""
        trial = self.document.plan.request.trial
        found = {name: set(languages) for name, languages in trial.readers.items()} if trial else {}
        for one in self.candidates:
            found.setdefault(one.facts.format, set()).add(one.facts.language)
        return found

    def is_alone(self, name: str) -> bool:
        """Whether one language alone reads a format, as far as the document knows the catalog."""
        trial = self.document.plan.request.trial
        return trial is not None and len(trial.readers.get(name, range(LEAST_LANGUAGES))) < LEAST_LANGUAGES

    @cached_property
    def unconfirmed(self) -> set[str]:
        """The formats that no reference judged: contestants read back what they wrote themselves."""
        own = {c.contestant for c in self.document.cells if c.proof and c.proof.bytes == "self-read"}
        return {one.facts.format for one in self.candidates if one.name in own}

    @property
    def between(self) -> list[str]:
        """The languages that have to read and write a format; empty: any `LEAST_LANGUAGES`."""
        trial = self.document.plan.request.trial
        return (trial.between if trial else None) or []

    def is_exchanged(self, name: str) -> bool:
        """Whether the languages asked for can exchange a format, by a reference that confirms its bytes."""
        languages = self.readers.get(name, set())
        enough = languages.issuperset(self.between) and len(languages) >= LEAST_LANGUAGES
        return enough and name not in self.unconfirmed

    def has_to_be_exchanged(self, language: str | None) -> bool:
        """Whether a compromise has to be in a format that languages exchange; not for one language by itself."""
        return bool(self.between) or (language is None and len(self.languages) > 1)

    def choice(self, question: Question, language: str | None = None) -> Choice | None:
        """None if no candidate has what the question is about."""
        if question in ("compromise", "any"):
            able = self.whole(language)
            if question == "compromise" and self.has_to_be_exchanged(language):
                able = [one for one in able if self.is_exchanged(one.facts.format)]
            return _choose(able, self.score, self.ahead, self.margin)
        operation = OPERATION[question]
        able = [one for one in self.of(language) if operation in one.cells]
        return _choose(able, lambda one: self.time(one, operation), self._ahead(operation), self.margin)

    @property
    def margin(self) -> float:
        return self.document.plan.settings.margin

    def whole(self, language: str | None = None) -> list[Candidate]:
        """Those with both times and a size, so that a compromise can be weighed."""
        return [one for one in self.of(language) if {WRITE, READ} <= one.cells.keys() and one.sizes]

    def time(self, one: Candidate, operation: str) -> float:
        """What a record takes, in ns."""
        return self.compared[operation].time(one.cells[operation]).value

    def size(self, one: Candidate) -> float:
        """Bytes of a record, as they are weighed: one at least, since nothing is no part of anything."""
        assert one.sizes is not None
        return max(LEAST_SIZE, one.sizes.mean)

    def score(self, one: Candidate) -> float:
        """The geometric mean of times and size, by the weights: only its ratio to another's means something."""
        by = self.weights
        return math.exp(
            by.write * math.log(self.time(one, WRITE))
            + by.read * math.log(self.time(one, READ))
            + by.size * math.log(self.size(one))
        )

    def ahead(self, first: Candidate, other: Candidate) -> RatioInterval | None:
        """How much better the first compromises."""
        write, read = self._ahead(WRITE)(first, other), self._ahead(READ)(first, other)
        if write is None or read is None or first.sizes is None or other.sizes is None:
            return None
        by = self.weights
        smaller = (self.size(other) / self.size(first)) ** by.size
        return weighted([(write, by.write), (read, by.read)], smaller, self.document.plan.settings.confidence)

    def _ahead(self, operation: str) -> Callable[[Candidate, Candidate], RatioInterval | None]:
        """How many times as fast the first is as the other."""
        return lambda first, other: self.compared[operation].pair(other.cells[operation], first.cells[operation])

    @cached_property
    def smallest(self) -> list[Candidate]:
        """From the smallest mean size up."""
        return sorted((one for one in self.candidates if one.sizes), key=_mean)


def advise(document: Document) -> Advice:
    """What a document says of its first workload; of a document of `assay try` that is the only one.

    What leaves work to the first reading is not ranked among those that finish theirs, so it has no time to read here.
    """
    workload = document.workloads[0].name
    compared = {
        found.subject[1]: found
        for found in compare(document).values()
        if found.subject[0] == workload and found.subject[1] in (WRITE, READ) and not found.subject[2]
    }
    cells: dict[str, dict[str, Cell]] = {}
    sizes: dict[str, Sizes] = {}
    for cell in document.cells:
        if cell.workload != workload or cell.control or cell.harness:
            continue
        if cell.operation in compared and cell.status == "measured" and cell.samples and not is_deferred(cell):
            cells.setdefault(cell.contestant, {})[cell.operation] = cell
        if cell.operation == WRITE and cell.status in PROVED and cell.proof and cell.proof.sizes:
            sizes[cell.contestant] = cell.proof.sizes
    candidates = [
        Candidate(facts, cells.get(facts.name, {}), sizes.get(facts.name))
        for facts in document.contestants
        if facts.name in cells or facts.name in sizes
    ]
    trial = document.plan.request.trial
    return Advice(document, candidates, compared, weights(trial.care if trial else None))


def _mean(one: Candidate) -> float:
    return one.sizes.mean if one.sizes else math.inf


def _choose(
    able: Sequence[Candidate],
    value: Callable[[Candidate], float],
    ahead: Callable[[Candidate, Candidate], RatioInterval | None],
    margin: float,
) -> Choice | None:
    """``value``: smaller is better."""
    if not able:
        return None
    first, *others = sorted(able, key=value)
    rivals = []
    for other in others:
        interval = ahead(first, other)
        rivals.append(Rival(other, interval, verdict(interval, margin) if interval else "undecided"))
    return Choice(first, rivals)
