"""A contestant's process that is kept from one question to the next: most of a short test would be its start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from assay.builder.builder import Built
from assay.languages.shared.recipe import Start
from assay.runner import session
from assay.runner.process import Limits, Process


class Kept:
    """One process at a time: asked for another build, it ends. Who has broken something ends it, too."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder, self.limits = folder, limits
        self.stack = ExitStack()
        self.running: tuple[Start, Process] | None = None

    def process(self, built: Built) -> Process:
        """Greeted. It may be loaded already, with whatever was asked for before."""
        assert built.start is not None, built.reason
        if self.running is None or self.running[0] != built.start:
            self.end()
            process = self.stack.enter_context(session.start(built, self.folder / "log", self.limits))
            self.running = built.start, process
            session.greet(process, built)
        return self.running[1]

    def end(self) -> None:
        self.stack.close()
        self.running = None


@contextmanager
def keeping(folder: Path, limits: Limits) -> Iterator[Kept]:
    kept = Kept(folder, limits)
    try:
        yield kept
    finally:
        kept.end()
