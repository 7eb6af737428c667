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
    Batch,
    Batches,
    Block,
    Blocks,
    Collection,
    Duration,
    Loss,
    Lost,
    Reader,
    Repaired,
    Rows,
    Scan,
    Schema,
    Stats,
    Store,
    Verified,
    Writer,
    __version__,
    infer,
    open,
    registry_message,
    single_object_message,
    write,
)
from ingot.errors import (
    DecodeError,
    EncodeError,
    Error,
    FileError,
    MissingError,
    ResolutionError,
    SchemaError,
    StoreError,
)

__all__ = [
    "ArrowStream",
    "Batch",
    "Batches",
    "Block",
    "Blocks",
    "Collection",
    "DecodeError",
    "Duration",
    "EncodeError",
    "Error",
    "FileError",
    "Loss",
    "Lost",
    "MissingError",
    "Reader",
    "Repaired",
    "ResolutionError",
    "Rows",
    "Scan",
    "Schema",
    "SchemaError",
    "Stats",
    "Store",
    "StoreError",
    "Verified",
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
