"""The rules of measurement that a contestant can break, as the reasons of rejected cells name them (docs/rules.md)."""

from __future__ import annotations

from dataclasses import dataclass

from assay.results.document import CellStatus


@dataclass(frozen=True)
class Rule:
    """``status``: what a cell shows instead of a number when the rule is broken."""

    number: int
    name: str
    status: CellStatus

    @property
    def words(self) -> str:
        return f"rule {self.number} ({self.name})"


FINISHED = Rule(1, "owned and finished values", "unverified")
PROOF = Rule(2, "no number without proof", "unverified")
TIMED_WORK = Rule(3, "the work in the clock is the work that was proved", "unverified")
STEADY = Rule(5, "measured when steady", "unstable")
DURABLE = Rule(8, "what is acknowledged is safe", "unverified")
CONTRACT = Rule(10, "the contract is kept", "failed")
