"""The reference for Protobuf: Google's runtime for Python, on the messages of `proto.py` beside this file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message, message_factory

from assay.data import canonical
from assay.data.formats.codec import Inexpressible, Undecodable
from assay.data.formats.protobuf import proto
from assay.data.schema import NULL, Fixed, Schema, Union

Describe = descriptor_pb2.FieldDescriptorProto
SCALARS = {
    "bool": Describe.TYPE_BOOL,
    "int32": Describe.TYPE_INT32,
    "int64": Describe.TYPE_INT64,
    "float": Describe.TYPE_FLOAT,
    "double": Describe.TYPE_DOUBLE,
    "string": Describe.TYPE_STRING,
    "bytes": Describe.TYPE_BYTES,
}
TYPES = {"enum": Describe.TYPE_ENUM, "message": Describe.TYPE_MESSAGE}

# Enters a plain value into a message; reads it out of one.
Fill = Callable[[Any, Any], None]
Read = Callable[[Any], Any]


class Protobuf:
    def __init__(self, schema_text: str, schema: Schema) -> None:
        self.file = proto.model(schema)
        pool = descriptor_pool.DescriptorPool()
        pool.Add(describe(self.file))
        name = f"{proto.PACKAGE}.{self.file.root.name}"
        self.root = message_factory.GetMessageClass(pool.FindMessageTypeByName(name))
        self.filler = _Values(self.file).fill(self.file.root)
        self.reader = _Values(self.file).read(self.file.root)

    def encode(self, value: Any) -> bytes:
        made = self.root()
        try:
            self.filler(made, value)
            data = bytes(_call(made, "SerializeToString"))
            _call(self.root(), "ParseFromString", data)  # which ends earlier than what writes
        except (message.EncodeError, message.DecodeError, RecursionError):
            raise Inexpressible("nested too deeply: its libraries read 100 messages in each other, no more") from None
        return data

    def decode(self, data: bytes) -> Any:
        made = self.root()
        try:
            _call(made, "ParseFromString", data)
        except message.DecodeError as error:
            raise Undecodable(f"not Protobuf: {error}") from None
        return self.reader(made)


def _call(made: Any, method: str, *arguments: Any) -> Any:
    """Call a method of a message, by its class: of the message itself, a field may have that name."""
    return getattr(type(made), method)(made, *arguments)


def describe(file: proto.File) -> descriptor_pb2.FileDescriptorProto:
    """The file as Protobuf's own descriptor."""
    made = descriptor_pb2.FileDescriptorProto(name="schema.proto", package=proto.PACKAGE, syntax="proto3")
    for enum in file.enums.values():
        values = made.enum_type.add(name=enum.name).value
        for number, value in enumerate(enum.values):
            values.add(name=value, number=number)
    for one in file.messages.values():
        _describe_message(one, made.message_type.add(name=one.name))
    return made


def _describe_message(one: proto.Message, made: descriptor_pb2.DescriptorProto) -> None:
    is_union = one.form == "union" and bool(one.fields)
    if is_union:
        made.oneof_decl.add(name="value")
    for field in one.fields:
        added = made.field.add(name=field.name, number=field.number, label=Describe.LABEL_OPTIONAL)
        if field.label == "map":
            entry = made.nested_type.add(name=_entry_name(field.name))
            entry.options.map_entry = True
            entry.field.add(name="key", number=1, label=Describe.LABEL_OPTIONAL, type=Describe.TYPE_STRING)
            _set_type(entry.field.add(name="value", number=2, label=Describe.LABEL_OPTIONAL), field.type)
            added.type = Describe.TYPE_MESSAGE
            added.type_name = f".{proto.PACKAGE}.{one.name}.{entry.name}"
        else:
            _set_type(added, field.type)
        if field.label in ("map", "repeated"):
            added.label = Describe.LABEL_REPEATED
        if is_union:
            added.oneof_index = 0
    # What is `optional` is a `oneof` of one field, and these come after all others.
    for field, added in zip(one.fields, made.field, strict=True):
        if field.label == "optional":
            added.proto3_optional = True
            added.oneof_index = len(made.oneof_decl)
            made.oneof_decl.add(name=f"_{field.name}")


def _set_type(added: descriptor_pb2.FieldDescriptorProto, type_: proto.Type) -> None:
    if type_.kind == "scalar":
        added.type = SCALARS[type_.name]
    else:
        added.type = TYPES[type_.kind]
        added.type_name = f".{proto.PACKAGE}.{type_.name}"


def _entry_name(name: str) -> str:
    """As protoc names the message of a map's entries."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_")) + "Entry"


class _Values:
    """Makes what carries plain values into messages and back, each once for a message."""

    def __init__(self, file: proto.File) -> None:
        self.file = file
        self.fills: dict[str, Fill] = {}
        self.reads: dict[str, Read] = {}

    # --- plain value -> message ---------------------------------------------------------------------------

    def fill(self, one: proto.Message) -> Fill:
        if one.name in self.fills:
            return self.fills[one.name]

        def late(made: Any, value: Any) -> None:  # for messages that hold themselves
            self.fills[one.name](made, value)

        self.fills[one.name] = late
        self.fills[one.name] = self._fill(one)
        return self.fills[one.name]

    def _fill(self, one: proto.Message) -> Fill:
        fields = [(field.source, field.branch, self.fill_field(field)) for field in one.fields]
        if one.form == "record":

            def record(made: Any, value: Any) -> None:
                for source, _, fill in fields:
                    fill(made, value[source])

            return record
        if one.form == "union":
            schema = one.schema
            assert isinstance(schema, Union)
            by_branch = {branch: fill for _, branch, fill in fields}

            def union(made: Any, value: Any) -> None:
                branch = canonical.branch_of(schema, value)
                if branch in by_branch:
                    by_branch[branch](made, value)

            return union
        return fields[0][2] if fields else lambda made, value: None

    def fill_field(self, field: proto.Field) -> Fill:
        name = field.name
        if field.type.kind == "message":
            inner = self.fill(self.file.messages[field.type.name])

            def enter(made: Any, value: Any) -> None:
                _call(made, "SetInParent")
                inner(made, value)

            def repeat(made: Any, value: Any) -> None:
                for item in value:
                    inner(getattr(made, name).add(), item)

            def enter_map(made: Any, value: Any) -> None:
                for key, item in value.items():
                    enter(getattr(made, name)[key], item)

            match field.label:
                case "repeated":
                    return repeat
                case "map":
                    return enter_map
                case "optional":
                    return lambda made, value: None if value is None else enter(getattr(made, name), value)
                case _:
                    return lambda made, value: enter(getattr(made, name), value)
        scalar = self.scalar(field.type)
        match field.label:
            case "repeated":
                return lambda made, value: getattr(made, name).extend(scalar(item) for item in value)
            case "map":
                return lambda made, value: getattr(made, name).update({k: scalar(v) for k, v in value.items()})
            case "optional":
                return lambda made, value: None if value is None else setattr(made, name, scalar(value))
            case _:
                return lambda made, value: setattr(made, name, scalar(value))

    def scalar(self, type_: proto.Type) -> Callable[[Any], Any]:
        if type_.kind == "enum":
            symbols = {symbol: n for n, symbol in enumerate(self.file.enums[type_.name].schema.symbols)}
            return symbols.__getitem__
        return lambda value: value

    # --- message -> plain value ---------------------------------------------------------------------------

    def read(self, one: proto.Message) -> Read:
        if one.name in self.reads:
            return self.reads[one.name]

        def late(made: Any) -> Any:  # for messages that hold themselves
            return self.reads[one.name](made)

        self.reads[one.name] = late
        self.reads[one.name] = self._read(one)
        return self.reads[one.name]

    def _read(self, one: proto.Message) -> Read:
        fields = [(field.source, field.name, self.read_field(field)) for field in one.fields]
        match one.form:
            case "record":
                return lambda made: {source: read(made) for source, _, read in fields}
            case "union":
                by_name = {name: read for _, name, read in fields}
                has_null = isinstance(one.schema, Union) and NULL in one.schema.branches

                def union(made: Any) -> Any:
                    name = _call(made, "WhichOneof", "value") if by_name else None
                    if name is None and not has_null:
                        raise Undecodable(f"no branch of {one.name} is set, and null is not one of them")
                    return None if name is None else by_name[name](made)

                return union
            case "null":
                return lambda made: None
            case _:
                return fields[0][2]

    def read_field(self, field: proto.Field) -> Read:
        name = field.name
        item = self.item(field.type)
        match field.label:
            case "repeated":
                return lambda made: [item(one) for one in getattr(made, name)]
            case "map":
                return lambda made: {key: item(value) for key, value in getattr(made, name).items()}
            case "optional":
                return lambda made: item(getattr(made, name)) if _call(made, "HasField", name) else None
            case _:
                return lambda made: item(getattr(made, name))

    def item(self, type_: proto.Type) -> Read:
        if type_.kind == "message":
            return self.read(self.file.messages[type_.name])
        if type_.kind == "enum":
            symbols = self.file.enums[type_.name].schema.symbols
            return lambda number: symbols[number] if 0 <= number < len(symbols) else number
        if isinstance(type_.schema, Fixed):
            size = type_.schema.size

            def fixed(value: bytes) -> bytes:
                if len(value) != size:
                    raise Undecodable(f"{len(value)} bytes where the schema has {size}")
                return value

            return fixed
        return lambda value: value
