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

from ingot._ingot import Schema, __version__, infer, registry_message, single_object_message
from ingot.errors import DecodeError, EncodeError, Error, SchemaError

__all__ = [
    "DecodeError",
    "EncodeError",
    "Error",
    "Schema",
    "SchemaError",
    "__version__",
    "infer",
    "registry_message",
    "single_object_message",
]
