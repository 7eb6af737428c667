from collections.abc import Iterable, Sequence
from typing import Any, Literal, final

from _typeshed import ReadableBuffer as Buffer

__all__ = ["Schema", "__version__", "_schema", "infer", "registry_message", "single_object_message"]
__version__: str
_internals: bool
"""Whether the interpreter's inner layouts are read, or only its public interface (see the README)."""

@final
class Schema:
    """A schema, ready to read and write data; made once, used for any number of them.

    ``schema``: its JSON as text, or as `json.loads` gives it, read strictly; with ``lenient`` as it may stand in a file
    that others wrote: what is odd is a warning where it can be understood. Raises `SchemaError`.
    """

    def __new__(cls, schema: str | dict[str, Any] | list[Any], /, *, lenient: bool = False) -> Schema: ...
    def with_options(
        self,
        *,
        lenient: bool = False,
        depth: int = 100,
        zero_width: int = 1 << 20,
        decimal_bytes: int = 1024,
        big_decimal_scale: int = 65_536,
    ) -> Schema:
        """The same schema, whose data are read as the options say.

        ``lenient``: what some libraries write is read, though it is wrong. The others are limits: how deeply values may
        be nested, how many items may take no bytes, how long a decimal may be, and how large a big decimal's scale.
        """
    def encode(self, value: Any, /) -> bytes:
        """The bytes of a value. Raises `EncodeError` if it is none of the schema."""
    def encode_many(self, values: Iterable[Any], /) -> bytes:
        """The bytes of values, one after another. Raises `EncodeError`."""
    def decode(self, data: Buffer, /, *, reader: Schema | None = None, fields: Sequence[str] | None = None) -> Any:
        """The value of bytes, all of which it has to take.

        ``reader``: another schema by whose rules they are read: renamed and promoted, with its defaults.
        ``fields``: paths of the only fields to read (``["name", "address.city"]``); the others are passed over.
        Raises `DecodeError`, and `SchemaError` where the reader cannot read anything of this schema.
        """
    def decode_first(self, data: Buffer, /) -> tuple[Any, int]:
        """The value that bytes begin with, and how many of them it takes. Raises `DecodeError`."""
    def decode_many(self, data: bytes | Iterable[Buffer], /) -> list[Any]:
        """All values in bytes that hold them one after another, or the value of each of several bytes.

        Raises `DecodeError`.
        """
    def encode_single_object(self, value: Any, /) -> bytes:
        """A single object: a mark, the fingerprint of the schema, the value. Raises `EncodeError`."""
    def decode_single_object(self, message: Buffer, /) -> Any:
        """The value of a single object of this schema. Raises `DecodeError`."""
    def encode_registry(self, number: int, value: Any, /) -> bytes:
        """A message of schema registries: a zero byte, the schema's number there, the value. Raises `EncodeError`."""
    def decode_registry(self, number: int, message: Buffer, /) -> Any:
        """The value of a message whose schema has this number in the registry. Raises `DecodeError`."""
    def validate(self, value: Any, /) -> None:
        """Raises `EncodeError`, with the path to what is wrong, if an object is no value of the schema."""
    def random(self, count: int, /, seed: int = 0) -> list[Any]:
        """Values at random, the same for the same seed."""
    def canonical_form(self) -> str:
        """The canonical form, as JSON."""
    def fingerprint(self, algorithm: Literal["crc64", "md5", "sha256"] = "crc64") -> bytes:
        """The fingerprint of the canonical form; ``crc64`` as it stands in single objects, the lowest byte first."""
    def incompatibilities(self, writer: Schema, /) -> list[str]:
        """Why readers with this schema cannot read all that writers of another write: a line each; none if they can."""
    @property
    def warnings(self) -> list[str]:
        """What is odd about the schema's text: what was read leniently, and what was ignored."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def infer(values: Iterable[Any], /, name: str = "Record") -> Schema:
    """The narrowest schema that takes all values, which are what JSON has; its records are named after ``name``."""

def registry_message(message: bytes, /) -> tuple[int, bytes]:
    """The number of the schema of a message of schema registries, and its value's bytes. Raises `DecodeError`."""

def single_object_message(message: bytes, /) -> tuple[bytes, bytes]:
    """The fingerprint of the schema of a single object (eight bytes), and its value's bytes. Raises `DecodeError`."""

def _schema(
    text: str, lenient: bool, depth: int, zero_width: int, decimal_bytes: int, big_decimal_scale: int
) -> Schema:
    """A schema as it was pickled."""
