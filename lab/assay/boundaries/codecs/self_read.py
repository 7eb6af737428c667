"""Formats that only their own library reads: a contestant encodes in one process and reads it back in another.

The reading process is loaded with other records, so it cannot take the answer from anywhere but the bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from assay.boundaries.codecs.outputs import Reread
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import Built
from assay.data import formats
from assay.data.formats.codec import Inexpressible
from assay.data.formats.encoded import Encoded, by_reference
from assay.data.recordset import Part, RecordSet
from assay.runner import session
from assay.runner.broken import Unsupported
from assay.runner.process import Limits
from assay.runner.task import Task


def in_format(built: Built, records: RecordSet, limits: Limits, folder: Path) -> Encoded:
    """The records as bytes of the contestant's format: the reference's, else its own, read back once.

    Broken where the format has no form for the records, or the contestant does not read its own bytes.
    """
    name = built.contestant.manifest.format
    try:
        encoded = by_reference(records, name)
    except Inexpressible as error:
        raise Unsupported(f"{records.workload} cannot be written in {name}: {error}") from None
    return encoded or _by_itself(built, records, limits, folder)


def reread(built: Built, task: Task[Any], limits: Limits, folder: Path) -> Reread | None:
    """What reads a contestant's bytes where no reference does; None where one does."""
    if task.encoded.format in formats.REFERENCES:
        return None
    return lambda path, part: _read_back(built, task.records, part, path, limits, folder)


def _by_itself(built: Built, records: RecordSet, limits: Limits, folder: Path) -> Encoded:
    name = built.contestant.manifest.format
    if "decode" not in built.contestant.manifest.operations:
        raise Unsupported(f"no reference reads {name}, and this contestant does not decode")
    place = folder / f"{records.workload.replace(':', '-')}-{name}"
    place.mkdir(parents=True, exist_ok=True)
    encoded = Encoded(name, place)
    task = codec_task(records, "encode", Encoded(name, None))
    with session.start(built, place / "encode.log", limits) as process:
        session.greet(process, built)
        for part in records.parts:
            session.load(process, task, part)
            process.ask("prove", operation="encode", output=str(encoded.path(part)))
        process.bye()
    for part in (records.records, records.decoys):
        path = encoded.path(part)
        assert path is not None
        _read_back(built, records, part, path, limits, place)
    return encoded


def _read_back(built: Built, records: RecordSet, part: Part, path: Path, limits: Limits, folder: Path) -> None:
    """Broken where another process of the contestant does not find the part's records in these bytes."""
    task = codec_task(records, "decode", Encoded(built.contestant.manifest.format, None))
    other = records.records if part.name == records.decoys.name else records.decoys
    output = folder / "reread.out"
    with session.start(built, folder / "reread.log", limits) as process:
        session.greet(process, built)
        process.ask("load", **{**task.load_keys(other), "encoded": str(path)})
        process.ask("prove", operation="decode", output=str(output))
        process.bye()
    task.judge(part, output)
