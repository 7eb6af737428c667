"""The reference for MessagePack: msgpack for Python."""

from __future__ import annotations

import struct
from typing import Any

import msgpack

from assay.data.formats.codec import Undecodable
from assay.data.formats.tree import Single, Trees
from assay.data.schema import Schema

TREES = Trees(bytes_as_text=False)
FLOAT_32 = b"\xca"


class MessagePack:
    def __init__(self, schema_text: str, schema: Schema) -> None:
        self.to_tree = TREES.writer(schema)
        self.of_tree = TREES.reader(schema)
        self.packer = msgpack.Packer()

    def encode(self, value: Any) -> bytes:
        return self._pack(self.to_tree(value))

    def _pack(self, tree: Any) -> bytes:
        """The library packs all floats in one width; strict readers want a 32-bit field in 32 bits."""
        packer = self.packer
        match tree:
            case Single():
                return FLOAT_32 + struct.pack(">f", tree)
            case dict():
                pairs = (self._pack(key) + self._pack(item) for key, item in tree.items())
                return bytes(packer.pack_map_header(len(tree))) + b"".join(pairs)
            case list():
                return bytes(packer.pack_array_header(len(tree))) + b"".join(map(self._pack, tree))
            case _:
                return bytes(packer.pack(tree))

    def decode(self, data: bytes) -> Any:
        try:
            tree = msgpack.unpackb(data, strict_map_key=True)
        except (ValueError, msgpack.exceptions.UnpackException, RecursionError) as error:
            raise Undecodable(f"not MessagePack: {type(error).__name__} {error}".rstrip()) from None
        return self.of_tree(tree)
