"""Proof of container files: framing by the specification, the records inside, and two other libraries' reading."""

from __future__ import annotations

import io
from pathlib import Path

from assay.boundaries.codecs.outputs import Outputs
from assay.data import canonical, container_format
from assay.data.container_format import BadContainer, Container
from assay.data.containers import read_back
from assay.data.differences import difference
from assay.data.recordset import Part, RecordSet
from assay.data.reference import Reference, Undecodable
from assay.results.way import ContainerWay
from assay.runner.broken import Broken
from assay.runner.rules import PROOF


def judge_container(path: Path, records: RecordSet, part: Part, settings: ContainerWay) -> Outputs:
    """Judge a container file that `prove` wrote: thoroughly, by three readers. Broken says what is wrong with it."""
    data = _bytes(path)
    container = _framing(data, settings)
    identical = judge_records(container, records, part)
    for reader, found in read_back(data, records).items():
        if isinstance(found, str):
            raise Broken(PROOF, f"{reader} cannot read the container: {found}")
        if found != list(part.lines):
            raise Broken(PROOF, f"{reader} finds other records in the container")
    return Outputs([], identical, len(data), notes=_notes(container, settings, identical))


def judge_timed_container(path: Path, records: RecordSet, part: Part, settings: ContainerWay) -> None:
    """Judge a container file out of a timed batch: framing and records."""
    judge_records(_framing(_bytes(path), settings), records, part)


def judge_records(container: Container, records: RecordSet, part: Part) -> bool:
    """Whether the datums are the reference's, byte for byte; Broken where they are not even the same records."""
    count = sum(number for number, _ in container.blocks)
    if count != part.count:
        raise Broken(PROOF, f"the container holds {count} records, not {part.count}")
    if b"".join(data for _, data in container.blocks) == b"".join(part.frames):
        return True
    reference = Reference(records.schema_text, records.schema)
    write, read = canonical.writer(records.schema), canonical.reader(records.schema)
    lines = iter(part.lines)
    number = 0
    for block, (count, data) in enumerate(container.blocks):
        stream = io.BytesIO(data)
        for _ in range(count):
            try:
                value = reference.decode_one(stream)
            except Undecodable as error:
                raise Broken(PROOF, f"block {block}, record {number}: {error}") from None
            if write(value) != (line := next(lines)):
                where = difference(read(line), value)
                raise Broken(PROOF, f"record {number} of the container: {where}")
            number += 1
        if stream.read(1):
            raise Broken(PROOF, f"block {block} holds more than its {count} records")
    return False


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Broken(PROOF, f"the container cannot be read: {error}") from None


def _framing(data: bytes, settings: ContainerWay) -> Container:
    try:
        container = container_format.take_apart(data)
    except BadContainer as error:
        raise Broken(PROOF, f"the container is not well formed: {error}") from None
    if container.codec != settings.compression:
        raise Broken(PROOF, f'the container says codec "{container.codec}", not "{settings.compression}"')
    return container


def _notes(container: Container, settings: ContainerWay, identical: bool) -> list[str]:
    notes = list(container.notes)
    if not identical:
        notes.append("datums in other bytes than the reference's, with the same values")
    sizes = [len(data) for _, data in container.blocks[:-1]]
    if sizes and not 0.5 <= max(sizes) / settings.block_bytes <= 2:
        notes.append(f"blocks of {max(sizes):,} bytes uncompressed, {settings.block_bytes:,} were asked for")
    return notes
