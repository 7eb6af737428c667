"""Proof of what an operation handed over: every record's output held against the record set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from assay.data import canonical
from assay.data.recordset import Part, RecordSet, read_frames
from assay.data.reference import Reference, Undecodable
from assay.data.schema import Array, Map, walk
from assay.rules import PROOF
from assay.runner.process import Broken
from assay.verify.differences import difference, first_byte


@dataclass
class Outputs:
    """What was proved: of each record the encoded bytes, or the canonical text as bytes; timed batches must agree.

    For containers ``of_each`` is empty. ``size``: all encoded bytes, or the container's; 0 for what is decoded.
    """

    of_each: Sequence[bytes]
    identical: bool
    size: int = 0
    notes: list[str] = field(default_factory=list)


class Judge:
    """Holds the outputs of one contestant against one part of a record set."""

    def __init__(self, records: RecordSet, part: Part) -> None:
        self.schema = records.schema
        self.schema_text = records.schema_text
        self.lines = part.lines
        self.frames = part.frames

    @cached_property
    def reference(self) -> Reference:
        return Reference(self.schema_text, self.schema)

    @cached_property
    def write(self) -> canonical.Writer:
        return canonical.writer(self.schema)

    @cached_property
    def read(self) -> Any:
        return canonical.reader(self.schema)

    @cached_property
    def has_one_encoding(self) -> bool:
        """Avro writes arrays and maps in blocks of any size; everything else it writes in one way only."""
        return not any(isinstance(part, Array | Map) for part in walk(self.schema))

    def encoded(self, path: Path) -> Outputs:
        """Judge framed bytes that `prove` wrote for encode."""
        try:
            frames = read_frames(path)
        except (OSError, ValueError) as error:
            raise Broken(PROOF, f"the encoded bytes cannot be read: {error}", "unverified") from None
        self._count(len(frames))
        if frames == self.frames:
            return Outputs(frames, identical=True, size=sum(map(len, frames)))
        other = 0
        for number, (got, expected) in enumerate(zip(frames, self.frames, strict=True)):
            if got == expected:
                continue
            self._same_value(number, got)
            if self.has_one_encoding:
                raise Broken(
                    PROOF,
                    f"record {number} decodes right, but its bytes are not the only ones that Avro allows here "
                    f"(first difference at byte {first_byte(expected, got)})",
                    "unverified",
                )
            other += 1
        note = f"{other} of {len(frames)} records encoded in other bytes than the reference's, with the same values"
        return Outputs(frames, identical=False, size=sum(map(len, frames)), notes=[note])

    def decoded(self, path: Path) -> Outputs:
        """Judge canonical JSON lines that `prove` wrote for decode."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Broken(PROOF, f"the decoded records cannot be read: {error}", "unverified") from None
        lines = text.split("\n")[:-1]
        self._count(len(lines))
        for number, (got, expected) in enumerate(zip(lines, self.lines, strict=True)):
            if got != expected:
                raise self._other_text(number, got)
        return Outputs([line.encode() for line in lines], identical=True)

    def _count(self, count: int) -> None:
        if count != len(self.lines):
            raise Broken(PROOF, f"{count} outputs for {len(self.lines)} records", "unverified")

    def _same_value(self, number: int, got: bytes) -> None:
        try:
            value = self.reference.decode(got)
            line = self.write(value)
        except (Undecodable, canonical.Misfit) as error:
            raise Broken(
                PROOF, f"record {number}: the reference cannot decode its {len(got)} bytes: {error}", "unverified"
            ) from None
        if line != self.lines[number]:
            raise self._other_text(number, line)

    def _other_text(self, number: int, got: str) -> Broken:
        try:
            where = difference(self.read(self.lines[number]), self.read(got))
        except (ValueError, KeyError, TypeError, AttributeError):
            where = f"not a canonical record: {got[:60]!r}"
        whose = self._whose(got, number)
        return Broken(PROOF, f"record {number}: {where or 'canonical text differs'}{whose}", "unverified")

    def _whose(self, got: str, number: int) -> str:
        """A hint where the output is another record's."""
        owner = next((n for n, line in enumerate(self.lines) if line == got), None)
        return "" if owner is None else f" (this is the value of record {owner})"
