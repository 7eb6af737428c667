"""The reference for pickle: the implementation of Python's own module that is written in Python.

Contestants that use the module get the other one, in C. Nothing that a pickle names is looked up: records are built of
Python's own types, which need no name.
"""

from __future__ import annotations

import io
import pickle
from typing import Any, NoReturn

from assay.data.formats.codec import Undecodable
from assay.data.formats.tree import Trees, plain
from assay.data.schema import Schema

TREES = Trees(bytes_as_text=False)
PURE: Any = pickle  # typeshed does not name its classes in Python


class Pickle:
    def __init__(self, schema_text: str, schema: Schema) -> None:
        self.to_tree = TREES.writer(schema)
        self.of_tree = TREES.reader(schema)

    def encode(self, value: Any) -> bytes:
        out = io.BytesIO()
        PURE._Pickler(out, pickle.HIGHEST_PROTOCOL).dump(plain(self.to_tree(value)))
        return out.getvalue()

    def decode(self, data: bytes) -> Any:
        stream = io.BytesIO(data)
        try:
            tree = _Unpickler(stream).load()
        except Exception as error:  # it raises many kinds, for bytes that may hold anything
            raise Undecodable(f"not a pickle: {error}") from None
        if stream.tell() != len(data):
            raise Undecodable(f"{len(data) - stream.tell()} bytes are left after the record")
        return self.of_tree(tree)


class _Unpickler(PURE._Unpickler):  # type: ignore[misc]
    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"it names {module}.{name}")
