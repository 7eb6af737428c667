"""Functions between the user's types and what a library's compiler makes of a schema, in the module ``made``.

The compiler is given messages and enums with numbers for names (`assay.data.formats.tables.numbered`). For each there
are three functions, in the form in which one would write them by hand, field by field: ``put_…`` writes the user's
value, ``take_…`` makes one, and ``read_…`` reads the fields where they lie.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from assay.data.formats.protobuf.proto import Enum, Field, File, Message, Type
from assay.data.formats.tables import is_null, is_scalar
from assay.data.schema import NULL, Fixed, Record, Schema, Union
from assay.languages.rust.making import FRAMES
from assay.languages.rust.module import module_of
from assay.languages.rust.style import Style
from assay.languages.rust.types import Types
from assay.languages.shared.frames import fill

READ_NULL = "Readable::read(&(), reading)"


class Tables(ABC):
    """``types``: the user's. Expressions of the user's values are references; ``held`` is what lies in the bytes.

    ``result``: the library's `Result` of one type. A map is a list of ``item``s: ``entry`` is an expression of what one
    holds, and ``key`` of its key. Expressions of what is held may end their function by ``?``.
    """

    result: ClassVar[str]
    entry: ClassVar[str]
    key: ClassVar[str]

    def __init__(self, schema: Schema, file: File) -> None:
        self.types = Types(schema, Style(schema))
        self.file = file

    def text(self, frame: str) -> str:
        """The text of the module. ``frame``: the file with what the library's functions need, and what they are for."""
        enums, messages = self.file.enums.values(), self.file.messages.values()
        functions = [*map(self.of_enum, enums), *(text for message in messages for text in self.of_message(message))]
        parts = fill(FRAMES / "tables.rs.template", result=self.result)
        own = fill(FRAMES / frame, root=self.file.root.name.lower(), made=self.file.root.name)
        return module_of(self.types, [parts, own, *functions])

    # --- what libraries differ in ------------------------------------------------------------------------------------

    @abstractmethod
    def put(self, message: Message, own: str) -> list[str]:
        """The function that writes the user's type ``own``."""

    @abstractmethod
    def reader(self, message: Message) -> str:
        """The type of what lies in bytes."""

    @abstractmethod
    def got(self, field: Field) -> str:
        """The value of a field of ``held`` that is always there."""

    @abstractmethod
    def optional(self, message: Message, field: Field) -> tuple[str, str, str]:
        """An expression, its pattern where an optional field of ``held`` is there, and then the field's value."""

    @abstractmethod
    def item(self, type_: Type) -> str:
        """The value of ``item``, which a list gave."""

    @abstractmethod
    def entry_value(self, type_: Type) -> str:
        """The value of ``entry``."""

    @abstractmethod
    def string(self, held: str) -> str:
        """The ``&str`` of a string's value."""

    @abstractmethod
    def union(self, message: Message, own: str) -> tuple[list[str], list[str]]:
        """The bodies of ``take_…``, and of ``read_…`` up to its end, of a union."""

    # --- enums -------------------------------------------------------------------------------------------------------

    def of_enum(self, enum: Enum) -> str:
        own, name = self.types.type_names[id(enum.schema)], enum.name.lower()
        symbols = [
            (symbol, f"{own}::{mine}", f"made::{enum.name}::{value.upper()}")
            for (symbol, mine), value in zip(self.types.symbols(enum.schema), enum.values, strict=True)
        ]
        put = [f"{mine} => {made}," for _, mine, made in symbols]
        take = [f"{made} => {mine}," for _, mine, made in symbols]
        read = [f'{made} => "{symbol}",' for symbol, _, made in symbols]
        return "\n".join(
            [
                *function(f"put_{name}(value: &{own}) -> made::{enum.name}", ["match value {", *put, "}"]),
                *function(f"take_{name}(held: made::{enum.name}) -> {own}", ["match held {", *take, "}"]),
                *function(
                    f"read_{name}(reading: &mut Reading, held: made::{enum.name})",
                    ["reading.text(match held {", *read, "});"],
                ),
            ]
        )

    # --- messages ----------------------------------------------------------------------------------------------------

    def of_message(self, message: Message) -> list[str]:
        name, own, reader = message.name.lower(), self.types.type_of(message.schema, None), self.reader(message)
        if message.form == "union":
            take, read = self.union(message, own)
        else:
            take, read = self.taken(message, own), [self.read(message, field) for field in message.fields]
        if message.form == "null":
            read = [f"{READ_NULL};"]
        return [
            "\n".join(self.put(message, own)),
            "\n".join(function(f"take_{name}(held: {reader}) -> {self.result}<{own}>", take)),
            "\n".join(
                function(
                    f"read_{name}(reading: &mut Reading, held: {reader}) -> {self.result}<()>",
                    [*read, "Ok(())"],
                )
            ),
        ]

    def branches(self, message: Message) -> tuple[list[tuple[Field, str]], str | None]:
        """The fields of a union with the user's variants, and the variant of null, where the union has it."""
        assert isinstance(message.schema, Union)
        variants = self.types.variants(message.schema)
        null = next((mine for schema, mine in variants if schema == NULL), None)
        return [(field, variants[field.branch or 0][1]) for field in message.fields], null

    def places(self, message: Message) -> list[tuple[Field, str]]:
        """The fields, and where their values lie in the user's ``value``."""
        if message.form != "record":
            return [(field, "value") for field in message.fields]
        assert isinstance(message.schema, Record)
        fields = zip(message.fields, self.types.fields(message.schema), strict=True)
        return [(field, f"(&value.{mine})") for field, (_, mine) in fields]

    # --- what lies in bytes to the user's value ----------------------------------------------------------------------

    def taken(self, message: Message, own: str) -> list[str]:
        if message.form != "record":
            return [f"Ok({''.join(self.take(message, field) for field in message.fields) or '()'})"]
        assert isinstance(message.schema, Record)
        fields = zip(message.fields, self.types.fields(message.schema), strict=True)
        return [f"Ok({own} {{", *(f"{mine}: {self.take(message, field)}," for field, (_, mine) in fields), "})"]

    def take(self, message: Message, field: Field) -> str:
        match field.label:
            case "single" if is_null(field):
                return "()"
            case "single":
                return self.take_one(field.type, self.got(field))
            case "optional":
                choice, there, value = self.optional(message, field)
                return f"match {choice} {{ {there} => Some({self.take_one(field.type, value)}), _ => None }}"
            case "repeated":
                one = self.take_one(field.type, self.item(field.type))
                return (
                    f"{{ let items = {self.got(field)}; let mut taken = Vec::with_capacity(items.len() as usize);"
                    f" for item in items.iter() {{ taken.push({one}); }} taken }}"
                )
            case "map":
                one = self.take_one(field.type, self.entry_value(field.type))
                return (
                    f"{{ let mut taken = BTreeMap::new(); for item in {self.got(field)}.iter() {{"
                    f" let entry = {self.entry}; taken.insert({self.key}.to_owned(), {one}); }} taken }}"
                )

    def take_one(self, type_: Type, held: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"take_{name.lower()}({held})?.into()"  # into a Box, where a type holds itself
            case "enum", name:
                return f"take_{name.lower()}({held})"
            case _, "bytes":
                return f"fixed({held})?" if isinstance(type_.schema, Fixed) else f"{held}.to_vec()"
            case _, "string":
                return f"{self.string(held)}.to_owned()"
            case _:
                return held

    # --- what lies in bytes to a reading -----------------------------------------------------------------------------

    def read(self, message: Message, field: Field) -> str:
        match field.label:
            case "single" if is_null(field):
                return f"{READ_NULL};"
            case "single":
                return self.read_one(field.type, self.got(field))
            case "optional":
                choice, there, value = self.optional(message, field)
                return f"match {choice} {{ {there} => {{ {self.read_one(field.type, value)} }} _ => {READ_NULL}, }}"
            case "repeated":
                read = self.read_one(field.type, self.item(field.type))
                return (
                    f"{{ let items = {self.got(field)}; for item in items.iter() {{ {read} }}"
                    " reading.array(items.len() as usize); }"
                )
            case "map":
                read = self.read_one(field.type, self.entry_value(field.type))
                one = f"let entry = {self.entry}; reading.text({self.key}); {read} Ok(())"
                return (
                    f"{{ let items = {self.got(field)}; let mut failed = Ok(()); reading.map(items.iter().map(|item|"
                    f" reading_of(|reading| {{ {one} }}).unwrap_or_else(|e| {{ failed = Err(e); 0 }})));"
                    " failed?; }"
                )

    def read_one(self, type_: Type, held: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"read_{name.lower()}(reading, {held})?;"
            case "enum", name:
                return f"read_{name.lower()}(reading, {held});"
            case _, "bytes":
                return f"reading.bytes({held});"
            case _, "string":
                return f"reading.text({self.string(held)});"
            case _:
                return f"Readable::read(&{held}, reading);"


def is_plain(type_: Type) -> bool:
    """Whether a value of the type is not an enum, which may be none that is known, and lies in its table itself."""
    return is_scalar(type_) and type_.kind != "enum"


def function(head: str, body: list[str]) -> list[str]:
    return [f"fn {head} {{", *(f"    {line}" for line in body if line), "}"]
