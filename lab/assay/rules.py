"""The rules of measurement that a contestant can break, as the reasons of rejected cells name them (docs/rules.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    number: int
    name: str

    @property
    def words(self) -> str:
        return f"rule {self.number} ({self.name})"


BOUNDARY = Rule(1, "owned and finished values")
PROOF = Rule(2, "no number without proof")
TIMED_WORK = Rule(3, "the work in the clock is the work that was proved")
STEADY = Rule(5, "measured when steady")
DURABLE = Rule(8, "what is acknowledged is safe")
CONTRACT = Rule(10, "the contract is kept")
