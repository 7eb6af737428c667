"""Structs and enums of Rust's own types for bincode, which needs its derives only."""

from __future__ import annotations

from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.style import Style


def make(making: Making) -> None:
    making.write_records(module(making.schema, Bincode))


class Bincode(Style):
    derives = "#[derive(::bincode::Encode, ::bincode::Decode)]"
