"""How protoc names the getters and setters of a message's fields in Java."""

from __future__ import annotations

from itertools import permutations

from assay.data.formats.protobuf.proto import Field, Message, capitalized

# The methods that every message has; a field that would take the name of one gets a `_`.
FORBIDDEN_TEXT = """
AllFields CachedSize Class DefaultInstanceForType DescriptorForType InitializationErrorString ParserForType
SerializedSize UnknownFields
"""
FORBIDDEN = frozenset(FORBIDDEN_TEXT.split())


def names_of(message: Message) -> dict[str, str]:
    """What follows ``get`` and ``set`` for each field, by its name in the `.proto` file."""
    names = {field.name: capitalized(field.name) for field in message.fields}
    clashing = {f.name for pair in permutations(message.fields, 2) if _clash(*pair) for f in pair}
    for field in message.fields:
        if field.name in clashing:
            names[field.name] += str(field.number)
        elif names[field.name] in FORBIDDEN:
            names[field.name] += "_"
    return names


def _clash(one: Field, other: Field) -> bool:
    """Whether what a repeated field has besides its getter, has the name of the other's getter."""
    name = capitalized(one.name)
    return one.label in ("repeated", "map") and capitalized(other.name) in (f"{name}Count", f"{name}List")
