"""Reference container files of a record set, for every part of it; made once for a codec, level and block size."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from assay.base.cache import make_folder
from assay.base.errors import AssayError
from assay.data import canonical, container_format
from assay.data.recordset import Part, RecordSet
from assay.data.reference import CONTAINER_READERS
from assay.results.way import ContainerWay

LEVELS = {"null": None, "deflate": 6, "snappy": None, "zstandard": 3}


@dataclass(frozen=True)
class Containers:
    """The reference's files of one record set, written in one way."""

    way: ContainerWay
    folder: Path

    def path(self, part: Part) -> Path:
        return self.folder / f"{part.name}.avro"

    def size(self, part: Part) -> int:
        return self.path(part).stat().st_size


def containers(records: RecordSet, way: ContainerWay) -> Containers:
    """The reference's container files of a record set, from the cache or made now, and read by two libraries.

    AssayError where a library does not find the same records in a file of ours: then nothing could be proved with it.
    """
    text = "\0".join(
        [
            container_format.__doc__ or "",
            str(way.model_dump(include={"compression", "level", "block_bytes"})),
            records.folder.name,
        ]
    )
    key = hashlib.sha256(text.encode()).hexdigest()[:20]

    def fill(folder: Path) -> None:
        for part in records.parts:
            sync = hashlib.sha256(f"{key} {part.name}".encode()).digest()[: container_format.SYNC_SIZE]
            data = container_format.build(
                records.schema_text, part.frames, way.compression, way.level, way.block_bytes, sync
            )
            (folder / f"{part.name}.avro").write_bytes(data)
        for reader, lines in read_back((folder / "records.avro").read_bytes(), records).items():
            if lines != list(records.records.lines):
                raise AssayError(f"{records.workload}: {reader} does not find the records in the reference's container")

    return Containers(way, make_folder("data", f"container-{way.compression}-{key}", fill))


def read_back(data: bytes, records: RecordSet) -> dict[str, list[str] | str]:
    """What the two reference libraries find in a container file: canonical lines, or the message of a failure."""
    write = canonical.writer(records.schema)
    found: dict[str, list[str] | str] = {}
    for name, read in CONTAINER_READERS.items():
        try:
            found[name] = [write(value) for value in read(data)]
        except Exception as error:  # a file may be wrong in any way, and readers fail in many
            found[name] = f"{type(error).__name__}: {error}"
    return found
