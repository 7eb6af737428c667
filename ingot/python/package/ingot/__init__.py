"""Avro for Python: dicts to bytes and back, strict and within limits.

>>> import ingot
>>> schema = ingot.Schema({"type": "record", "name": "Tea", "fields": [
...     {"name": "name", "type": "string"},
...     {"name": "grams", "type": ["null", "int"]},
... ]})
>>> schema.encode({"name": "oolong", "grams": 250})
b'\\x0coolong\\x02\\xf4\\x03'
>>> schema.decode(b"\\x0coolong\\x02\\xf4\\x03")
{'name': 'oolong', 'grams': 250}
>>> schema.decode(b"\\x0coolong\\x04")
Traceback (most recent call last):
ingot.errors.DecodeError: grams, byte 7: branch 2 of 2
"""

from ingot._ingot import (
    ArrowStream,
    Block,
    Blocks,
    Duration,
    Loss,
    Reader,
    Schema,
    Writer,
    __version__,
    infer,
    open,
    registry_message,
    single_object_message,
    write,
)
from ingot.errors import DecodeError, EncodeError, Error, FileError, ResolutionError, SchemaError

__all__ = [
    "ArrowStream",
    "Block",
    "Blocks",
    "DecodeError",
    "Duration",
    "EncodeError",
    "Error",
    "FileError",
    "Loss",
    "Reader",
    "ResolutionError",
    "Schema",
    "SchemaError",
    "Writer",
    "__version__",
    "compatible",
    "infer",
    "open",
    "registry_message",
    "single_object_message",
    "write",
]


def compatible(reader: Schema, writer: Schema) -> bool:
    """Whether readers with one schema can read all that writers of another write."""
    return not reader.incompatibilities(writer)
