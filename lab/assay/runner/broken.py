"""Why a cell has no number: a rule that was broken, a library that cannot do it, a contestant that is missing."""

from __future__ import annotations

from assay.results.document import CellStatus
from assay.runner.rules import CONTRACT, PROOF, Rule


class Broken(Exception):
    """A contestant that broke a rule. ``status`` and ``reason`` are what its cell shows instead of a number."""

    def __init__(self, rule: Rule, message: str) -> None:
        super().__init__(message)
        self.rule = rule

    @property
    def status(self) -> CellStatus:
        return self.rule.status

    @property
    def reason(self) -> str:
        return f"{self.rule.words}: {self}"


class Hung(Broken):
    """No reply in time. The process still runs, and may yet reply."""


class Greedy(Broken):
    """It took more memory than it may."""


class Died(Broken):
    """The process ended by itself, or something killed it."""


class Suspected(Broken):
    """A rule that seems broken by how long things took. A busy machine may have done it, so it has to be confirmed."""


class Refused(Broken):
    """An error reply: the library cannot do this, or failed at it. The process goes on and may be asked again."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(PROOF, message)
        self.kind = kind

    @property
    def status(self) -> CellStatus:
        return "unsupported" if self.kind == "unsupported" else "failed"

    @property
    def reason(self) -> str:
        """What is unsupported breaks no rule, so the library's own words stand alone."""
        return str(self) if self.kind == "unsupported" else super().reason


class Unsupported(Refused):
    """What the lab itself knows that a contestant, a format or this machine cannot do."""

    def __init__(self, message: str) -> None:
        super().__init__("unsupported", message)


class NotBuilt(Broken):
    """A contestant that cannot be started: its toolchain is missing, or its build failed."""

    def __init__(self, status: CellStatus, reason: str) -> None:
        super().__init__(CONTRACT, reason)
        self._status = status

    @property
    def status(self) -> CellStatus:
        return self._status

    @property
    def reason(self) -> str:
        return str(self)
