"""What tells a datum's schema: the single-object encoding, and the framing of schema registries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.avro.make import wire
from conformance.avro.make.fingerprints import crc64
from conformance.avro.make.row import REFUSE, Row

SPEC = "Single-object encoding"
REGISTRY = "outside the specification: the framing of schema registries"

# Schemas, and what single objects of them are recognised by.
SCHEMAS: dict[str, tuple[Any, str, Any, bytes]] = {
    "int": ("int", '"int"', 7, wire.long(7)),
    "null": ("null", '"null"', None, b""),
    "timestamp": (
        {"type": "long", "logicalType": "timestamp-millis"},
        '"long"',
        0,
        wire.long(0),
    ),
    "record": (
        {"type": "record", "name": "x.R", "doc": "does not count", "fields": [{"name": "a", "type": "string"}]},
        '{"name":"x.R","type":"record","fields":[{"name":"a","type":"string"}]}',
        {"a": "b"},
        wire.text("b"),
    ),
}


def rows() -> Iterator[Row]:
    for name, (schema, canonical, value, content) in SCHEMAS.items():
        marked = b"\xc3\x01" + crc64(canonical.encode()).to_bytes(8, "little")
        form = {"framing": "single-object", "schema": schema, "value": value, "bytes": (marked + content).hex()}
        yield Row(f"single-{name}", "C3 01, the CRC-64-AVRO with its lowest byte first, the datum", SPEC, form)
        framed = b"\0" + (1234).to_bytes(4, "big") + content
        form = {"framing": "registry", "schema": schema, "registry_id": 1234, "value": value, "bytes": framed.hex()}
        yield Row(f"registry-{name}", "00, the schema's number with its highest byte first, the datum", REGISTRY, form)
    schema, canonical, _, content = SCHEMAS["record"]
    mark, number = b"\xc3\x01", crc64(canonical.encode())
    right = number.to_bytes(8, "little")
    for name, message, error in (
        ("nothing", b"", "framing-invalid"),
        ("mark-alone", mark, "framing-invalid"),
        ("half-a-mark", mark[:1], "framing-invalid"),
        ("other-mark", b"\xc3\x00" + right + content, "framing-invalid"),
        ("mark-reversed", b"\x01\xc3" + right + content, "framing-invalid"),
        ("container", b"Obj\x01" + right + content, "framing-invalid"),
        ("short-fingerprint", mark + right[:7], "framing-invalid"),
        ("big-endian", mark + right[::-1] + content, "schema-unknown"),
        ("other-schema", mark + crc64(b'"int"').to_bytes(8, "little") + content, "schema-unknown"),
        ("no-datum", mark + right, "end-of-input"),
        ("cut-datum", mark + right + content[:-1], "end-of-input"),
        ("left", mark + right + content + b"\0", "bytes-left"),
    ):
        form = {"framing": "single-object", "schema": schema, "bytes": message.hex()}
        yield Row(f"single-bad-{name}", "no single object of a schema that is known", SPEC, form, REFUSE, error=error)
    for name, message, error in (
        ("nothing", b"", "framing-invalid"),
        ("short", b"\0\0\0\4", "framing-invalid"),
        ("other-mark", b"\2" + (1234).to_bytes(4, "big") + content, "framing-invalid"),
        ("other-id", b"\0" + (1235).to_bytes(4, "big") + content, "schema-unknown"),
        ("little-endian", b"\0" + (1234).to_bytes(4, "little") + content, "schema-unknown"),
        ("no-datum", b"\0" + (1234).to_bytes(4, "big"), "end-of-input"),
    ):
        form = {"framing": "registry", "schema": schema, "registry_id": 1234, "bytes": message.hex()}
        yield Row(f"registry-bad-{name}", "no message of a schema that is known", REGISTRY, form, REFUSE, error=error)
