"""Formats: for each that an independent library can judge, the reference that makes and reads its bytes."""

from __future__ import annotations

from collections.abc import Callable

from assay.data.formats.codec import Codec
from assay.data.reference import Reference
from assay.data.schema import Schema

AVRO = "avro"


def _json(schema_text: str, schema: Schema) -> Codec:
    from assay.data.formats.json import Json

    return Json(schema_text, schema)


def _msgpack(schema_text: str, schema: Schema) -> Codec:
    from assay.data.formats.msgpack import MessagePack

    return MessagePack(schema_text, schema)


def _cbor(schema_text: str, schema: Schema) -> Codec:
    from assay.data.formats.cbor import Cbor

    return Cbor(schema_text, schema)


def _protobuf(schema_text: str, schema: Schema) -> Codec:
    from assay.data.formats.protobuf.reference import Protobuf

    return Protobuf(schema_text, schema)


def _bson(schema_text: str, schema: Schema) -> Codec:
    from assay.data.formats.bson import Bson

    return Bson(schema_text, schema)


def _pickle(schema_text: str, schema: Schema) -> Codec:
    from assay.data.formats.pickled import Pickle

    return Pickle(schema_text, schema)


# Made when first needed, since the libraries take a while to load.
REFERENCES: dict[str, Callable[[str, Schema], Codec]] = {
    AVRO: Reference,
    "json": _json,
    "msgpack": _msgpack,
    "cbor": _cbor,
    "protobuf": _protobuf,
    "bson": _bson,
    "pickle": _pickle,
}


def reference(name: str, schema_text: str, schema: Schema) -> Codec | None:
    """The reference of a format for a schema; None where the lab has none, so that a contestant must judge itself."""
    make = REFERENCES.get(name)
    return make(schema_text, schema) if make else None
