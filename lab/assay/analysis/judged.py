"""What may be said of changes: which cells have become slower or faster beyond a threshold, which are undecided."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.analysis.changes import Change, Changes, Lost
from assay.stats.thresholds import Outcome, outcomes

BROKEN = ("failed", "unverified", "unsupported")


@dataclass(frozen=True)
class Judged:
    """All changes with what may be said of them. ``threshold``: 0.05 is 5%.

    ``counted``: what was counted of each record instead of time, if anything was.
    """

    changes: Changes
    outcomes: list[Outcome]
    threshold: float
    confidence: float
    counted: str = ""

    @property
    def suspects(self) -> list[Change]:
        """What has become slower by more than the threshold."""
        return [change for change, it in zip(self.changes.found, self.outcomes, strict=True) if it.verdict == "slower"]

    @property
    def open(self) -> list[Change]:
        """What might be slower: the interval does not rule it out."""
        both = zip(self.changes.found, self.outcomes, strict=True)
        return [change for change, it in both if it.verdict != "slower" and not it.cleared]

    @property
    def broken(self) -> list[Lost]:
        """What no longer does its work. Nothing is known of a missing cell."""
        return [one for one in self.changes.lost if one.status in BROKEN]


def judge(changes: Changes, threshold: float, confidence: float, counted: str = "") -> Judged:
    found = outcomes([change.difference for change in changes.found], threshold, confidence)
    return Judged(changes, found, threshold, confidence, counted)


def confirmed(first: Judged, fresh: Judged) -> Judged:
    """The first judgement, with what fresh blocks say of its suspects instead of what it said.

    A suspect that the fresh blocks do not have is not confirmed, and so undecided.
    """
    again = {
        (change.subject, change.contestant): (change, it)
        for change, it in zip(fresh.changes.found, fresh.outcomes, strict=True)
    }
    found = []
    for change, it in zip(first.changes.found, first.outcomes, strict=True):
        if it.verdict == "slower":
            unconfirmed = change, replace(it, verdict="undecided", cleared=False)
            found.append(again.get((change.subject, change.contestant), unconfirmed))
        else:
            found.append((change, it))
    changes = replace(first.changes, found=[change for change, _ in found])
    return replace(first, changes=changes, outcomes=[it for _, it in found])
