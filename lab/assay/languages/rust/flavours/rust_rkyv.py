"""Structs and enums of Rust's own types for rkyv, and how what lies in its bytes is read there.

A type that holds itself would have bounds without end: the derives leave out those of
the fields that do it, and get attributes for serializers, deserializers and checkers instead.
"""

from __future__ import annotations

from assay.data.schema import Field, Record, Schema, walk
from assay.languages.rust.making import FRAMES, Making
from assay.languages.rust.module import module_of
from assay.languages.rust.reading import readable
from assay.languages.rust.style import Style
from assay.languages.rust.types import Types
from assay.languages.shared.frames import fill

BOUNDS = """#[rkyv(
    serialize_bounds(__S: ::rkyv::ser::Writer + ::rkyv::ser::Allocator, __S::Error: ::rkyv::rancor::Source),
    deserialize_bounds(__D::Error: ::rkyv::rancor::Source),
    bytecheck(bounds(__C: ::rkyv::validation::ArchiveContext, __C::Error: ::rkyv::rancor::Source)),
)]"""


def make(making: Making) -> None:
    types = Types(making.schema, Rkyv(making.schema))
    views = [fill(FRAMES / "rkyv.rs.template"), *readable(types, trait="View", prefix="Archived")]
    making.write_records(module_of(types, views))


class Rkyv(Style):
    derives = "#[derive(::rkyv::Archive, ::rkyv::Serialize, ::rkyv::Deserialize)]"

    def record(self, record: Record) -> list[str]:
        endless = any(_holds(field.schema, record) for field in record.fields)
        return [self.derives, *([BOUNDS] if endless else [])]

    def field(self, record: Record, field: Field, identifier: str) -> str:
        return "#[rkyv(omit_bounds)] " if _holds(field.schema, record) else ""


def _holds(schema: Schema, record: Record) -> bool:
    return any(part is record for part in walk(schema))
