"""Structs and enums for Fory, and their registration: every type is registered by a number.

A union needs one variant that is its default, and one for branches that are unknown; a struct's macro fails on a field
with a capital in its name.
"""

from __future__ import annotations

import re

from assay.data.schema import Enum, Record, Schema, Union, named_types
from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.shape import holds_itself
from assay.languages.rust.style import Style


def make(making: Making) -> None:
    making.write_records(module(making.schema, Fory))


class Fory(Style):
    unknown = "#[fory(unknown)] Unknown_(::fory::UnknownCase)"

    def __init__(self, root: Schema) -> None:
        self.endless = [r.name for r in named_types(root) if isinstance(r, Record) and holds_itself(r)]

    def record(self, record: Record) -> list[str]:
        return ["#[derive(::fory::ForyStruct)]"]

    def field_name(self, name: str) -> str:
        return re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()

    def enum(self, enum: Enum) -> list[str]:
        return ["#[derive(::fory::ForyEnum)]"]

    def union(self, union: Union) -> list[str]:
        return ["#[derive(::fory::ForyUnion)]"]

    def branch(self, union: Union, number: int) -> str:
        return "#[fory(default)] " if number == 0 else ""

    def functions(self, named: list[str], unions: list[str]) -> list[str]:
        head = "pub fn register(fory: &mut ::fory::Fory) -> Result<(), String> {"
        if self.endless:
            # Found out by a stack that overflows when the first value is encoded.
            message = f"{self.endless[0]} holds itself in an Option<Box>: Fory follows such a type without end"
            return [head, f'    let _ = fory;\n    Err("{message}".to_string())', "}"]
        kinds = [("register", name) for name in named] + [("register_union", name) for name in unions]
        calls = [
            f"    fory.{function}::<{name}>({number}).map_err(|error| error.to_string())?;"
            for number, (function, name) in enumerate(kinds, 1)
        ]
        return [head, *calls, "    Ok(())", "}"]
