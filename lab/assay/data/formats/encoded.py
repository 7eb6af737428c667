"""A record set as bytes of one format: framed files, one for each of its parts."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.base.cache import make_folder
from assay.data import canonical, formats
from assay.data.formats.codec import Codec, Inexpressible, Undecodable
from assay.data.recordset import Part, RecordSet
from assay.data.stored import StoredFrames
from assay_plain.framing import frame


@dataclass(frozen=True)
class Encoded:
    """``folder`` holds a file for each part, or is None if no contestant has encoded the records yet."""

    format: str
    folder: Path | None
    _frames: dict[str, StoredFrames] = field(default_factory=dict, compare=False, repr=False)

    def path(self, part: Part) -> Path | None:
        return self.folder / f"{part.name}.bin" if self.folder else None

    def frames(self, part: Part) -> StoredFrames:
        """The bytes of each record of a part; KeyError if no contestant has encoded them."""
        if part.name not in self._frames:
            path = self.path(part)
            if path is None:
                raise KeyError(part.name)
            self._frames[part.name] = StoredFrames(path)
        return self._frames[part.name]

    def size(self, part: Part) -> int:
        return sum(map(len, self.frames(part)))


def avro(records: RecordSet) -> Encoded:
    """Avro's bytes are made with the record set itself."""
    return Encoded(formats.AVRO, records.folder)


def by_reference(records: RecordSet, name: str) -> Encoded | None:
    """The bytes that the lab's reference of a format makes, from the cache or made now; None where it has no reference.

    Inexpressible where the format has no form for some record.
    """
    if name == formats.AVRO:
        return avro(records)
    codec = formats.reference(name, records.schema_text, records.schema)
    if codec is None:
        return None
    write, read = canonical.writer(records.schema), canonical.reader(records.schema)

    def fill(folder: Path) -> None:
        for part in records.parts:
            with (folder / f"{part.name}.bin").open("wb") as file:
                for line in part.lines:
                    file.write(frame(exactly(codec, read(line), line, write)))

    return Encoded(name, make_folder("data", f"{name}-{_key(records, name)}", fill))


def exactly(codec: Codec, value: Any, line: str, write: canonical.Writer) -> bytes:
    """The bytes of a record whose canonical text is ``line``; Inexpressible where they do not give it back.

    Every record is read back, so that no contestant is blamed for what the mapping loses.
    """
    data = codec.encode(value)
    try:
        is_same = write(codec.decode(data)) == line
    except (Undecodable, canonical.Misfit):
        is_same = False
    if not is_same:
        raise Inexpressible(f"the lab's reference does not read back the record {line[:100]}")
    return data


def _key(records: RecordSet, name: str) -> str:
    """Of the records and of the code that maps them."""
    code = sorted(Path(__file__).parent.rglob("*.py"))
    digest = hashlib.sha256(records.folder.name.encode())
    for path in code:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]
