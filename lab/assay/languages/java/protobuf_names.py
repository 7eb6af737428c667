"""How protoc names the getters and setters of a message's fields in Java."""

from __future__ import annotations

from itertools import permutations

from assay.formats.protobuf.proto import Field, Message

# The methods that every message has; a field that would take the name of one gets a `_`.
FORBIDDEN_TEXT = """
AllFields CachedSize Class DefaultInstanceForType DescriptorForType InitializationErrorString ParserForType
SerializedSize UnknownFields
"""
FORBIDDEN = frozenset(FORBIDDEN_TEXT.split())


def names_of(message: Message) -> dict[str, str]:
    """What follows ``get`` and ``set`` for each field, by its name in the `.proto` file."""
    names = {field.name: _capitalized(field.name) for field in message.fields}
    clashing = {f.name for pair in permutations(message.fields, 2) if _clash(*pair) for f in pair}
    for field in message.fields:
        if field.name in clashing:
            names[field.name] += str(field.number)
        elif names[field.name] in FORBIDDEN:
            names[field.name] += "_"
    return names


def _capitalized(name: str) -> str:
    """In camel case; a letter is raised after a digit too."""
    text, raise_next = "", True
    for letter in name:
        if letter == "_":
            raise_next = True
            continue
        text += letter.upper() if raise_next else letter
        raise_next = letter.isdigit()
    return text


def _clash(one: Field, other: Field) -> bool:
    """Whether what a repeated field has besides its getter, has the name of the other's getter."""
    name = _capitalized(one.name)
    return one.label in ("repeated", "map") and _capitalized(other.name) in (f"{name}Count", f"{name}List")
