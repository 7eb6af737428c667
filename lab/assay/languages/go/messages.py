"""The names that protoc-gen-go gives to the messages of a schema, by its rules, for code that works with them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.data.formats.protobuf import proto

# Methods of every message.
METHODS = {
    "Reset",
    "String",
    "ProtoMessage",
    "Marshal",
    "Unmarshal",
    "ExtensionRangeArray",
    "ExtensionMap",
    "Descriptor",
}
# The name's first `_`, a `_` before a small letter, and words, each of which gets a capital letter.
PARTS = re.compile(r"^_|_(?=[a-z])|[0-9]|.[a-z]*")


def go_name(name: str) -> str:
    """The exported Go name of a message, an enum, a field or a oneof."""

    def part(match: re.Match[str]) -> str:
        text = match.group()
        if text == "_":
            return "X" if match.start() == 0 else "_" if not _before_small(name, match.end()) else ""
        return text[0].upper() + text[1:]

    return PARTS.sub(part, name)


def _before_small(name: str, end: int) -> bool:
    return name[end : end + 1].islower()


def value_name(enum: proto.Enum, number: int) -> str:
    """The constant of an enum's value."""
    return f"{go_name(enum.name)}_{enum.values[number]}"


@dataclass(frozen=True)
class MessageNames:
    """``fields``: of the struct, in the order of the message's; ``oneof``: its field for a union's value, or ""."""

    type: str
    fields: tuple[str, ...]
    oneof: str


def names(message: proto.Message) -> MessageNames:
    used = set(METHODS)

    def claim(name: str, *, has_getter: bool) -> str:
        made = go_name(name)
        while made in used or (has_getter and f"Get{made}" in used):
            made += "_"
        used.add(made)
        if has_getter:
            used.add(f"Get{made}")
        else:
            used.discard(f"Get{made}")
        return made

    fields = []
    oneof = ""
    for number, field in enumerate(message.fields):
        fields.append(claim(field.name, has_getter=True))
        if message.form == "union" and number == 0:
            oneof = claim("value", has_getter=False)
        elif field.label == "optional":
            # To protoc that is a oneof of one field.
            claim(f"_{field.name}", has_getter=False)
    return MessageNames(go_name(message.name), tuple(fields), oneof)
