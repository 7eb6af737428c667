"""A run that is spread over a longer time (`--over`): how long the machine is left alone before its next block.

Hours of a machine with neighbours differ by more than blocks of one hour do. The pauses share the time that measuring
leaves, each somewhat shorter or longer by the seed, so that nothing that comes at fixed times falls in step with them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

from assay.results.document import Document

JITTER = 0.5  # of a pause, at most, except of the last one, after which the run is to end in time


def blocks_left(document: Document) -> int:
    """How many blocks such a run is likely to measure yet; one at least must be finished."""
    settings = document.plan.settings
    if settings.blocks is not None:
        return settings.blocks - len(document.blocks)
    within = (settings.budget_seconds - document.measure_seconds) / _each(document)
    return min(settings.max_blocks - len(document.blocks), int(within))


def pause(document: Document) -> float:
    """Seconds from the end of the last block to the next one; 0 where blocks follow each other, or time is up."""
    over = document.plan.settings.over_seconds
    if over is None or not document.blocks:
        return 0.0
    left = max(1, blocks_left(document))
    free = over - document.measure_seconds - document.pause_seconds - left * _each(document)
    jitter = Random(f"pause {document.plan.seed} {len(document.blocks)}").uniform(-JITTER, JITTER) if left > 1 else 0
    return max(0.0, free / left * (1 + jitter))


class Pauses:
    """Waits between blocks. ``sleep`` and ``now`` are for tests."""

    def __init__(
        self, sleep: Callable[[float], None] = time.sleep, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.sleep, self.now = sleep, now

    def wait(self, document: Document, waits: Callable[[Document, float, datetime], None]) -> None:
        """Until the next block is due; ``waits`` is called with the seconds that are left until then, and with then.

        A pause in which the run was interrupted goes on meanwhile: a run that is resumed later begins at once.
        """
        whole = pause(document)
        if whole:
            last, now = document.blocks[-1], self.now()
            due = datetime.fromisoformat(last.started) + timedelta(seconds=last.seconds + whole)
            seconds = min(whole, (due - now).total_seconds())  # a clock may have been set back
            if seconds > 0:
                waits(document, seconds, now + timedelta(seconds=seconds))
                self.sleep(seconds)
        document.pause_seconds += whole


def _each(document: Document) -> float:
    """Seconds that a block takes."""
    return document.measure_seconds / len(document.blocks)
