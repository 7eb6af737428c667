"""Rust structs and enums for a schema, and code between them and Cap'n Proto's structs, which capnpc makes.

For every struct of the `.capnp` file there are three functions, in the form in which one would write them by hand,
field by field: ``put_…`` sets the fields of a struct that is being made, ``take_…`` makes the user's value, and
``read_…`` reads the fields where they lie.
"""

from __future__ import annotations

from assay.data.schema import NULL, Enum, Fixed, Record, Schema, Union
from assay.formats.capnproto import capnp
from assay.formats.capnproto.capnp import member
from assay.formats.protobuf.proto import Field, Message, Type
from assay.formats.tables import is_null, is_scalar
from assay.languages.rust.making import FRAMES, Making
from assay.languages.rust.module import module_of
from assay.languages.rust.style import Style
from assay.languages.rust.types import Types
from assay.recipes.frames import fill


def make(making: Making) -> None:
    path = making.folder / "schema.capnp"
    path.write_text(capnp.Structs(making.schema).text(), encoding="utf-8")
    making.variables["ASSAY_CAPNP"] = str(path)
    making.write_records(generate(making.schema))


def generate(schema: Schema) -> str:
    """The text of the module; the contestant has what capnpc makes as its module ``schema_capnp``."""
    functions = _Functions(schema)
    made = functions.made
    text = fill(
        FRAMES / "capnproto.rs.template",
        root=made.names[made.file.root.name].lower(),
        functions="\n".join(
            [
                *(functions.enum(enum.name, enum.schema) for enum in made.file.enums.values()),
                *(text for message in made.file.messages.values() for text in functions.of(message)),
            ]
        ),
    )
    return module_of(functions.types, [text])


class _Functions:
    """``made``: Cap'n Proto's structs; ``types``: the user's. Expressions of the user's values are references."""

    def __init__(self, schema: Schema) -> None:
        self.types = Types(schema, Style(schema))
        self.made = capnp.Structs(schema)

    def enum(self, name: str, enum: Enum) -> str:
        """The three functions of an enum."""
        own, made = self.types.type_names[id(enum)], self.made.names[name]
        symbols = self.types.symbols(enum)
        put = [f"{own}::{mine} => made::{made}::E{n}," for n, (_, mine) in enumerate(symbols)]
        take = [f"made::{made}::E{n} => {own}::{mine}," for n, (_, mine) in enumerate(symbols)]
        read = [f'made::{made}::E{n} => "{symbol}",' for n, (symbol, _) in enumerate(symbols)]
        return "\n".join(
            [
                *_function(f"put_{made.lower()}(value: &{own}) -> made::{made}", ["match value {", *put, "}"]),
                *_function(f"take_{made.lower()}(held: made::{made}) -> {own}", ["match held {", *take, "}"]),
                *_function(
                    f"read_{made.lower()}(reading: &mut Reading, held: made::{made})",
                    ["reading.text(match held {", *read, "});"],
                ),
            ]
        )

    def of(self, message: Message) -> list[str]:
        """The three functions of a struct."""
        name, own = self.name(message.name), self.types.type_of(message.schema, None)
        put, take, read = self.union(message, own) if message.form == "union" else self.struct(message, own)
        return [
            "\n".join(_function(f"put_{name}(mut struct_: made::{name}::Builder<'_>, value: &{own})", put)),
            "\n".join(_function(f"take_{name}(held: made::{name}::Reader<'_>) -> ::capnp::Result<{own}>", take)),
            "\n".join(
                _function(
                    f"read_{name}(reading: &mut Reading, held: made::{name}::Reader<'_>) -> ::capnp::Result<()>",
                    [*read, "Ok(())"],
                )
            ),
        ]

    def name(self, name: str) -> str:
        """The module of a struct, and what its functions are called."""
        return self.made.names[name].lower()

    def struct(self, message: Message, own: str) -> tuple[list[str], list[str], list[str]]:
        module = self.name(message.name)
        read = [self.read(module, field) for field in message.fields] or ["Readable::read(&(), reading);"]
        if message.form != "record":
            put = [self.put(field, "value") for field in message.fields]
            return put, [f"Ok({''.join(self.take(module, f) for f in message.fields) or '()'})"], read
        assert isinstance(message.schema, Record)
        parts = list(zip(message.fields, (mine for _, mine in self.types.fields(message.schema)), strict=True))
        put = [self.put(field, f"(&value.{mine})") for field, mine in parts]
        take = [f"Ok({own} {{", *(f"{mine}: {self.take(module, field)}," for field, mine in parts), "})"]
        return put, take, read

    def union(self, message: Message, own: str) -> tuple[list[str], list[str], list[str]]:
        assert isinstance(message.schema, Union)
        module, variants = self.name(message.name), self.types.variants(message.schema)
        null = next((mine for branch, mine in variants if branch == NULL), None)
        put, take, read = ["match value {"], ["Ok(match held.which()? {"], ["match held.which()? {"]
        for field in message.fields:
            assert field.branch is not None
            mine, member_ = variants[field.branch][1], member(field).capitalize()
            held = "v" if self.is_plain(field.type) else "v?"
            put.append(f"{own}::{mine}(v) => {{ {self.put_one(field.type, 'struct_', member(field), 'v')} }}")
            take.append(f"made::{module}::{member_}(v) => {own}::{mine}({self.take_one(field.type, held)}),")
            read.append(f"made::{module}::{member_}(v) => {{ {self.read_one(field.type, held)} }}")
        if null is None:
            take.append("_ => return no_branch(),")
            read.append("_ => return no_branch(),")
        else:
            put.append(f"{own}::{null}(()) => struct_.set_none(()),")
            take.append(f"_ => {own}::{null}(()),")
            read.append("_ => Readable::read(&(), reading),")
        return [*put, "}"], [*take, "})"], [*read, "}"]

    def is_plain(self, type_: Type) -> bool:
        """Whether what the library hands over is the value itself, and no ``Result``."""
        return is_scalar(type_) and type_.kind != "enum"

    # --- the user's value to a struct ------------------------------------------------------------------------------

    def put(self, field: Field, place: str) -> str:
        name = member(field)
        match field.label:
            case "single" if is_null(field):
                return ""
            case "optional" if is_scalar(field.type):
                some = self.put_one(field.type, f"struct_.reborrow().init_{name}()", "some", "v")
                return f"if let Some(v) = {place} {{ {some} }}"
            case "optional":
                return f"if let Some(v) = {place} {{ {self.put_one(field.type, 'struct_', name, 'v')} }}"
            case "repeated":
                return self.put_items(name, place, "item", self.put_item(field.type))
            case "map":
                value = self.put_one(field.type, "entry", "value", "item")
                entry = f"let mut entry = items.reborrow().get(n as u32); entry.set_key(key.as_str()); {value}"
                return self.put_items(name, place, "(key, item)", entry)
            case _:
                return self.put_one(field.type, "struct_", name, place)

    def put_items(self, name: str, place: str, item: str, put: str) -> str:
        return (
            f"{{ let mut items = struct_.reborrow().init_{name}({place}.len() as u32);"
            f" for (n, {item}) in {place}.iter().enumerate() {{ {put} }} }}"
        )

    def put_item(self, type_: Type) -> str:
        if type_.kind == "message":
            return f"put_{self.name(type_.name)}(items.reborrow().get(n as u32), item);"
        return f"items.set(n as u32, {self.value(type_, 'item')});"

    def put_one(self, type_: Type, made: str, name: str, value: str) -> str:
        if type_.kind == "message":
            return f"put_{self.name(type_.name)}({made}.reborrow().init_{name}(), {value});"
        return f"{made}.set_{name}({self.value(type_, value)});"

    def value(self, type_: Type, value: str) -> str:
        """A value as it is set: everything but structs."""
        match type_.kind, type_.name:
            case "enum", name:
                return f"put_{self.name(name)}({value})"
            case _, "bytes":
                return f"&{value}[..]"
            case _, "string":
                return f"{value}.as_str()"
            case _:
                return f"*{value}"

    # --- and back --------------------------------------------------------------------------------------------------

    def got(self, field: Field) -> str:
        """A field's value, if it is there."""
        plain = field.label == "single" and self.is_plain(field.type)
        return f"held.get_{member(field)}(){'' if plain else '?'}"

    def take(self, module: str, field: Field) -> str:
        name = member(field)
        match field.label:
            case "single" if is_null(field):
                return "()"
            case "optional" if is_scalar(field.type):
                one = self.take_one(field.type, "v" if self.is_plain(field.type) else "v?")
                return (
                    f"match held.get_{name}().which()? {{ made::{module}::{name}::Some(v) => Some({one}), _ => None }}"
                )
            case "optional":
                return f"if held.has_{name}() {{ Some({self.take_one(field.type, self.got(field))}) }} else {{ None }}"
            case "repeated":
                one = self.take_one(field.type, self.item(field.type))
                return (
                    f"{{ let items = {self.got(field)}; let mut taken = Vec::with_capacity(items.len() as usize);"
                    f" for item in items.iter() {{ taken.push({one}); }} taken }}"
                )
            case "map":
                one = self.take_one(field.type, self.entry(field.type))
                return (
                    f"{{ let mut taken = BTreeMap::new(); for item in {self.got(field)}.iter() {{"
                    f" taken.insert(item.get_key()?.to_str()?.to_owned(), {one}); }} taken }}"
                )
            case _:
                return self.take_one(field.type, self.got(field))

    def item(self, type_: Type) -> str:
        return "item" if self.is_plain(type_) or type_.kind == "message" else "item?"

    def entry(self, type_: Type) -> str:
        return f"item.get_value(){'' if self.is_plain(type_) else '?'}"

    def take_one(self, type_: Type, held: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"take_{self.name(name)}({held})?.into()"  # into a Box, where a type holds itself
            case "enum", name:
                return f"take_{self.name(name)}({held})"
            case _, "bytes":
                return f"fixed({held})?" if isinstance(type_.schema, Fixed) else f"{held}.to_vec()"
            case _, "string":
                return f"{held}.to_str()?.to_owned()"
            case _:
                return held

    # --- struct to reading -----------------------------------------------------------------------------------------

    def read(self, module: str, field: Field) -> str:
        name, null = member(field), "Readable::read(&(), reading)"
        match field.label:
            case "single" if is_null(field):
                return f"{null};"
            case "optional" if is_scalar(field.type):
                read = self.read_one(field.type, "v" if self.is_plain(field.type) else "v?")
                return (
                    f"match held.get_{name}().which()? {{ made::{module}::{name}::Some(v) => {{ {read} }}"
                    f" _ => {null}, }}"
                )
            case "optional":
                read = self.read_one(field.type, self.got(field))
                return f"if held.has_{name}() {{ {read} }} else {{ {null}; }}"
            case "repeated":
                read = self.read_one(field.type, self.item(field.type))
                return (
                    f"{{ let items = {self.got(field)}; for item in items.iter() {{ {read} }}"
                    " reading.array(items.len() as usize); }"
                )
            case "map":
                read = self.read_one(field.type, self.entry(field.type))
                one = f"reading_of(|reading| {{ reading.text(item.get_key()?.to_str()?); {read} Ok(()) }})"
                return (
                    f"{{ let items = {self.got(field)}; let mut failed = Ok(());"
                    f" reading.map(items.iter().map(|item| {one}.unwrap_or_else(|e| {{ failed = Err(e); 0 }})));"
                    " failed?; }"
                )
            case _:
                return self.read_one(field.type, self.got(field))

    def read_one(self, type_: Type, held: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"read_{self.name(name)}(reading, {held})?;"
            case "enum", name:
                return f"read_{self.name(name)}(reading, {held});"
            case _, "bytes":
                return f"reading.bytes({held});"
            case _, "string":
                return f"reading.text({held}.to_str()?);"
            case _:
                return f"Readable::read(&{held}, reading);"


def _function(head: str, body: list[str]) -> list[str]:
    return [f"fn {head} {{", *(f"    {line}" for line in body if line), "}"]
