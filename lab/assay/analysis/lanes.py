"""Which cells may be compared: those of one lane, unless the run was asked to compare across lanes (rule 6)."""

from __future__ import annotations

from assay.operations import OPERATIONS
from assay.results.document import Cell, ContestantFacts, Document, LaneFacts


def lane_of(contestant: ContestantFacts, name: str) -> LaneFacts:
    """A contestant's lane in an operation. What appends, does so to a kept buffer, whatever `encode` does."""
    row = OPERATIONS.get(name)  # imported results have operations of their own
    return contestant.lane.model_copy(update={"buffer": "reused"}) if row and row.appends else contestant.lane


def comparable(document: Document, a: Cell, b: Cell) -> bool:
    """Whether the run says of the two which is faster."""
    one, other = (lane_of(document.contestant(cell.contestant), cell.operation) for cell in (a, b))
    return document.plan.across_lanes or one == other


def lane(facts: LaneFacts) -> str:
    """typed, and what is out of the ordinary: reused scratch, borrowed strings, no checking, conversion inside."""
    parts = [facts.typing]
    if facts.buffer == "reused":
        parts.append("reused")
    if facts.strings == "borrowed":
        parts.append("borrowed")
    if not facts.input_checking:
        parts.append("unchecked")
    if facts.conversion:
        parts.append("converted")
    return ", ".join(parts)
