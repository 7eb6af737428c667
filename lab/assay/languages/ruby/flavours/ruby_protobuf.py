"""Ruby between plain values and the Protobuf messages of a schema: a module ``Records``, in ``records.rb``.

It is what their user would write: a Hash of what goes into the message's constructor, in which a part that is written
alike in both stands as it is, and a Hash of what is read from the message's fields. The messages' classes are what
protoc makes, ``schema_pb.rb`` beside it.

The module holds ``MESSAGE``, the class of a whole record's message, ``fields(value)``, what its constructor takes, and
``plain(message)``, the plain value of such a message.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.data import schema as avro
from assay.data.canonical import RANGES
from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import Field, File, Message, Type
from assay.data.schema import NULL, Fixed, Primitive, Record, Schema, Union, kind
from assay.languages.shared.alike import Alike, is_null
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill
from assay.languages.shared.protoc import compile_proto, write_proto
from assay.languages.shared.turns import turn

FRAME = Path(__file__).parents[1] / "frames" / "records.rb.template"

# Whether a value is of a kind.
KINDS = {
    "boolean": "[true, false].include?(value)",
    "integer": "value.is_a?(Integer)",
    "real": "value.is_a?(Float)",
    "string": "value.is_a?(String) && value.encoding != Encoding::BINARY",
    "bytes": "value.is_a?(String) && value.encoding == Encoding::BINARY",
    "array": "value.is_a?(Array)",
    "map": "value.is_a?(Hash)",
    "record": "value.is_a?(Hash)",
}


def make(making: Making) -> None:
    making.lay("records.rb", _Generator(proto.model(making.schema)).module())
    compile_proto(write_proto(making), [f"--ruby_out={making.folder}"], making.log)


class _Generator:
    def __init__(self, file: File) -> None:
        self.file = file
        self.alike = Alike(file)

    def module(self) -> str:
        root = self.file.root
        functions = []
        for message in self.file.messages.values():
            if message.name not in self.alike.names:
                functions.append(_function(f"write_{message.name}(value)", self.writer(message)))
            functions.append(_function(f"read_{message.name}(message)", self.reader(message)))
        return fill(
            FRAME,
            message=f"{proto.PACKAGE}.{root.name}",
            constants="".join(_constants(enum) for enum in self.file.enums.values()),
            written="value" if root.name in self.alike.names else f"write_{root.name}(value)",
            root=root.name,
            functions="".join(functions),
        )

    # --- plain value -> what the constructor takes --------------------------------------------------------

    def writer(self, message: Message) -> Iterator[str]:
        match message.form:
            case "union":
                yield from self.union_writer(message)
            case "null":
                yield "{}"
            case "record":
                fields = [f for f in message.fields if not is_null(f)]
                yield _hash((f.name, self.written_field(f, f'value["{f.source}"]')) for f in fields)
            case _:
                (field,) = message.fields
                yield _hash([(field.name, self.written_field(field, "value"))])

    def written_field(self, field: Field, value: str) -> str:
        if self.alike.is_alike(field.type):
            return value
        item = self.written(field.type, "item")
        match field.label:
            case "repeated":
                return f"{value}.map {{ |item| {item} }}"
            case "map":
                return f"{value}.transform_values {{ |item| {item} }}"
            case "optional":
                return f"{value}&.then {{ |item| {item} }}"
            case _:
                return self.written(field.type, value)

    def written(self, type_: Type, value: str) -> str:
        if self.alike.is_alike(type_):
            return value
        return f"NUMBERS_OF_{type_.name}.fetch({value})" if type_.kind == "enum" else f"write_{type_.name}({value})"

    def union_writer(self, message: Message) -> Iterator[str]:
        assert isinstance(message.schema, Union)
        if NULL in message.schema.branches:
            yield "return {} if value.nil?"
        for field in sorted(message.fields, key=lambda f: turn(f.schema)):
            entry = _hash([(field.name, self.written(field.type, "value"))])
            yield f"return {entry} if {_takes(field.type)}"
        yield ""
        yield 'raise TypeError, "no branch of the union takes #{value.inspect}"'

    # --- message -> plain value ---------------------------------------------------------------------------

    def reader(self, message: Message) -> Iterator[str]:
        match message.form:
            case "union":
                yield from self.union_reader(message)
            case "null":
                yield "nil"
            case "record":
                yield _hash((field.source, self.read_field(field)) for field in message.fields)
            case _:
                (field,) = message.fields
                yield self.read_field(field)

    def read_field(self, field: Field) -> str:
        if is_null(field):
            return "nil"
        value = _fetched(field)
        item = self.read(field.type, "item")
        match field.label:
            case "repeated":
                return f"{value}.to_a" if item == "item" else f"{value}.map {{ |item| {item} }}"
            case "map" if item == "item":
                return f"{value}.to_h"
            case "map":
                return f"{value}.each_with_object({{}}) {{ |(key, item), made| made[key] = {item} }}"
            case "optional" if field.type.kind == "message":
                return f"{value}&.then {{ |item| {item} }}"
            case "optional":
                return f"(message.has_{field.name}? ? {self.read(field.type, value)} : nil)"
            case _:
                return self.read(field.type, value)

    def read(self, type_: Type, value: str) -> str:
        match type_.kind:
            case "scalar":
                return value
            case "enum":
                return f"SYMBOLS_OF_{type_.name}[{value}]"
            case "message":
                return f"read_{type_.name}({value})"

    def union_reader(self, message: Message) -> Iterator[str]:
        if message.fields:
            yield "case message.value"
            yield from (f"when :{f.name} then {self.read(f.type, _fetched(f))}" for f in message.fields)
            yield f"else {_unset(message.schema)}"
            yield "end"
        else:
            yield "nil"


def _constants(enum: proto.Enum) -> str:
    symbols = enum.schema.symbols
    numbers = ", ".join(f'"{symbol}" => {number}' for number, symbol in enumerate(symbols))
    names = ", ".join(f'{name}: "{symbol}"' for name, symbol in zip(enum.values, symbols, strict=True))
    return f"  NUMBERS_OF_{enum.name} = {{ {numbers} }}.freeze\n  SYMBOLS_OF_{enum.name} = {{ {names} }}.freeze\n"


def _function(head: str, body: Iterator[str]) -> str:
    lines = "".join(f"    {line}\n" if line else "\n" for line in body)
    return f"\n  def {head}\n{lines}  end\n"


def _hash(entries: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> str:
    """The literal of a Hash, each key with the code of its value."""
    return "{ " + ", ".join(f'"{key}" => {value}' for key, value in entries) + " }"


def _fetched(field: Field) -> str:
    """The code that fetches a field by its name, which may be that of a method of every object, such as `class`."""
    return f'message["{field.name}"]'


def _takes(type_: Type) -> str:
    """The condition for the branch of a union, where none before it took the value."""
    found = KINDS[kind(type_.schema)]
    match type_.schema:
        case Primitive(type="int"):
            low, high = RANGES["int"]
            return f"{found} && value.between?({low}, {high})"
        case avro.Enum():
            return f"{found} && NUMBERS_OF_{type_.name}.key?(value)"
        case Fixed(size=size):
            return f"{found} && value.bytesize == {size}"
        case Record(fields=fields):
            keys = "".join(f' && value.key?("{field.name}")' for field in fields)
            return f"{found} && value.size == {len(fields)}{keys}"
        case _:
            return found


def _unset(schema: Schema) -> str:
    """What a union is of which no branch is set."""
    assert isinstance(schema, Union)
    return "nil" if NULL in schema.branches else 'raise TypeError, "a union that has no null is not set"'
