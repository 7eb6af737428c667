"""Structs and enums of Rust's own types for bincode, which needs its derives only. It lends strings and bytes."""

from __future__ import annotations

from assay.data.schema import Fixed, Schema
from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.style import Lending, Style


def make(making: Making) -> None:
    making.write_records(module(making.schema, Bincode, BorrowedBincode))


class Bincode(Style):
    derives = "#[derive(::bincode::Encode, ::bincode::Decode)]"


class BorrowedBincode(Lending, Style):
    derives = "#[derive(::bincode::BorrowDecode)]"
    text = "&'a str"
    bytes = "&'a [u8]"

    def lends(self, part: Schema) -> bool:
        return not isinstance(part, Fixed) and super().lends(part)
