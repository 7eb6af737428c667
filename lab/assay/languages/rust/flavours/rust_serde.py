"""The one shape that apache-avro and serde_avro_fast both work with.

apache-avro knows a record by its name without namespace, and a union's branch by the variant's number, null too;
serde_avro_fast knows it by the variant's name, the type's (``Int``, ``a.b.Name``).
"""

from __future__ import annotations

from assay.data.schema import Enum, Fixed, Record, Schema, Union, full_name
from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.serde import Borrowing, Serde
from assay.languages.rust.types import branch_name


def make(making: Making) -> None:
    making.write_records(module(making.schema, Avro, BorrowedAvro))


class Avro(Serde):
    def record(self, record: Record) -> list[str]:
        return [self.derives, f'#[serde(rename = "{record.name}")]']

    def enum(self, enum: Enum) -> list[str]:
        return [self.derives, f'#[serde(rename = "{enum.name}")]']

    def branch(self, union: Union, number: int) -> str:
        return f'#[serde(rename = "{variant_name(union.branches[number])}")] '


class BorrowedAvro(Borrowing, Avro):
    pass


def variant_name(branch: Schema) -> str:
    """The name by which serde_avro_fast knows a branch."""
    return full_name(branch) if isinstance(branch, Record | Enum | Fixed) else branch_name(branch)
