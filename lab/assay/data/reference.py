"""The reference Avro codec: fastavro, checked against a second, independent implementation (Apache Avro's own)."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import avro.datafile
import avro.errors
import avro.io
import avro.schema
import fastavro

from assay.base.errors import AssayError, reason
from assay.data import canonical
from assay.data.bare import bare
from assay.data.schema import Array, Enum, Fixed, Map, Record, Schema, Union, full_name, parse

NAMES = f"fastavro {version('fastavro')}, agreed by avro {version('avro')}"


class Undecodable(ValueError):
    """Bytes that are not Avro datum of the schema."""


def by_fastavro(schema_text: str, schema: Schema) -> Any:
    """A schema as fastavro has it; AssayError where it has none."""
    return _read("fastavro", fastavro.parse_schema, schema_text, schema)


def _by_avro(schema_text: str, schema: Schema) -> Any:
    def parse_schema(document: Any) -> Any:
        return avro.schema.parse(json.dumps(document), validate_names=False)

    return _read("avro", parse_schema, schema_text, schema)


def _read(library: str, parse_schema: Callable[[Any], Any], schema_text: str, schema: Schema) -> Any:
    """What a library makes of a schema; where it refuses it, of its bare form."""
    try:
        return parse_schema(json.loads(schema_text))
    except Exception:  # both raise many kinds
        try:
            return parse_schema(bare(schema))
        except Exception as error:
            raise AssayError(f"the schema: {library}, which proves the bytes, refuses it: {reason(error)}") from None


class Reference:
    """Encodes and decodes plain values of one schema."""

    def __init__(self, schema_text: str, schema: Schema) -> None:
        self.parsed = by_fastavro(schema_text, schema)
        self.hinted = _hinter(schema)

    def encode(self, value: Any) -> bytes:
        out = io.BytesIO()
        fastavro.schemaless_writer(out, self.parsed, self.hinted(value))
        return out.getvalue()

    def decode(self, data: bytes) -> Any:
        """The plain value of a datum; Undecodable when the bytes do not hold exactly one."""
        stream = io.BytesIO(data)
        value = self.decode_one(stream)
        if stream.tell() != len(data):
            raise Undecodable(f"{len(data) - stream.tell()} bytes are left after the record")
        return value

    def decode_one(self, stream: io.BytesIO) -> Any:
        """The plain value of the next datum of a stream; Undecodable when there is none."""
        try:
            return fastavro.schemaless_reader(stream, self.parsed, None)
        except Exception as error:  # fastavro raises many kinds, for bytes that may hold anything
            raise Undecodable(f"{type(error).__name__}: {error}".rstrip(": ")) from None

    def container(self, path: Path, values: Iterable[Any]) -> None:
        """Write the records as an Avro object container file, uncompressed."""
        with path.open("wb") as file:
            fastavro.writer(file, self.parsed, (self.hinted(v) for v in values), codec="null")


def cross_check(schema_text: str, lines: Sequence[str], encoded: Sequence[bytes], where: str, first: int = 0) -> None:
    """Every datum read by the second reference must be the record of its canonical line; AssayError where not.

    ``first``: the number of the first of them, for the message.

    It reads rather than writes: for some unions its writer takes another branch than the first that fits, but bytes
    leave a reader no choice.
    """
    schema = parse(schema_text, json_names=True)
    reader = avro.io.DatumReader(_by_avro(schema_text, schema))
    write = canonical.writer(schema)
    for number, (line, data) in enumerate(zip(lines, encoded, strict=True), first):
        stream = io.BytesIO(data)
        try:
            text = write(reader.read(avro.io.BinaryDecoder(stream)))
        except (avro.errors.AvroException, canonical.Misfit, ValueError) as error:
            raise AssayError(f"{where}: the second reference cannot read record {number}: {error}") from None
        if text != line or stream.read(1):
            raise AssayError(
                f"{where}: the two references disagree on record {number} ({data[:24].hex()}…); "
                "so nothing can be proved"
            )


def _read_by_fastavro(data: bytes) -> list[Any]:
    return list(fastavro.reader(io.BytesIO(data)))


def _read_by_avro(data: bytes) -> list[Any]:
    return list(avro.datafile.DataFileReader(io.BytesIO(data), avro.io.DatumReader()))


# Each reads all records of a container file.
CONTAINER_READERS: dict[str, Callable[[bytes], list[Any]]] = {
    "fastavro": _read_by_fastavro,
    "avro": _read_by_avro,
}


def _hinter(schema: Schema) -> Callable[[Any], Any]:
    """fastavro guesses the branch of a named type in a union; a (name, value) pair names it."""
    made: dict[int, Callable[[Any], Any]] = {}

    def of(s: Schema) -> Callable[[Any], Any]:
        match s:
            case Array(items=items):
                inner = of(items)
                return lambda values: [inner(v) for v in values]
            case Map(values=values):
                inner = of(values)
                return lambda entries: {k: inner(v) for k, v in entries.items()}
            case Record(fields=fields):
                if id(s) not in made:
                    parts: list[tuple[str, Callable[[Any], Any]]] = []
                    made[id(s)] = lambda value: {name: inner(value[name]) for name, inner in parts}
                    parts.extend((f.name, of(f.schema)) for f in fields)
                return made[id(s)]
            case Union(branches=branches):
                return of_union(s, [of(b) for b in branches])
            case _:
                return lambda value: value

    def of_union(union: Union, inners: list[Callable[[Any], Any]]) -> Callable[[Any], Any]:
        def hint(value: Any) -> Any:
            number = canonical.branch_of(union, value)
            branch = union.branches[number]
            value = inners[number](value)
            named = isinstance(branch, Record | Enum | Fixed)
            return (full_name(branch), value) if named and value is not None else value  # type: ignore[arg-type]

        return hint

    return of(schema)
