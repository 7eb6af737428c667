"""Structs and enums for a derive that makes a type Avro of itself: ``Record``, with attributes ``avro``.

The contestant names the derive: what it imports as ``Record`` is derived.
"""

from __future__ import annotations

from assay.data.schema import NULL, Enum, Field, Record, Union, nullable
from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.style import Lending, Style


def make(making: Making) -> None:
    making.write_records(module(making.schema, Derived, BorrowedDerived))


class Derived(Style):
    uses: tuple[str, ...] = ("use super::Record;",)
    derives = "#[derive(Record)]"

    def record(self, record: Record) -> list[str]:
        return [self.derives, attribute([f'name = "{record.name}"'])]

    def field(self, record: Record, field: Field, identifier: str) -> str:
        said = renamed(field.name, identifier)
        if isinstance(field.schema, Union) and nullable(field.schema) and field.schema.branches[0] != NULL:
            said.append("null_last")
        return attribute(said) + " " if said else ""

    def enum(self, enum: Enum) -> list[str]:
        return [self.derives, attribute([f'name = "{enum.name}"'])]

    def symbol(self, symbol: str, identifier: str) -> str:
        said = renamed(symbol, identifier)
        return attribute(said) + " " if said else ""


class BorrowedDerived(Lending, Derived):
    uses = ("use super::super::Record;",)
    text = "&'a str"
    bytes = "&'a [u8]"

    def fixed(self, size: int) -> str:
        return f"&'a [u8; {size}]"


def renamed(name: str, identifier: str) -> list[str]:
    """What is said of an identifier that is not the schema's name."""
    return [] if identifier.removeprefix("r#") == name else [f'rename = "{name}"']


def attribute(said: list[str]) -> str:
    return f"#[avro({', '.join(said)})]"
