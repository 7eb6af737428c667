"""Python functions between plain values and the Protobuf messages of a schema: a module ``records``.

They are what a user of these messages would write: a dict of what goes into the message's constructor, in which a part
that is written alike in both stands as it is, and a dict of what is read from the message's fields.

The module holds ``fields(value)``, what the constructor of a whole record's message takes, ``plain(message)``, the
plain value of such a message, and ``ROOT``, the message's full name.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from pathlib import Path

from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import Field, File, Message, Type
from assay.data.schema import NULL, Union
from assay.languages.python.branches import enum_tables, in_turn, takes
from assay.languages.shared.alike import Alike, is_null
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill
from assay.languages.shared.protoc import compile_proto, write_proto

FRAME = Path(__file__).parents[1] / "frames" / "messages.py.template"


def make(making: Making) -> None:
    making.lay("records.py", _Generator(proto.model(making.schema)).module())
    descriptors = making.folder / "schema.desc"
    compile_proto(write_proto(making), [f"--descriptor_set_out={descriptors}"], making.log)


class _Generator:
    def __init__(self, file: File) -> None:
        self.file = file
        self.alike = Alike(file)

    def module(self) -> str:
        root = self.file.root
        blocks = [enum_tables(enum) for enum in self.file.enums.values()]
        for message in self.file.messages.values():
            if message.name not in self.alike.names:
                blocks.append(self.writer(message))
            blocks.append(self.reader(message))
        return fill(
            FRAME,
            message=f"{proto.PACKAGE}.{root.name}",
            functions="".join("\n\n\n" + "\n".join(block) for block in blocks),
            written="value" if root.name in self.alike.names else f"write_{root.name}(value)",
            root=root.name,
        )

    # --- plain value -> what the constructor takes --------------------------------------------------------

    def writer(self, message: Message) -> Iterator[str]:
        yield f"def write_{message.name}(value):"
        match message.form:
            case "union":
                yield from self.union_writer(message)
            case "null":
                yield "    return {}"
            case "record":
                yield "    return {"
                yield from (
                    f'        "{field.name}": {self.written_field(field, f"value[{field.source!r}]")},'
                    for field in message.fields
                )
                yield "    }"
            case _:
                (field,) = message.fields
                yield f'    return {{"{field.name}": {self.written_field(field, "value")}}}'

    def written_field(self, field: Field, value: str) -> str:
        if is_null(field):
            return "None"
        if self.alike.is_alike(field.type):
            return value
        match field.label:
            case "repeated":
                return f"[{self.written(field.type, 'item')} for item in {value}]"
            case "map":
                return f"{{key: {self.written(field.type, 'item')} for key, item in {value}.items()}}"
            case "optional":
                return f"None if {value} is None else {self.written(field.type, value)}"
            case _:
                return self.written(field.type, value)

    def written(self, type_: Type, value: str) -> str:
        if self.alike.is_alike(type_):
            return value
        return f"{type_.name}_NUMBERS[{value}]" if type_.kind == "enum" else f"write_{type_.name}({value})"

    def union_writer(self, message: Message) -> Iterator[str]:
        assert isinstance(message.schema, Union)
        if NULL in message.schema.branches:
            yield "    if value is None:"
            yield "        return {}"
        for field in in_turn(message):
            yield f"    if {takes(field.type)}:"
            yield f'        return {{"{field.name}": {self.written(field.type, "value")}}}'
        yield '    raise TypeError(f"no branch of the union takes {value!r}")'

    # --- message -> plain value ---------------------------------------------------------------------------

    def reader(self, message: Message) -> Iterator[str]:
        yield f"def read_{message.name}(message):"
        match message.form:
            case "union":
                yield from self.union_reader(message)
            case "null":
                yield "    return None"
            case "record":
                yield "    return {"
                yield from (f'        "{field.source}": {self.read_field(field)},' for field in message.fields)
                yield "    }"
            case _:
                (field,) = message.fields
                yield f"    return {self.read_field(field)}"

    def read_field(self, field: Field) -> str:
        if is_null(field):
            return "None"
        value = attribute(field.name)
        item = self.read(field.type, "item")
        match field.label:
            case "repeated":
                return f"list({value})" if item == "item" else f"[{item} for item in {value}]"
            case "map":
                return f"dict({value})" if item == "item" else f"{{key: {item} for key, item in {value}.items()}}"
            case "optional":
                return f'{self.read(field.type, value)} if message.HasField("{field.name}") else None'
            case _:
                return self.read(field.type, value)

    def read(self, type_: Type, value: str) -> str:
        match type_.kind:
            case "scalar":
                return value
            case "enum":
                return f"{type_.name}_SYMBOLS[{value}]"
            case "message":
                return f"read_{type_.name}({value})"

    def union_reader(self, message: Message) -> Iterator[str]:
        if message.fields:
            yield '    branch = message.WhichOneof("value")'
        for field in message.fields:
            yield f'    if branch == "{field.name}":'
            yield f"        return {self.read(field.type, attribute(field.name))}"
        assert isinstance(message.schema, Union)
        if NULL in message.schema.branches:
            yield "    return None"
        else:
            yield '    raise ValueError("a union that has no null is not set")'


def attribute(name: str) -> str:
    return f'getattr(message, "{name}")' if keyword.iskeyword(name) else f"message.{name}"
