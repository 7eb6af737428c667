"""Which cells may be compared: those of one lane, unless the run was asked to compare across lanes (rule 6)."""

from __future__ import annotations

from assay.operations import OPERATIONS
from assay.results.document import Cell, ContestantFacts, Document, LaneFacts


class Lane(LaneFacts):
    """A contestant's lane in one cell. ``deferred``: work is left to the first reading of what was decoded (rule 1)."""

    deferred: bool = False


def is_deferred(cell: Cell) -> bool:
    return cell.proof is not None and cell.proof.deferred is True


def apart(one: Cell, other: Cell) -> bool:
    """Whether one of the two is deferred and the other finished, so that no word is said of which is faster.

    Not of a document of before the rule, which does not know it of its cells.
    """
    known = [cell.proof.deferred for cell in (one, other) if cell.proof and cell.proof.deferred is not None]
    return len(known) == 2 and known[0] != known[1]


def lane_of(contestant: ContestantFacts, name: str, deferred: bool = False) -> Lane:
    """A contestant's lane in an operation. What appends, does so to a kept buffer, whatever `encode` does."""
    row = OPERATIONS.get(name)  # imported results have operations of their own
    found = Lane(**contestant.lane.model_dump(), deferred=deferred)
    return found.model_copy(update={"buffer": "reused"}) if row and row.appends else found


def lane_of_cell(document: Document, cell: Cell) -> Lane:
    return lane_of(document.contestant(cell.contestant), cell.operation, is_deferred(cell))


def comparable(document: Document, a: Cell, b: Cell) -> bool:
    """Whether the run says of the two which is faster: never of what is finished and what is deferred."""
    one, other = (lane_of_cell(document, cell) for cell in (a, b))
    return one == other or (document.plan.across_lanes and one.deferred == other.deferred)


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
    if isinstance(facts, Lane) and facts.deferred:
        parts.append("deferred")
    return ", ".join(parts)
