"""Apache Avro's Python library: one DatumWriter and one DatumReader for the schema, a fresh stream per record."""

from importlib.metadata import version
from io import BytesIO
from typing import Any

from avro.io import BinaryDecoder, BinaryEncoder, DatumReader, DatumWriter
from avro.schema import parse


class Adapter:
    library = "avro"
    version = version("avro")

    def __init__(self, schema: str) -> None:
        parsed = parse(schema)
        self.writer = DatumWriter(parsed)
        self.reader = DatumReader(parsed)

    def encode(self, record: Any) -> bytes:
        out = BytesIO()
        self.writer.write(record, BinaryEncoder(out))
        return out.getvalue()

    def decode(self, data: bytes) -> Any:
        return self.reader.read(BinaryDecoder(BytesIO(data)))
