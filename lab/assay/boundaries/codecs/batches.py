"""Proof of timed work: the sampled outputs of every batch must be those that were proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from assay.boundaries.codecs.outputs import Outputs
from assay.operations import Operation
from assay.results.document import Batch
from assay.runner.broken import Broken
from assay.runner.rules import CONTRACT, TIMED_WORK
from assay_plain.digest import SplitMix64, combine, fnv1a, sample

CLOCK_SLACK_NS = 5_000_000  # what the lab's clock and the contestant's may differ by over one request

COUNTS = ("passes", "records", "wall_ns", "cpu_ns")


class BatchCheck:
    """Checks the replies to `warm` and `measure` of one operation over ``count`` records.

    ``judge``: raises Broken where bytes are not an encoding of the record of that number.
    """

    def __init__(
        self,
        outputs: Outputs,
        count: int,
        operation: Operation,
        threads: int,
        samples: int,
        judge: Callable[[int, bytes], None] | None = None,
    ) -> None:
        self.judge = judge
        self._handed_over: Iterator[bytes] | None = None
        self.count = count
        self.operation = operation
        self.threads = threads
        self.samples = samples
        self._judged: set[tuple[int, int]] = set()
        self._digest = cache(lambda index: fnv1a(outputs.of_each[index]))

    def check(
        self,
        reply: dict[str, Any],
        seed: int,
        elapsed_ns: int,
        wanted: int | None = None,
        handed_over: list[bytes] | None = None,
    ) -> list[Batch]:
        """The batches of a reply. Broken when it is malformed, or a sample is not what was proved.

        ``elapsed_ns``: from sending the request to having the reply, by the lab's clock. ``wanted``: how many batches
        were asked for. ``handed_over``: the sampled outputs themselves, of all batches, where the kit gives them.
        """
        self._handed_over = None if handed_over is None else iter(handed_over)
        raw = reply.get("batches")
        if not isinstance(raw, list) or not raw or (wanted is not None and len(raw) != wanted):
            got = len(raw) if isinstance(raw, list) else "no"
            raise Broken(CONTRACT, f"{got} batches in the reply, {wanted or 'at least one'} wanted")
        generator = SplitMix64(seed)
        batches = [self._batch(number, batch, generator) for number, batch in enumerate(raw)]
        reported = sum(batch.wall_ns for batch in batches)
        if reported > elapsed_ns + CLOCK_SLACK_NS:
            raise Broken(
                TIMED_WORK, f"reports {reported / 1e6:,.1f} ms in the clock out of {elapsed_ns / 1e6:,.1f} ms in all"
            )
        return batches

    def _batch(self, number: int, raw: Any, generator: SplitMix64) -> Batch:
        if not isinstance(raw, dict) or not all(
            isinstance(raw.get(key), int) and not isinstance(raw.get(key), bool) and raw[key] >= 0 for key in COUNTS
        ):
            raise Broken(CONTRACT, f"batch {number} lacks one of {', '.join(COUNTS)}")
        passes = raw["passes"]
        if passes < 1 or raw["wall_ns"] < 1:
            raise Broken(CONTRACT, f"batch {number} has {passes} passes in {raw['wall_ns']} ns")
        whole = passes * self.count * self.threads
        if raw["records"] != whole:
            raise Broken(
                TIMED_WORK,
                f"batch {number}: {raw['records']} operations done, but {passes} whole passes "
                f"over {self.count} records make {whole}",
            )
        if self.operation.sampled == "whole":  # one output of a pass, which is judged by itself
            drawn, expected = [], None
        else:
            drawn = sample(generator, passes, self.count, self.samples)
            expected = self._expected([index for _, index in drawn])
        if raw.get("digest") != expected:
            raise Broken(
                TIMED_WORK,
                f"batch {number}: of {len(drawn)} outputs of {self.operation.name} drawn at random, "
                "at least one is not what was proved",
            )
        return Batch(
            passes=passes,
            records=raw["records"],
            wall_ns=raw["wall_ns"],
            cpu_ns=raw["cpu_ns"],
            allocated_bytes=_count_or_none(raw.get("allocated_bytes")),
            gc_ns=_count_or_none(raw.get("gc_ns")),
        )

    def _expected(self, drawn: list[int]) -> str:
        """The digest that a batch must have reported: that of the outputs that were proved, or of those handed over."""
        if self._handed_over is None or self.judge is None:
            return combine(self._digest(index) for index in drawn)
        outputs = list(islice(self._handed_over, len(drawn)))
        if len(outputs) != len(drawn):
            raise Broken(TIMED_WORK, f"{len(drawn)} outputs were drawn at random, fewer handed over")
        for index, output in zip(drawn, outputs, strict=True):
            digest = fnv1a(output)
            if digest != self._digest(index) and (index, digest) not in self._judged:
                try:
                    self.judge(index, output)
                except Broken as broken:
                    raise Broken(TIMED_WORK, f"an output of a timed batch: {broken}") from None
                self._judged.add((index, digest))
        return combine(map(fnv1a, outputs))


def _count_or_none(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
