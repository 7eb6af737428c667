"""The reference for CBOR: cbor2 for Python."""

from __future__ import annotations

import io
import struct
from typing import Any

import cbor2

from assay.data.formats.codec import Undecodable
from assay.data.formats.tree import Single, Trees
from assay.data.schema import Schema

TREES = Trees(bytes_as_text=False)
FLOAT_32 = b"\xfa"


class Cbor:
    def __init__(self, schema_text: str, schema: Schema) -> None:
        self.to_tree = TREES.writer(schema)
        self.of_tree = TREES.reader(schema)

    def encode(self, value: Any) -> bytes:
        return _pack(self.to_tree(value))

    def decode(self, data: bytes) -> Any:
        stream = io.BytesIO(data)
        try:
            tree = cbor2.CBORDecoder(stream).decode()
        except (cbor2.CBORError, ValueError, RecursionError) as error:
            raise Undecodable(f"not CBOR: {error}") from None
        if stream.tell() != len(data):
            raise Undecodable(f"{len(data) - stream.tell()} bytes are left after the record")
        return self.of_tree(tree)


def _pack(tree: Any) -> bytes:
    """The library writes floats in 64 bits; a 32-bit field takes 32."""
    match tree:
        case Single():
            return FLOAT_32 + struct.pack(">f", tree)
        case dict():
            pairs = (cbor2.dumps(key) + _pack(item) for key, item in tree.items())
            return _head(5, len(tree)) + b"".join(pairs)
        case list():
            return _head(4, len(tree)) + b"".join(map(_pack, tree))
        case _:
            return cbor2.dumps(tree)


def _head(major: int, count: int) -> bytes:
    """The first bytes of an array (4) or map (5), as those of an unsigned integer with another major type."""
    head = bytearray(cbor2.dumps(count))
    head[0] |= major << 5
    return bytes(head)
