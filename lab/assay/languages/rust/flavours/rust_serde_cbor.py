"""Serde for CBOR, which holds bytes as they are, and whose null some libraries call none."""

from __future__ import annotations

from assay.data.schema import NULL, Union
from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.serde import SelfDescribing


def make(making: Making) -> None:
    making.write_records(module(making.schema, Cbor))


class Cbor(SelfDescribing):
    def branch(self, union: Union, number: int) -> str:
        if union.branches[number] == NULL:
            return '#[serde(deserialize_with = "::assay_self_describing::null")] '
        return super().branch(union, number)
