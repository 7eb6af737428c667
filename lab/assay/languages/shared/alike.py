"""Which plain records the constructor of their Protobuf message takes as they are.

For libraries whose constructors take a dict or a hash by the names of fields, nested ones for the messages inside, and
leave out what is null.
"""

from __future__ import annotations

from assay.data.formats.protobuf.proto import Field, File, Type
from assay.data.schema import NULL


class Alike:
    """What a file's messages have in common with the plain values; made once for a schema."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.names = self._records()

    def is_alike(self, type_: Type) -> bool:
        """Whether a value of the type stands in a message as it is."""
        return type_.kind == "scalar" or type_.name in self.names

    def _records(self) -> set[str]:
        """The messages that are records written alike: the most that can be, as they may hold each other."""
        alike = {message.name for message in self.file.messages.values() if message.form == "record"}
        while True:
            others = {name for name in alike if not all(_field(f, alike) for f in self.file.messages[name].fields)}
            if not others:
                return alike
            alike -= others


def is_null(field: Field) -> bool:
    """Whether a field says nothing, set or not; a message's constructor leaves it out."""
    return field.label == "single" and field.type.schema == NULL


def _field(field: Field, alike: set[str]) -> bool:
    same_type = field.type.kind == "scalar" or field.type.name in alike or is_null(field)
    return same_type and field.name == field.source
