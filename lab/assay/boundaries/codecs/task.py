"""A task of a codec: who judges what the operation gave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from assay.boundaries.codecs.outputs import Judge, Outputs, Reread
from assay.data.formats.encoded import Encoded
from assay.data.recordset import Part, RecordSet
from assay.results.way import CodecWay
from assay.runner.task import Task, W

# By what an operation gives.
JUDGES: dict[str, Callable[[Judge, Path, Sequence[bytes]], Outputs]] = {
    "encoded": lambda judge, path, known: judge.encoded(path, known),
    "values": lambda judge, path, known: judge.decoded(path),
    "readings": lambda judge, path, known: judge.readings(path),
}


@dataclass(frozen=True)
class ProvableTask(Task[W], Generic[W]):
    """A task whose outputs `prove` hands over record by record, of a codec or a container."""

    @property
    def input_size(self) -> int:
        """Bytes of what an operation takes that takes bytes."""
        return self.encoded.size(self.records.records)

    def judge_of(self, part: Part, reader: Reread | None = None) -> Judge:
        return Judge(self.records, self.encoded, part, reader)

    def judge(self, part: Part, path: Path, reader: Reread | None = None, known: Sequence[bytes] = ()) -> Outputs:
        """Judge what `prove` wrote; Broken where it is not right.

        ``reader``: reads bytes that have no reference. ``known``: of each record, encoded bytes judged before.
        """
        return JUDGES[self.what.gives](self.judge_of(part, reader), path, known)

    def handed_over(self, part: Part, path: Path) -> list[bytes] | None:
        """Sampled encodings, where the kit hands them over: those of maps come out in another order every time."""
        return list(self.judge_of(part).frames(path)) if self.what.gives == "encoded" and path.exists() else None

    def judge_whole(self, part: Part, path: Path) -> None:
        """Judge the one output of a whole pass, where that is what a timed batch is sampled by."""
        return


@dataclass(frozen=True)
class CodecTask(ProvableTask[CodecWay]):
    """An operation on one record at a time."""


def codec_task(records: RecordSet, operation: str, in_format: Encoded | None = None, threads: int = 1) -> CodecTask:
    return CodecTask(records, operation, CodecWay(threads=threads), in_format)
