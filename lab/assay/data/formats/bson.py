"""The reference for BSON: the package bson of PyMongo."""

from __future__ import annotations

from typing import Any

import bson

from assay.data.formats.codec import Inexpressible, Undecodable
from assay.data.formats.tree import Trees, plain
from assay.data.schema import Schema

TREES = Trees(bytes_as_text=False)


class Bson:
    def __init__(self, schema_text: str, schema: Schema) -> None:
        self.to_tree = TREES.writer(schema)
        self.of_tree = TREES.reader(schema)

    def encode(self, value: Any) -> bytes:
        tree = plain(self.to_tree(value))
        if type(tree) is not dict:
            raise Inexpressible("a BSON document is an object")
        try:
            return bson.encode(tree)
        except bson.errors.InvalidDocument as error:
            raise Inexpressible(f"BSON has no form for it: {error}") from None

    def decode(self, data: bytes) -> Any:
        try:
            tree = bson.decode(data)
        except (bson.errors.BSONError, ValueError, RecursionError) as error:
            raise Undecodable(f"not BSON: {error}") from None
        return self.of_tree(plain(tree))
