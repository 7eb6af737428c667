"""What both flavours of prost know of the messages that prost-build makes, which the module includes as `messages`."""

from __future__ import annotations

from assay.data.formats.protobuf import proto
from assay.languages.rust.making import FRAMES
from assay.languages.rust.prost_names import snake, upper_camel

MESSAGES = FRAMES / "messages.rs.template"


def message_type(message: proto.Message) -> str:
    return f"messages::{upper_camel(message.name)}"


def variant(message: proto.Message, field: proto.Field) -> str:
    """The variant of a `oneof` for one of its fields."""
    return f"messages::{snake(message.name)}::Value::{upper_camel(field.name)}"
