from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import TracebackType, UnionType
from typing import Any, Generic, Literal, Protocol, Self, TypeAlias, TypeVar, final, overload

from _typeshed import ReadableBuffer as Buffer
from typing_extensions import TypeVar as TypeVarWithDefault

__all__ = [
    "ArrowStream",
    "Batch",
    "Batches",
    "Block",
    "Blocks",
    "Collection",
    "Compiled",
    "Duration",
    "FastavroBlock",
    "FastavroRecords",
    "FastavroResolved",
    "Loss",
    "Lost",
    "Reader",
    "Repaired",
    "Rows",
    "Scan",
    "Schema",
    "Stats",
    "Store",
    "Verified",
    "Writer",
    "__version__",
    "_schema",
    "_store_reopened",
    "command",
    "fastavro_compile",
    "fastavro_from_json",
    "fastavro_invalid",
    "fastavro_long",
    "fastavro_pack",
    "fastavro_resolve",
    "fastavro_schemaless_reader",
    "fastavro_schemaless_writer",
    "fastavro_to_json",
    "fastavro_unpack",
    "infer",
    "open",
    "prepare_bytes_decimal",
    "prepare_date",
    "prepare_fixed_decimal",
    "prepare_local_timestamp_micros",
    "prepare_local_timestamp_millis",
    "prepare_time_micros",
    "prepare_time_millis",
    "prepare_timestamp_micros",
    "prepare_timestamp_millis",
    "prepare_uuid",
    "read_bytes_decimal",
    "read_date",
    "read_fixed_decimal",
    "read_local_timestamp_micros",
    "read_local_timestamp_millis",
    "read_time_micros",
    "read_time_millis",
    "read_timestamp_micros",
    "read_timestamp_millis",
    "read_uuid",
    "registry_message",
    "single_object_message",
    "write",
]
__version__: str
_arrow: bool
"""Whether the package is built with Arrow."""
_internals: bool
"""Whether the interpreter's inner layouts are read, or only its public interface (see the README)."""

_T_co = TypeVarWithDefault("_T_co", covariant=True, default=Any)
"""What values are read as: Any for dicts and other plain values, else the class."""

_C = TypeVar("_C")

_Codec: TypeAlias = Literal["null", "deflate", "snappy", "zstandard", "bzip2", "xz"]

class _Readable(Protocol):
    """An object that reads bytes: a file that is open as binary, a socket's file, a member of an archive."""

    def read(self, size: int, /) -> bytes: ...

class _Writable(Protocol):
    """An object that writes bytes."""

    def write(self, data: bytes, /) -> object: ...

class _Table(Protocol):
    """A table of a package that knows Arrow: a frame of pandas or polars, a table of pyarrow, a relation of duckdb."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Schema(Generic[_T_co]):
    """A schema, ready to read and write data; made once, used for any number of them.

    ``schema``: its JSON as text, or as `json.loads` gives it, read strictly; with ``lenient`` as it may stand in a file
    that others wrote: what is odd is a warning where it can be understood. Or a class, a dataclass, a struct of msgspec
    or a named tuple, whose fields say the schema; or any other type that such a field may have, as ``list[Tea]``.
    Values then are read as objects of it. ``logical``: whether values of logical types are read as Python's own objects
    (datetimes, decimals, uuids), and written from them; if not, they are what carries them. Raises `SchemaError`.
    """

    @overload
    def __new__(
        cls, schema: str | dict[str, Any] | list[Any] | UnionType, /, *, lenient: bool = False, logical: bool = True
    ) -> Schema[Any]: ...
    @overload
    def __new__(cls, schema: type[_C], /, *, lenient: bool = False, logical: bool = True) -> Schema[_C]: ...
    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    @overload
    def into(self, kind: type[_C], /) -> Schema[_C]:
        """The same schema, whose values are read as objects of a class: a dataclass, a struct of msgspec, or a named
        tuple.

        Fields are found by their names. Those of the schema all have to be in the class, and those of the class that
        the schema does not have need a default. The classes of values within are those that the fields of the class
        are annotated with; what is said of plain values is not checked. Or any other type that a field may have, as
        ``list[Tea]``. Raises `SchemaError` if they do not fit.
        """
    @overload
    def into(self, kind: UnionType, /) -> Schema[Any]: ...
    def with_options(
        self,
        *,
        lenient: bool = False,
        depth: int = 100,
        zero_width: int = 1 << 20,
        decimal_bytes: int = 1024,
        big_decimal_scale: int = 65_536,
    ) -> Schema[_T_co]:
        """The same schema, whose data are read as the options say.

        ``lenient``: what some libraries write is read, though it is wrong. The others are limits: how deeply values may
        be nested, how many items may take no bytes, how long a decimal may be, and how large a big decimal's scale.
        """
    def encode(self, value: Any, /) -> bytes:
        """The bytes of a value.

        Records are dicts, objects of classes with fields, by their attributes, or tuples, by their places. Raises
        `EncodeError` if it is none of the schema, and what the object's own code raises.
        """
    def encode_many(self, values: Iterable[Any], /) -> bytes:
        """The bytes of values, one after another. Raises `EncodeError`, with a note of which value it is."""
    @overload
    def decode(self, data: Buffer, /) -> _T_co:
        """The value of bytes, all of which it has to take.

        ``reader``: another schema by whose rules they are read: renamed and promoted, with its defaults.
        ``fields``: paths of the only fields to read (``["name", "address.city"]``), as dicts; others are passed over.
        Raises `DecodeError`, without an offset where only what the reader makes of the bytes is wrong, `SchemaError`
        where the reader cannot read anything of this schema, and what the code of a class raises.
        """
    @overload
    def decode(self, data: Buffer, /, *, reader: Schema[_C]) -> _C: ...
    @overload
    def decode(self, data: Buffer, /, *, reader: None = None, fields: Sequence[str] | None = None) -> Any: ...
    def decode_first(self, data: Buffer, /) -> tuple[_T_co, int]:
        """The value that bytes begin with, and how many of them it takes. Raises `DecodeError`."""
    def decode_many(self, data: Buffer | Iterable[Buffer], /) -> list[_T_co]:
        """All values in bytes that hold them one after another, or the value of each of several bytes.

        Raises `DecodeError`; for one of several bytes, with a note of which it is.
        """
    def encode_single_object(self, value: Any, /) -> bytes:
        """A single object: a mark, the fingerprint of the schema, the value. Raises `EncodeError`."""
    def decode_single_object(self, message: Buffer, /) -> _T_co:
        """The value of a single object of this schema. Raises `DecodeError`."""
    def encode_registry(self, number: int, value: Any, /) -> bytes:
        """A message of schema registries: a zero byte, the schema's number there, the value. Raises `EncodeError`."""
    def decode_registry(self, number: int, message: Buffer, /) -> _T_co:
        """The value of a message whose schema has this number in the registry. Raises `DecodeError`."""
    def validate(self, value: Any, /) -> None:
        """Raises `EncodeError`, with the path to what is wrong, if an object is no value of the schema."""
    def to_arrow(self, data: Buffer | Iterable[Buffer], /, *, fields: Sequence[str] | None = None) -> ArrowStream:
        """Columns of values in bytes that hold them one after another, or in several bytes.

        ``fields``: paths of the only fields that become columns. Raises `DecodeError`, and `SchemaError` where the
        schema has no columns, as one that is no record.
        """
    def from_arrow(self, table: _Table, /) -> bytes:
        """The bytes of the rows of a table, one after another.

        Columns are found by their names; a field without one takes its default. Raises `EncodeError`.
        """
    def random(self, count: int, /, seed: int = 0) -> list[_T_co]:
        """Values at random, the same for the same seed. Dates that Python does not have are integers."""
    def canonical_form(self) -> str:
        """The canonical form, as JSON."""
    def fingerprint(self, algorithm: Literal["crc64", "md5", "sha256"] = "crc64") -> bytes:
        """The fingerprint of the canonical form; ``crc64`` as it stands in single objects, the lowest byte first."""
    def incompatibilities(self, writer: Schema[Any], /) -> list[str]:
        """Why readers with this schema cannot read all that writers of another write: a line each; none if they can."""
    @property
    def warnings(self) -> list[str]:
        """What is odd about the schema's text: what was read leniently, and what was ignored."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Duration:
    """A value of the logical type `duration`: months, days and milliseconds, none of which is a number of another.

    Each is from 0 to 2**32 - 1; `OverflowError` if it is not.
    """

    def __new__(cls, months: int = 0, days: int = 0, millis: int = 0) -> Duration: ...
    def __getnewargs__(self) -> tuple[int, int, int]: ...
    @property
    def months(self) -> int: ...
    @property
    def days(self) -> int: ...
    @property
    def millis(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Reader(Generic[_T_co]):
    """The records of a container file, one by one: what `open` gives.

    One thread at a time takes from it; another one that tries to is told so by a `RuntimeError`. Blocks are unpacked
    ahead by threads of its own, without the interpreter's lock. Memory is that of two blocks a thread, however long
    the file.
    """

    @property
    def schema(self) -> Schema[Any]:
        """The schema of the file."""
    @property
    def codec(self) -> str:
        """The codec that packs the blocks, as files name it."""
    @property
    def sync(self) -> bytes:
        """The marker between blocks: 16 bytes."""
    @property
    def metadata(self) -> dict[str, bytes]:
        """Entries of the header, but those that Avro itself has there."""
    @property
    def warnings(self) -> list[str]:
        """What was odd so far about the file, and read nevertheless: a line each, the first 1,000."""
    @property
    def lost(self) -> list[Loss]:
        """What of the file was lost so far, where damage is skipped: the first 1,000 parts."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> _T_co: ...
    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    def blocks(self) -> Blocks[_T_co]:
        """The blocks that are left, one by one; of one whose records were begun, the rest is passed over."""
    def to_arrow(self, fields: Sequence[str] | None = None, *, batch_rows: int = 65_536) -> ArrowStream:
        """All records as columns, in batches of whole blocks with at least so many rows, or a GiB of records.

        ``fields``: paths of the only fields that become columns. The stream reads this file as it is asked: the file
        has to stay open. Raises `SchemaError` where the schema has no columns; what is wrong with the file is told by
        the package that reads the stream, in its own class of errors.
        """
    def close(self) -> None:
        """Leaves the file; one that was opened by its path is closed. Its records cannot be read any more."""
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...

@final
class Blocks(Generic[_T_co]):
    """The blocks of a file, one by one: what `Reader.blocks` gives."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> Block[_T_co]: ...
    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...

@final
class Block(Generic[_T_co]):
    """A block of a container file, unpacked. It stays as it is when the reader goes on."""

    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    @property
    def count(self) -> int:
        """How many records it says that it has; at least one."""
    @property
    def offset(self) -> int:
        """Where in the file it begins: a byte."""
    @property
    def packed(self) -> int:
        """How many bytes its records take in the file."""
    @property
    def bytes(self) -> bytes:
        """Its records' bytes, unpacked, one behind the other."""
    def records(self) -> list[_T_co]:
        """Its records. Raises `FileError`; where damage is skipped, it gives those before the first that is wrong."""

@final
class Loss:
    """A part of a file that could not be read, and was skipped."""

    @property
    def offset(self) -> int:
        """The byte where it begins; of records that are lost within a block, that of the block."""
    @property
    def bytes(self) -> int:
        """How many bytes were skipped; 0 where only records of a block that is there are lost."""
    @property
    def records(self) -> int | None:
        """How many records are lost, where the block says it in a way that can be believed."""
    @property
    def error(self) -> str:
        """What was wrong, in a line."""

@final
class Writer:
    """Writes a container file, record by record; the arguments are those of `write`.

    As a context manager it closes the file at the end, and discards it if the block raises.
    """

    def __new__(
        cls,
        file: str | PathLike[str] | _Writable,
        schema: Schema[Any] | str | dict[str, Any] | list[Any] | type[Any] | None = None,
        /,
        *,
        codec: _Codec = "zstandard",
        level: int | None = None,
        block_bytes: int = 65_536,
        metadata: Mapping[str, bytes | str] | None = None,
        sync: bytes | None = None,
        append: bool = False,
    ) -> Writer: ...
    @property
    def schema(self) -> Schema[Any]:
        """The schema of the records."""
    def write(self, record: Any, /) -> None:
        """Writes a record. Raises `EncodeError`, and leaves the file as it was, if it is none of the schema."""
    def write_many(self, records: Iterable[Any] | _Table, /) -> int:
        """Writes records, or the rows of a table; how many. Those before one that raises `EncodeError` are written."""
    def flush(self) -> None:
        """Writes the records so far as a block. At a path they are seen there only once it is closed."""
    def close(self) -> None:
        """Writes what is left, and puts the file at its path.

        Raises `ValueError`, and leaves off, if a block could not be written before.
        """
    def discard(self) -> None:
        """Leaves off: a path has what it had before. An object keeps the blocks that it has been given."""
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...

@final
class ArrowStream:
    """Batches of columns, which any package that knows Arrow reads without a copy, once.

    ``pyarrow.table(stream)``, ``polars.DataFrame(stream)``, ``pandas.DataFrame.from_arrow(stream)``; duckdb finds it
    by its name in a query.
    """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream, as a capsule. Raises `ValueError` where it was taken before."""
    def __arrow_c_schema__(self) -> object:
        """The schema of the batches, as a capsule."""

_Lenient: TypeAlias = bool | Literal["nothing", "odd", "cut", "damage"]

@overload
def open(
    file: str | PathLike[str] | Buffer | _Readable,
    /,
    *,
    reader: None = None,
    into: None = None,
    fields: Sequence[str] | None = None,
    lenient: _Lenient = False,
    threads: int | None = None,
    logical: bool = True,
) -> Reader[Any]:
    """Opens a container file: a path, the file's own bytes, or an object that reads bytes.

    ``reader``: another schema by whose rules records are read, within its limits, as objects of its class if it has
    one.
    ``into``: a class whose objects records are, as by `Schema.into`; or no reader. ``fields``: paths of the only fields
    to read. ``threads``: how many unpack blocks, 256 at most; by default as many as this process may use, 8 at most,
    and none for files that are not packed. ``logical``: as in `Schema`, for records that are read by the file's own
    schema.

    ``lenient``: with True, damage is skipped and told in ``lost``. Or how much is read though it is not right:
    ``"nothing"``; ``"odd"``, what some libraries write and is whole, as by default; ``"cut"``, also what is whole of a
    file that was cut; ``"damage"``, as with True.

    Raises `FileError` if the head of the file is wrong, `OSError` where it cannot be read, and what `Schema.decode`
    raises of ``reader``, ``into`` and ``fields``. The iterator raises `FileError` behind the records that are right.
    """

@overload
def open(
    file: str | PathLike[str] | Buffer | _Readable,
    /,
    *,
    reader: Schema[_C],
    into: None = None,
    lenient: _Lenient = False,
    threads: int | None = None,
    logical: bool = True,
) -> Reader[_C]: ...
@overload
def open(
    file: str | PathLike[str] | Buffer | _Readable,
    /,
    *,
    reader: None = None,
    into: type[_C],
    lenient: _Lenient = False,
    threads: int | None = None,
    logical: bool = True,
) -> Reader[_C]: ...
def write(
    file: str | PathLike[str] | _Writable,
    schema: Schema[Any] | str | dict[str, Any] | list[Any] | type[Any] | None,
    records: Iterable[Any] | _Table,
    /,
    *,
    codec: _Codec = "zstandard",
    level: int | None = None,
    block_bytes: int = 65_536,
    metadata: Mapping[str, bytes | str] | None = None,
    sync: bytes | None = None,
    append: bool = False,
) -> int:
    """Writes records, or the rows of a table, to a container file; how many these were.

    ``schema``: may be a class, as in `Schema`; or None for a table, whose columns then say it, and for a file that is
    appended to. ``level``: how hard the codec tries; deflate 0 to 12 (6), zstandard -7 to 22 (3), bzip2 1 to 9 (9), xz
    0 to 9 (6).
    ``block_bytes``: a block is written as soon as its records have so many bytes. ``metadata``: further entries of
    the header. ``sync``: the marker between blocks, 16 bytes; by chance if not given. ``append``: goes on with a file
    that is there, by its schema, codec, marker and header, whatever is said of these; but a schema that is given has to
    be the same. An object then has to read, write and seek.

    At a path there is the whole file in the end, or what was there before: it is written beside it, and put there
    when it is whole; what is appended is taken away again if something raises. Pipes, devices and objects keep what
    they have been given. Raises `EncodeError` for a record that is none of the schema, `OSError` where it cannot be
    written, `ValueError` for arguments that do not fit, and what iterating over ``records`` raises.
    """

def infer(values: Iterable[Any] | _Table, /, name: str = "Record") -> Schema[Any]:
    """The narrowest schema that takes all values, which are what JSON has, or the rows of a table.

    Its records are named after ``name``. Floats are doubles, whatever they are. Raises `SchemaError`, and `TypeError`
    for values that JSON does not have, and for one value instead of several.
    """

def registry_message(message: Buffer, /) -> tuple[int, bytes]:
    """The number of the schema of a message of schema registries, and its value's bytes. Raises `DecodeError`."""

def single_object_message(message: Buffer, /) -> tuple[bytes, bytes]:
    """The fingerprint of the schema of a single object (eight bytes), and its value's bytes. Raises `DecodeError`."""

def _schema(state: tuple[str, bool, int, int, int, int, bool], kind: Any, /) -> Schema[Any]:
    """A schema as it was pickled."""

# What `ingot.fastavro` is made of.

@final
class Compiled:
    """A parsed schema of `ingot.fastavro`, ready to read and write data."""

@final
class FastavroResolved:
    """The way from a writer's data to those of a reader."""

class FastavroRecords:
    """Records of blocks, one by one; a derived class says where the blocks come from."""

    def __new__(cls, *arguments: Any, **options: Any) -> Self: ...
    def _read_by(
        self,
        compiled: Compiled,
        resolved: FastavroResolved | None,
        wanted: tuple[bool, bool, bool, bool],
        errors: str,
        shortest: bool,
    ) -> None: ...
    def _begin(self, block: bytes, count: int) -> None: ...
    def _next_block(self) -> bool: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...

@final
class FastavroBlock:
    """Records of a block that is not written yet."""

    count: int
    def __new__(
        cls, compiled: Compiled, strict: bool, strict_allow_default: bool, no_tuples: bool
    ) -> FastavroBlock: ...
    def fill(self, records: Iterable[Any], most: int) -> bool: ...
    def taken(self) -> tuple[bytes, int]: ...
    def __len__(self) -> int: ...

def command(words: list[str], /) -> int: ...
def fastavro_compile(schema: Any, named: dict[str, Any]) -> Compiled: ...
def fastavro_resolve(writer: str, text: str, reader: Compiled) -> FastavroResolved: ...
def fastavro_long(data: bytes) -> tuple[int, int]: ...
def fastavro_to_json(schema: Compiled, data: bytes, tagged: bool) -> Any: ...
def fastavro_from_json(schema: Compiled, value: Any) -> bytes: ...
def fastavro_invalid(
    schema: Compiled, datum: Any, field: str, telling: bool, strict: bool, no_tuples: bool
) -> list[tuple[Any, Any, str]] | None: ...
def fastavro_pack(name: str, level: int | None, block: bytes) -> bytes: ...
def fastavro_unpack(name: str, packed: bytes) -> bytes: ...
def fastavro_schemaless_writer(
    fo: Any,
    schema: Any,
    record: Any,
    *,
    strict: bool = False,
    strict_allow_default: bool = False,
    disable_tuple_notation: bool = False,
) -> None:
    """Writes one record, without a header, to a file. Raises `ValueError` or `TypeError`."""

def fastavro_schemaless_reader(
    fo: Any,
    writer_schema: Any,
    reader_schema: Any = None,
    return_record_name: bool = False,
    return_record_name_override: bool = False,
    handle_unicode_errors: str | None = None,
    return_named_type: bool = False,
    return_named_type_override: bool = False,
) -> Any:
    """Reads one record, without a header, from a file. Raises `ValueError` or `EOFError`."""

# What is done for logical types, where no function of a user's own stands in its place.

def prepare_bytes_decimal(data: Any, schema: Any = None) -> Any: ...
def prepare_date(data: Any, schema: Any = None) -> Any: ...
def prepare_fixed_decimal(data: Any, schema: Any = None) -> Any: ...
def prepare_local_timestamp_micros(data: Any, schema: Any = None) -> Any: ...
def prepare_local_timestamp_millis(data: Any, schema: Any = None) -> Any: ...
def prepare_time_micros(data: Any, schema: Any = None) -> Any: ...
def prepare_time_millis(data: Any, schema: Any = None) -> Any: ...
def prepare_timestamp_micros(data: Any, schema: Any = None) -> Any: ...
def prepare_timestamp_millis(data: Any, schema: Any = None) -> Any: ...
def prepare_uuid(data: Any, schema: Any = None) -> Any: ...
def read_bytes_decimal(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_date(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_fixed_decimal(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_local_timestamp_micros(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_local_timestamp_millis(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_time_micros(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_time_millis(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_timestamp_micros(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_timestamp_millis(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...
def read_uuid(data: Any, writer_schema: Any = None, reader_schema: Any = None) -> Any: ...

_Document: TypeAlias = Mapping[str, Any] | Buffer
"""What is put: a dict, or another mapping, of values that JSON has, or the bytes of a JSON object."""

_D_co = TypeVarWithDefault("_D_co", covariant=True, default=dict[str, Any])
"""What documents are read as: dicts, or bytes."""

@final
class Store:
    """Collections of JSON documents in a folder, by their names: JSON Lines, with a log and an index.

    The folder is made where it is not there, unless it is for reading. One process writes, any number read.
    ``read_only``: nothing is written. ``sync``: whether commits survive the end of the machine by ``flush()``, or each
    one at once; the end of the process they always do. ``key``: the field that has a document's key, of collections
    that are made. Raises `StoreError` (kind ``locked``, which names the process, if another one writes; ``version``,
    ``damaged``), `MissingError` if there is no store, and `OSError`.

    As a context manager it is closed at the end. A process that was forked reads on, by files that it opens itself.
    """

    def __new__(
        cls,
        folder: str | PathLike[str],
        /,
        *,
        read_only: bool = False,
        sync: Literal["flush", "commit"] = "flush",
        key: str = "id",
    ) -> Store: ...
    @property
    def folder(self) -> Path:
        """Its folder, from the root."""
    def __getitem__(self, name: str, /) -> Collection:
        """A collection, as of its last commit. It is made where it is not there; of a store for reading that is a
        `MissingError`, which is a `KeyError`, too."""
    def collection(self, name: str, /, *, key: str | None = None) -> Collection:
        """The same, with another key field if it is made."""
    def __contains__(self, name: str, /) -> bool: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def keys(self) -> list[str]:
        """The names of the collections, sorted."""
    def repair(self, name: str, /) -> Repaired:
        """Makes log and index of a collection again, of its lines; what is not whole is left out, and told.

        Objects of the collection from before are closed. Copy the folder first.
        """
    def snapshot(self, folder: str | PathLike[str]) -> None:
        """Writes the documents of all collections into a store in another folder."""
    def close(self) -> None:
        """Leaves all files. What a batch has not committed is given up."""
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...

@final
class Collection(Generic[_D_co]):
    """Documents under string keys, in the order of writing.

    A document is a dict of strings, numbers, truth values, None, lists and dicts, or the bytes of its JSON text. It has
    its key in its key field: that is put in where it is missing. It is read as a dict, in the collection ``raw`` as
    bytes. Each change is a commit, or part of that of a batch; it is whole or not there.

    What was changed by other hands raises `StoreError`, kind ``damaged``. Any thread may use it. What one changes waits
    for the batch of another.
    """

    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    @property
    def name(self) -> str: ...
    @property
    def key_field(self) -> str:
        """The field of documents that has their key."""
    @property
    def path(self) -> Path:
        """The file that has its documents as JSON Lines, which a compaction replaces by another one.

        Replaced and deleted documents are in it until then.
        """
    @property
    def raw(self) -> Collection[bytes]:
        """The same collection, whose documents are read as bytes."""
    @property
    def rows(self) -> Rows[_D_co]:
        """Its documents by their positions."""
    def __len__(self) -> int: ...
    def __contains__(self, key: str, /) -> bool: ...
    def __getitem__(self, key: str, /) -> _D_co:
        """The document of a key. Raises `KeyError` if there is none."""
    @overload
    def get(self, key: str, default: None = None, /) -> _D_co | None:
        """The document of a key, or another value."""
    @overload
    def get(self, key: str, default: _C, /) -> _D_co | _C: ...
    def get_many(self, keys: Iterable[str], /) -> list[_D_co | None]:
        """The documents of keys, in their order; None for those that are not there."""
    def __setitem__(self, key: str, document: _Document, /) -> None:
        """Puts a document, instead of the one that is there.

        Raises `EncodeError`, with its path, for what JSON cannot hold (NaN, half of a surrogate pair, keys that are no
        strings, other objects), `StoreError` for bytes that are no document (kind ``document-invalid``), a document
        with another key (``key-different``), a store for reading (``read-only``).
        """
    def __delitem__(self, key: str, /) -> None:
        """Deletes a document. Raises `KeyError` if there is none."""
    def add(self, document: _Document, /) -> str:
        """Puts a document under the key that it has in its key field, which is returned. Raises as assignment does."""
    def put_many(self, documents: Mapping[str, _Document] | Iterable[tuple[str, _Document]], /) -> int:
        """Puts documents as one commit, all or with an exception none; how many they were.

        Outside of a batch they may be more than fit into memory. Raises as assignment does, with the key in the path.
        """
    def delete_many(self, keys: Iterable[str], /) -> int:
        """Deletes documents as one commit, as far as they are there; how many there were."""
    def __iter__(self) -> Scan[str]: ...
    def keys(self) -> Scan[str]:
        """The keys, in the order of writing; as all iterators here as of when the first is asked for."""
    def values(self) -> Scan[_D_co]:
        """The documents, in the order of writing."""
    def items(self) -> Scan[tuple[str, _D_co]]:
        """Pairs of key and document, in the order of writing."""
    @overload
    def scan(self, *conditions: str, fields: None = None) -> Scan[_D_co]:
        """The documents that fulfil all conditions (``grams >= 200``, ``maker.name != "Lu"``), in the order of writing.

        ``fields``: names of fields at the top; documents are then dicts of these, of those that they have. Conditions
        are evaluated on the bytes, without the interpreter's lock. Raises `StoreError`, kind ``condition-invalid``.
        """
    @overload
    def scan(self, *conditions: str, fields: Sequence[str]) -> Scan[dict[str, Any]]: ...
    def batches(self, size: int, *, seed: int | None = None) -> Batches[_D_co]:
        """All documents in lists of so many, in an order drawn by a seed, or in that of writing.

        The same seed is the same order everywhere. Shuffling takes 8 bytes a document.
        """
    def batch(self) -> Batch[_D_co]:
        """A context manager: what this thread puts and deletes within it is one commit, or nothing if it raises.

        Objects of this collection see it at once, other processes when it is committed.
        """
    def commit(self) -> None:
        """Commits what a batch has so far."""
    def flush(self) -> None:
        """Makes all commits survive the end of the machine."""
    def refresh(self) -> None:
        """Sees what another process committed since the collection was opened or refreshed."""
    def compact(self) -> None:
        """Writes the documents again without what was replaced or deleted. It commits a batch."""
    def verify(self) -> Verified:
        """Reads every line, and compares log, index and documents. Raises `StoreError` for the first that is wrong."""
    def snapshot(self, folder: str | PathLike[str]) -> None:
        """Writes the documents into a store in another folder, where the collection has the same name."""
    def stats(self) -> Stats:
        """What it takes."""
    def to_arrow(
        self,
        fields: Sequence[str] | None = None,
        *,
        schema: Schema[Any] | str | dict[str, Any] | type[Any] | None = None,
        batch_rows: int = 65_536,
    ) -> ArrowStream:
        """The documents as columns, in batches of so many rows; a batch ends sooner behind a GiB of documents.

        ``schema``: of the documents; without one, all are read twice to find the narrowest that takes all. A field is
        then a column under its name, whatever that is (``created-at``, ``first name``); an object in it is a struct,
        or a map if it has keys that Avro does not allow as names. A collection without documents has the
        column of its key, of strings, and no rows. Documents may be as long as the store takes them.

        ``fields``: paths of the only fields that become columns (``maker.name``, or the name of a field as it is).
        Raises `SchemaError` where there are no columns: a field that no document has, a name with the character U+0000,
        more than 65,536 columns, or objects more than 120 deep. A document that is none of the schema is told by the
        package that reads the stream; so is, as of `Scan`, that documents were taken back or compacted.
        """
    def to_pandas(
        self,
        fields: Sequence[str] | None = None,
        *,
        schema: Schema[Any] | str | dict[str, Any] | type[Any] | None = None,
    ) -> Any:
        """The documents as a frame of pandas, which has to be installed, with pyarrow; arguments as of `to_arrow`.

        pandas has no columns of several types (numbers in some documents, texts in others), and pyarrow says so: leave
        such fields out by ``fields``, or say what they are by ``schema``.
        """

@final
class Batch(Generic[_D_co]):
    """What `Collection.batch` gives."""

    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    def __enter__(self) -> Collection[_D_co]: ...
    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...

@final
class Rows(Generic[_D_co]):
    """The documents of a collection by their positions in the order of writing: a sequence, for training loops.

    A document that replaces another is at the end. One that is pickled is opened again where it is loaded, for reading,
    as of the last commit then. The first access after a change goes through the log.
    """

    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> _D_co: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[_D_co]: ...
    def __getitems__(self, indices: Sequence[int], /) -> list[_D_co]:
        """The documents at positions: what a loader of PyTorch asks a batch of."""
    def __iter__(self) -> Scan[_D_co]: ...

@final
class Batches(Generic[_D_co]):
    """Documents in lists, as they were when it was made: what `Collection.batches` gives.

    `StoreError`, kind ``open``, after a compaction, and where documents were taken back, as of `Scan`.
    """

    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> list[_D_co]: ...
    def __length_hint__(self) -> int: ...

@final
class Scan(Generic[_T_co]):
    """Documents one after another, or what was asked of them, as they were when the first was asked for.

    Others may be written meanwhile. `StoreError`, kind ``open``, ends it after a compaction, and where documents of a
    batch or a `put_many` were among them and were taken back, as that raised: begin again. What was read ahead is given
    before.
    """

    @classmethod
    def __class_getitem__(cls, item: Any, /) -> Any: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> _T_co: ...

@final
class Stats:
    """What a collection takes."""

    @property
    def documents(self) -> int: ...
    @property
    def entries(self) -> int:
        """Entries of its log."""
    @property
    def generation(self) -> int:
        """Compactions so far, and one."""
    @property
    def line_bytes(self) -> int:
        """Bytes of documents, of those that were replaced, and of deletions."""
    @property
    def log_bytes(self) -> int: ...
    @property
    def index_bytes(self) -> int: ...
    @property
    def segments(self) -> int:
        """Segments of its index."""
    @property
    def recent(self) -> int:
        """Entries that are in no segment."""
    @property
    def durable(self) -> bool:
        """Whether all commits are known to survive the end of the machine."""
    @property
    def index_error(self) -> str | None:
        """Why the last segment could not be written, if so."""

@final
class Verified:
    """What `Collection.verify` counted."""

    @property
    def documents(self) -> int: ...
    @property
    def lines(self) -> int:
        """Lines whose checksums were computed: documents, those that were replaced, and deletions."""
    @property
    def broken_commits(self) -> int:
        """Commits that do not count, left by a crash of the machine."""
    @property
    def uncounted_bytes(self) -> int:
        """Bytes behind the last commit that counts."""
    @property
    def torn_segments(self) -> int:
        """Segments of the index with wrong checksums: answers are right, but slow. A compaction makes it again."""

@final
class Repaired:
    """What became of a collection that was repaired."""

    @property
    def documents(self) -> int: ...
    @property
    def log_was_whole(self) -> bool: ...
    @property
    def lost(self) -> list[Lost]:
        """The lines that were left out."""

@final
class Lost:
    """A line that was left out by a repair."""

    @property
    def offset(self) -> int:
        """Where it began in the documents' file."""
    @property
    def length(self) -> int: ...
    @property
    def reason(self) -> str: ...

def _store_reopened(folder: str | PathLike[str], name: str, raw: bool) -> Collection[Any]: ...
