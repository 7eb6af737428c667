"""Rust structs and enums for a schema, and code between them and Cap'n Proto's structs, which capnpc makes."""

from __future__ import annotations

from assay.data.formats.capnproto import capnp
from assay.data.formats.protobuf.proto import Field, Message, Type
from assay.data.formats.tables import is_null, is_scalar
from assay.data.schema import Schema
from assay.languages.rust.making import Making
from assay.languages.rust.tables import READ_NULL, Tables, function, is_plain


def make(making: Making) -> None:
    making.variables["ASSAY_CAPNP"] = str(making.lay("schema.capnp", capnp.Structs(making.schema).text()))
    making.write_records(generate(making.schema))


def generate(schema: Schema) -> str:
    """The text of the module; the contestant has what capnpc makes as its module ``schema_capnp``."""
    return _Structs(schema, capnp.Structs(schema).file).text("capnproto.rs.template")


class _Structs(Tables):
    result = "::capnp::Result"
    entry = "item"
    key = "entry.get_key()?.to_str()?"

    def reader(self, message: Message) -> str:
        return f"made::{message.name.lower()}::Reader<'_>"

    def got(self, field: Field) -> str:
        plain = field.label == "single" and is_plain(field.type)
        return f"held.get_{field.name}(){'' if plain else '?'}"

    def optional(self, message: Message, field: Field) -> tuple[str, str, str]:
        if not is_scalar(field.type):
            return f"held.has_{field.name}()", "true", self.got(field)
        there = f"made::{message.name.lower()}::{field.name}::Some(v)"
        return f"held.get_{field.name}().which()?", there, "v" if is_plain(field.type) else "v?"

    def item(self, type_: Type) -> str:
        return "item" if is_plain(type_) or type_.kind == "message" else "item?"

    def entry_value(self, type_: Type) -> str:
        return f"entry.get_value(){'' if is_plain(type_) else '?'}"

    def string(self, held: str) -> str:
        return f"{held}.to_str()?"

    def union(self, message: Message, own: str) -> tuple[list[str], list[str]]:
        (branches, null), module = self.branches(message), message.name.lower()
        take, read = [], []
        for field, mine in branches:
            there, held = f"made::{module}::{field.name.upper()}(v)", "v" if is_plain(field.type) else "v?"
            take.append(f"{there} => {own}::{mine}({self.take_one(field.type, held)}),")
            read.append(f"{there} => {{ {self.read_one(field.type, held)} }}")
        take.append("_ => return no_branch()," if null is None else f"_ => {own}::{null}(()),")
        read.append("_ => return no_branch()," if null is None else f"_ => {READ_NULL},")
        return ["Ok(match held.which()? {", *take, "})"], ["match held.which()? {", *read, "}"]

    # --- the user's value to a struct --------------------------------------------------------------------------------

    def put(self, message: Message, own: str) -> list[str]:
        module = message.name.lower()
        if message.form == "union":
            body = self.put_branches(message, own)
        else:
            body = [self.put_field(field, place) for field, place in self.places(message)]
        return function(f"put_{module}(mut struct_: made::{module}::Builder<'_>, value: &{own})", body)

    def put_branches(self, message: Message, own: str) -> list[str]:
        branches, null = self.branches(message)
        put = [
            f"{own}::{mine}(v) => {{ {self.put_one(field.type, 'struct_', field.name, 'v')} }}"
            for field, mine in branches
        ]
        if null is not None:
            put.append(f"{own}::{null}(()) => struct_.set_none(()),")
        return ["match value {", *put, "}"]

    def put_field(self, field: Field, place: str) -> str:
        name = field.name
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
            return f"put_{type_.name.lower()}(items.reborrow().get(n as u32), item);"
        return f"items.set(n as u32, {self.value(type_, 'item')});"

    def put_one(self, type_: Type, made: str, name: str, value: str) -> str:
        if type_.kind == "message":
            return f"put_{type_.name.lower()}({made}.reborrow().init_{name}(), {value});"
        return f"{made}.set_{name}({self.value(type_, value)});"

    def value(self, type_: Type, value: str) -> str:
        """A value as it is set: everything but structs."""
        match type_.kind, type_.name:
            case "enum", name:
                return f"put_{name.lower()}({value})"
            case _, "bytes":
                return f"&{value}[..]"
            case _, "string":
                return f"{value}.as_str()"
            case _:
                return f"*{value}"
