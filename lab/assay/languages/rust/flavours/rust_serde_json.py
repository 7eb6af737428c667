"""Serde for JSON: bytes are base64, marked where a union has text, too."""

from __future__ import annotations

from assay.data.schema import Union, kind
from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.serde import DERIVES, DESERIALIZE, Borrowing, SelfDescribing

BASE64 = "use ::assay_self_describing::json::{Bytes, Fixed};"


def make(making: Making) -> None:
    making.write_records(module(making.schema, Json, BorrowedJson))


class Json(SelfDescribing):
    uses = (BASE64, DERIVES)

    def branch(self, union: Union, number: int) -> str:
        kinds = [kind(branch) for branch in union.branches]
        marked = kinds[number] == "bytes" and "string" in kinds
        return '#[serde(with = "::assay_self_describing::json::marked")] ' if marked else ""


class BorrowedJson(Borrowing, Json):
    """Bytes are made of base64, so they are owned."""

    uses = (BASE64, DESERIALIZE)
    bytes = Json.bytes
    lends_bytes = False

    def fixed(self, size: int) -> str:
        return Json.fixed(self, size)
