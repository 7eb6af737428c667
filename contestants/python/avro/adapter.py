"""Apache Avro's Python library: one DatumWriter and one DatumReader for the schema, a fresh stream per record."""

from collections.abc import Iterable
from importlib.metadata import version
from io import BytesIO
from typing import Any

from avro import datafile
from avro.datafile import DataFileReader, DataFileWriter
from avro.io import BinaryDecoder, BinaryEncoder, DatumReader, DatumWriter
from avro.schema import parse

# The library compresses at the level that is its codec's default and takes no other.
LEVELS: dict[str, list[int | None]] = {"null": [None], "deflate": [None, 6], "snappy": [None], "zstandard": [None, 3]}


class Adapter:
    library = "avro"
    version = version("avro")

    def __init__(self, schema: str) -> None:
        self.schema = parse(schema)
        self.writer = DatumWriter(self.schema)
        self.reader = DatumReader(self.schema)

    def configure(self, settings: dict[str, Any]) -> None:
        self.codec = settings["compression"]
        if settings["level"] not in LEVELS[self.codec]:
            raise NotImplementedError(f"avro compresses {self.codec} at its default level only")
        # 64,000 in the library, as a constant of the module: it has no parameter for it.
        datafile.SYNC_INTERVAL = settings["block_bytes"]

    def encode(self, record: Any) -> bytes:
        out = BytesIO()
        self.writer.write(record, BinaryEncoder(out))
        return out.getvalue()

    def decode(self, data: bytes) -> Any:
        return self.reader.read(BinaryDecoder(BytesIO(data)))

    def write(self, records: list[Any]) -> bytes:
        out = BytesIO()
        file = DataFileWriter(out, DatumWriter(), self.schema, self.codec)
        for record in records:
            file.append(record)
        file.flush()
        return out.getvalue()

    def read(self, data: bytes) -> Iterable[Any]:
        return DataFileReader(BytesIO(data), DatumReader())

    def canonical(self) -> str:
        return str(self.schema.canonical_form)

    def resolve(self, writer: str, data: bytes) -> Any:
        return DatumReader(parse(writer), self.schema).read(BinaryDecoder(BytesIO(data)))
