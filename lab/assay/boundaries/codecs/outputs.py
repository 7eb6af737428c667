"""Proof of what an operation handed over: every record's output compared with the record set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from assay.data import canonical, formats
from assay.data.differences import difference, first_byte
from assay.data.formats.codec import Codec, Undecodable
from assay.data.formats.encoded import Encoded
from assay.data.recordset import Part, RecordSet
from assay.data.schema import Array, Map, walk
from assay.data.stored import StoredFrames, StoredLines
from assay.runner.broken import Broken
from assay.runner.rules import PROOF
from assay_plain.reading import digits

SELF_READ = "no reference reads this format: read back by the contestant itself, in a process loaded with other records"

# Has the contestant read framed bytes in a process that never saw the records; Broken where these are not in them.
Reread = Callable[[Path, Part], None]


@dataclass
class Outputs:
    """What was proved: of each record the encoded bytes, or the canonical text as bytes; timed batches must agree.

    For containers ``of_each`` is empty. ``identical``: the bytes are the reference's; ``self_read``: it has none.
    ``size``: all encoded bytes, or the container's; 0 for what is decoded.
    """

    of_each: Sequence[bytes]
    identical: bool
    size: int = 0
    self_read: bool = False
    notes: list[str] = field(default_factory=list)


@lru_cache(maxsize=4)
def _readings(records: RecordSet, part: Part) -> list[bytes]:
    """The reading of each record, made once for all contestants."""
    read = canonical.reader(records.schema)
    return [digits(records.schema, read(line)).encode() for line in part.lines]


class Judge:
    """Compares the outputs of one contestant with one part of a record set."""

    def __init__(self, records: RecordSet, encoded_as: Encoded, part: Part, reread: Reread | None = None) -> None:
        self.records = records
        self.schema = records.schema
        self.schema_text = records.schema_text
        self.encoded_as = encoded_as
        self.part = part
        self.lines = part.lines
        self.reread = reread

    @cached_property
    def reference(self) -> Codec | None:
        return formats.reference(self.encoded_as.format, self.schema_text, self.schema)

    @cached_property
    def write(self) -> canonical.Writer:
        return canonical.writer(self.schema)

    @cached_property
    def read(self) -> Any:
        return canonical.reader(self.schema)

    @cached_property
    def has_one_encoding(self) -> bool:
        """Avro writes arrays and maps in blocks of any size; everything else it writes in one way only."""
        blocks = any(isinstance(part, Array | Map) for part in walk(self.schema))
        return self.encoded_as.format == formats.AVRO and not blocks

    def encoded(self, path: Path, known: Sequence[bytes] = ()) -> Outputs:
        """Judge framed bytes that `prove` wrote for encode. ``known``: of each record, bytes judged before."""
        frames = self.frames(path)
        self._count(len(frames))
        if self.reference is None:
            return self._read_by_itself(path, frames)
        expected_frames = self.encoded_as.frames(self.part)
        other = 0
        for number, (got, expected) in enumerate(zip(frames, expected_frames, strict=True)):
            if got == expected:
                continue
            if not known or got != known[number]:
                self.same_value(number, got)
            if self.has_one_encoding:
                raise Broken(
                    PROOF,
                    f"record {number} decodes right, but its bytes are not the only ones that Avro allows here "
                    f"(first difference at byte {first_byte(expected, got)})",
                )
            other += 1
        if not other:
            return Outputs(expected_frames, identical=True, size=sum(map(len, expected_frames)))
        note = f"{other} of {len(frames)} records encoded in other bytes than the reference's, with the same values"
        return Outputs(frames, identical=False, size=sum(map(len, frames)), notes=[note])

    def frames(self, path: Path) -> StoredFrames:
        """Framed bytes that a contestant wrote; they stay where they are."""
        try:
            return StoredFrames(path)
        except (OSError, ValueError) as error:
            raise Broken(PROOF, f"the encoded bytes cannot be read: {error}") from None

    def _read_by_itself(self, path: Path, frames: Sequence[bytes]) -> Outputs:
        """Only the contestant's library reads these bytes, so it has to, in a process that never saw the records."""
        known = self.encoded_as.frames(self.part)
        if any(got != expected for got, expected in zip(frames, known, strict=True)):  # those have been read back
            if self.reread is None:
                raise Broken(PROOF, "there is no reader for these bytes")
            self.reread(path, self.part)
        return Outputs(frames, identical=False, size=sum(map(len, frames)), self_read=True, notes=[SELF_READ])

    def decoded(self, path: Path) -> Outputs:
        """Judge canonical JSON lines that `prove` wrote for decode."""
        lines = self._stored_lines(path, "decoded records")
        for number, (got, expected) in enumerate(zip(lines, self.part.stored, strict=True)):
            if got != expected:
                raise self._other_text(number, got.decode(errors="replace"))
        return Outputs(self.part.stored, identical=True)

    def readings(self, path: Path) -> Outputs:
        """Judge the readings that `prove` wrote for access."""
        readings = self._stored_lines(path, "readings")
        expected = _readings(self.records, self.part)
        for number, (got, right) in enumerate(zip(readings, expected, strict=True)):
            if got != right:
                raise Broken(PROOF, f"record {number}: what was read is not all its fields")
        return Outputs(expected, identical=True)

    def _stored_lines(self, path: Path, what: str) -> StoredLines:
        try:
            lines = StoredLines(path)
        except OSError as error:
            raise Broken(PROOF, f"the {what} cannot be read: {error}") from None
        self._count(len(lines))
        return lines

    def _count(self, count: int) -> None:
        if count != len(self.lines):
            raise Broken(PROOF, f"{count} outputs for {len(self.lines)} records")

    def same_value(self, number: int, got: bytes) -> None:
        """Broken where the reference finds another record in these bytes than the one of this number."""
        if self.reference is None:
            raise Broken(PROOF, f"record {number} was encoded in other bytes than before")
        try:
            value = self.reference.decode(got)
            line = self.write(value)
        except (Undecodable, canonical.Misfit) as error:
            raise Broken(PROOF, f"record {number}: the reference cannot decode its {len(got)} bytes: {error}") from None
        if line != self.lines[number]:
            raise self._other_text(number, line)

    def _other_text(self, number: int, got: str) -> Broken:
        try:
            where = difference(self.read(self.lines[number]), self.read(got))
        except (ValueError, KeyError, TypeError, AttributeError):
            where = f"not a canonical record: {got[:60]!r}"
        whose = self._whose(got, number)
        return Broken(PROOF, f"record {number}: {where or 'canonical text differs'}{whose}")

    def _whose(self, got: str, number: int) -> str:
        """A hint where the output is another record's."""
        owner = next((n for n, line in enumerate(self.lines) if line == got), None)
        return "" if owner is None else f" (this is the value of record {owner})"
