"""Structs and enums of Rust's own types for bitcode, which needs its derives only. What it lends are strings."""

from __future__ import annotations

from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.style import Lending, Style


def make(making: Making) -> None:
    making.write_records(module(making.schema, Bitcode, BorrowedBitcode))


class Bitcode(Style):
    derives = "#[derive(::bitcode::Encode, ::bitcode::Decode)]"


class BorrowedBitcode(Lending, Style):
    derives = "#[derive(::bitcode::Decode)]"
    text = "&'a str"
    lends_bytes = False
