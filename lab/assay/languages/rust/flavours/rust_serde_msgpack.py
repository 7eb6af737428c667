"""Serde for MessagePack, which holds bytes as they are."""

from __future__ import annotations

from assay.languages.rust.making import Making
from assay.languages.rust.module import module
from assay.languages.rust.serde import Borrowing, SelfDescribing


def make(making: Making) -> None:
    making.write_records(module(making.schema, SelfDescribing, BorrowedMsgpack))


class BorrowedMsgpack(Borrowing, SelfDescribing):
    pass
