"""Protobuf messages by themselves: a record is a message."""

from __future__ import annotations

from assay.data.formats.protobuf import proto
from assay.languages.go.making import FRAMES, Making
from assay.languages.go.messages import go_name
from assay.languages.shared.frames import fill


def make(making: Making) -> None:
    name = go_name(proto.model(making.schema).root.name)
    records = fill(FRAMES / "root.go.template", messages=making.messages, name=name)
    making.write_records(records)
    making.make_messages()
