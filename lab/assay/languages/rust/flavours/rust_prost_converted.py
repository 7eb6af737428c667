"""Rust structs and enums for a schema, and their conversion to and from the messages that prost-build makes.

The conversion is what a user would write: a method of each struct and enum that makes its message, which copies what
the message must own, and one of each message that makes the struct, and moves. An array, map or `Option` that has a
message of its own is converted in place.
"""

from __future__ import annotations

from assay.data.formats.protobuf import proto
from assay.data.schema import NULL, Enum, Fixed, Record, Schema, Union
from assay.languages.rust.making import FRAMES, Making
from assay.languages.rust.module import module_of
from assay.languages.rust.prost import MESSAGES, message_type, variant
from assay.languages.rust.prost_names import snake
from assay.languages.rust.style import Style
from assay.languages.rust.types import Types
from assay.languages.shared.frames import fill


def make(making: Making) -> None:
    making.make_descriptors()
    making.write_records(converted(making.schema))


def converted(schema: Schema) -> str:
    """The text of a module whose ``Root`` is a plain struct, with its `to_message` and `from_message`."""
    return _Conversion(schema).module()


class _Conversion:
    def __init__(self, root: Schema) -> None:
        self.types = Types(root, Style(root))
        self.file = proto.model(root)

    def module(self) -> str:
        messages = self.file.messages.values()
        conversions = [
            *(self.enum(enum.schema) for enum in self.file.enums.values()),
            *(self.record(message) for message in messages if message.form == "record"),
            *(self.union(message) for message in messages if message.form == "union"),
        ]
        conversion = fill(
            FRAMES / "prost_converted.rs.template",
            message=message_type(self.file.root),
            to_message=self.to_whole(self.file.root, "root"),
            from_message=self.of_whole(self.file.root, "message"),
            conversions="\n".join(conversions),
        )
        return module_of(self.types, [fill(MESSAGES), conversion])

    def enum(self, enum: Enum) -> str:
        name = self.types.type_names[id(enum)]
        symbols = [own for _, own in self.types.symbols(enum)]
        to = ["match self {", *(f"    {name}::{own} => {n}," for n, own in enumerate(symbols)), "}"]
        of = [
            "Ok(match number {",
            *(f"    {n} => {name}::{own}," for n, own in enumerate(symbols)),
            '    other => return Err(format!("the enum has no number {other}")),',
            "})",
        ]
        return "\n".join(
            [
                f"impl {name} {{",
                *_function("fn number(&self) -> i32", to),
                *_function("fn of_number(number: i32) -> Result<Self, String>", of),
                "}",
            ]
        )

    def record(self, message: proto.Message) -> str:
        record = message.schema
        assert isinstance(record, Record)
        parts = [(field, own, snake(field.name)) for field, own in self.pairs(message, record)]
        to = [
            f"{message_type(message)} {{",
            *(f"    {theirs}: {self.to_field(field, f'self.{own}')}," for field, own, theirs in parts),
            "}",
        ]
        of = [
            f"Ok({self.types.type_names[id(record)]} {{",
            *(
                f"    {own}: {self.of_field(field, f'self.{theirs}', boxed=self.is_boxed(field.schema, record))},"
                for field, own, theirs in parts
            ),
            "})",
        ]
        return self.methods(self.types.type_names[id(record)], message, to, of)

    def pairs(self, message: proto.Message, record: Record) -> list[tuple[proto.Field, str]]:
        """The message's fields with the identifiers of the struct's, in the schema's order."""
        return [(field, own) for field, (_, own) in zip(message.fields, self.types.fields(record), strict=True)]

    def union(self, message: proto.Message) -> str:
        union = message.schema
        assert isinstance(union, Union)
        name, whole = self.types.unions[union], message_type(message)
        variants = self.types.variants(union)
        null = next((own for branch, own in variants if branch == NULL), None)
        if not message.fields:
            return self.methods(name, message, [f"{whole} {{}}"], [f"Ok({name}::{null}(()))"])
        to, of = ["let value = match self {"], ["Ok(match self.value {"]
        for field in message.fields:
            assert field.branch is not None
            branch, own = variants[field.branch]
            inner = self.of_one(field.type, "v")
            if self.types.branch_type(branch, union).startswith("Box<"):
                inner = f"Box::new({inner})"
            to.append(
                f"    {name}::{own}(v) => Some({variant(message, field)}({self.to_one(field.type, 'v')}.into())),"
            )
            of.append(f"    Some({variant(message, field)}(v)) => {name}::{own}({inner}),")
        if null is not None:
            to.append(f"    {name}::{null}(()) => None,")
        absent = 'return Err("a union without a value".to_string())' if null is None else f"{name}::{null}(())"
        return self.methods(name, message, [*to, "};", f"{whole} {{ value }}"], [*of, f"    None => {absent},", "})"])

    def methods(self, name: str, message: proto.Message, to: list[str], of: list[str]) -> str:
        return "\n".join(
            [
                f"impl {name} {{",
                *_function(f"pub fn to_message(&self) -> {message_type(message)}", to),
                "}",
                f"impl {message_type(message)} {{",
                *_function(f"pub fn into_value(self) -> Result<{name}, String>", of),
                "}",
            ]
        )

    # --- struct to message; places and values are borrowed ---------------------------------------------------

    def to_field(self, field: proto.Field, place: str) -> str:
        """What a message's field gets from a place that holds the whole type."""
        if field.label != "single" and _is_same(field.type):
            return f"{place}.clone()"
        one = self.to_one(field.type, "v")
        match field.label:
            case "repeated":
                return f"{place}.iter().map(|v| {one}).collect()"
            case "map":
                return f"{place}.iter().map(|(key, v)| (key.clone(), {one})).collect()"
            case "optional":
                # `into` puts a message into the Box that prost has where messages hold themselves.
                return f"{place}.as_ref().map(|v| {one}{'.into()' if field.type.kind == 'message' else ''})"
            case "single":
                if field.schema == NULL:
                    return "None"
                one = self.to_one(field.type, place)
                return f"Some({one}.into())" if field.type.kind == "message" else one

    def to_one(self, type_: proto.Type, value: str) -> str:
        match type_.schema:
            case Fixed():
                return f"{value}.to_vec()"
            case Enum():
                return f"{value}.number()"
            case _ if type_.kind == "scalar":
                return f"{value}.clone()"
            case _:
                return self.to_whole(self.file.messages[type_.name], value)

    def to_whole(self, message: proto.Message, value: str) -> str:
        match message.form:
            case "record" | "union":
                return f"{value}.to_message()"
            case "null":
                return f"{message_type(message)} {{}}"
            case _:
                (field,) = message.fields
                return f"{message_type(message)} {{ {snake(field.name)}: {self.to_field(field, value)} }}"

    # --- message to struct; values are moved -------------------------------------------------------------------

    def of_field(self, field: proto.Field, value: str, *, boxed: bool = False) -> str:
        """What a place that holds the whole type gets from a message's field. ``boxed``: the struct has a Box there."""
        if field.label != "single" and _is_same(field.type):
            return value
        one = self.of_one(field.type, "v")
        match field.label:
            case "repeated":
                made = f"{value}.into_iter().map(|v| -> Result<_, String> {{ Ok({one}) }})"
                return f"{made}.collect::<Result<Vec<_>, String>>()?"
            case "map":
                made = f"{value}.into_iter().map(|(key, v)| -> Result<_, String> {{ Ok((key, {one})) }})"
                return f"{made}.collect::<Result<BTreeMap<_, _>, String>>()?"
            case "optional":
                one = f"Box::new({one})" if boxed else one
                return f"match {value} {{ Some(v) => Some({one}), None => None }}"
            case "single":
                if field.schema == NULL:
                    return "()"
                # An absent message is the message's default, as Protobuf has it.
                present = f"{value}.unwrap_or_default()" if field.type.kind == "message" else value
                one = self.of_one(field.type, present)
                return f"Box::new({one})" if boxed else one

    def of_one(self, type_: proto.Type, value: str) -> str:
        match type_.schema:
            case Fixed():
                return f"fixed({value})?"
            case Enum() as enum:
                return f"{self.types.type_names[id(enum)]}::of_number({value})?"
            case _ if type_.kind == "scalar":
                return value
            case _:
                return self.of_whole(self.file.messages[type_.name], value)

    def of_whole(self, message: proto.Message, value: str) -> str:
        match message.form:
            case "record" | "union":
                return f"{value}.into_value()?"
            case "null":
                return "()"
            case _:
                (field,) = message.fields
                return self.of_field(field, f"{value}.{snake(field.name)}")

    def is_boxed(self, schema: Schema, record: Record) -> bool:
        """Whether a field of a record lies in a Box, itself or as the value of an Option."""
        return self.types.type_of(schema, record).removeprefix("Option<").startswith("Box<")


def _is_same(type_: proto.Type) -> bool:
    """Whether struct and message hold the same Rust type."""
    return type_.kind == "scalar" and not isinstance(type_.schema, Fixed)


def _function(head: str, body: list[str]) -> list[str]:
    return [f"    {head} {{", *(f"        {line}" for line in body), "    }"]
