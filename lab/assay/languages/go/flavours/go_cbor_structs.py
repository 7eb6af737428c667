"""Structs for fxamacker/cbor, by whose methods unions are written."""

from __future__ import annotations

from assay.languages.go.bytes_methods import OfBytes
from assay.languages.go.making import Making
from assay.languages.go.tagged import Style, generate


class OfCbor(OfBytes):
    package = "cbor"
    raw = "cbor.RawMessage"
    null = "[]byte{0xf6}"


STYLE = Style("cbor", "cbor", OfCbor)


def make(making: Making) -> None:
    making.write_records(generate(making.schema, STYLE, making.library))
