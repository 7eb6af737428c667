"""Rust structs and enums for a schema, and code between them and FlatBuffers' tables, which planus makes."""

from __future__ import annotations

from assay.data.formats.flatbuffers import fbs
from assay.data.formats.flatbuffers.fbs import entry_name, is_blob
from assay.data.formats.protobuf.proto import Field, Message, Type
from assay.data.formats.tables import is_null
from assay.data.schema import Schema
from assay.languages.rust.making import Making
from assay.languages.rust.prost_names import upper_camel
from assay.languages.rust.tables import READ_NULL, Tables, function, is_plain


def make(making: Making) -> None:
    making.variables["ASSAY_FBS"] = str(making.lay("schema.fbs", fbs.text(fbs.model(making.schema))))
    making.write_records(generate(making.schema))


def generate(schema: Schema) -> str:
    """The text of the module; the contestant has what planus makes as its module ``schema``."""
    return _Tables(schema, fbs.model(schema)).text("planus.rs.template")


class _Tables(Tables):
    result = "::planus::Result"
    entry = "item?"
    key = "entry.key()?"

    def reader(self, message: Message) -> str:
        return f"made::{message.name}Ref<'_>"

    def got(self, field: Field) -> str:
        return f"held.{field.name}()?"

    def optional(self, message: Message, field: Field) -> tuple[str, str, str]:
        return self.got(field), "Some(v)", "v"

    def item(self, type_: Type) -> str:
        if is_blob(type_):
            return "item?.value()?"
        return "item" if is_plain(type_) else "item?"

    def entry_value(self, type_: Type) -> str:
        return "entry.value()?.value()?" if is_blob(type_) else "entry.value()?"

    def string(self, held: str) -> str:
        return held

    def union(self, message: Message, own: str) -> tuple[list[str], list[str]]:
        branches, null = self.branches(message)
        take, read = [], []
        for field, mine in branches:
            there = f"if let Some(v) = {self.got(field)}"
            take.append(f"{there} {{ return Ok({own}::{mine}({self.take_one(field.type, 'v')})); }}")
            read.append(f"{there} {{ {self.read_one(field.type, 'v')} return Ok(()); }}")
        take.append("no_branch()" if null is None else f"Ok({own}::{null}(()))")
        read.append("no_branch::<()>()?;" if null is None else f"{READ_NULL};")
        return take, read

    # --- the user's value to a table ---------------------------------------------------------------------------------

    def put(self, message: Message, own: str) -> list[str]:
        head = f"put_{message.name.lower()}(builder: &mut ::planus::Builder, value: &{own})"
        body = self.put_branches(message, own) if message.form == "union" else self.put_fields(message)
        return function(f"{head} -> ::planus::Offset<made::{message.name}>", body)

    def put_branches(self, message: Message, own: str) -> list[str]:
        branches, null = self.branches(message)
        put = []
        for field, mine in branches:
            first, value = _put_one(field.type, "v", "v")
            values = [value if other is field else "()" for other in message.fields]
            put.append(f"{own}::{mine}(v) => {{ {first} {_create(message.name, values)} }}")
        if null is not None:
            put.append(f"{own}::{null}(()) => {_create(message.name, ['()'] * len(branches))},")
        return ["match value {", *put, "}"]

    def put_fields(self, message: Message) -> list[str]:
        """First all that lies outside the table, then the table itself."""
        put = [_put(field, place) for field, place in self.places(message) if not is_null(field)]
        return [*(first for first, _ in put), _create(message.name, [value for _, value in put])]


def _create(table: str, values: list[str]) -> str:
    return f"made::{table}::create({', '.join(['builder', *values])})"


def _put(field: Field, place: str) -> tuple[str, str]:
    """What is done before a field's table is made, if that must be, and the argument that is then the field's."""
    match field.label:
        case "optional" if field.type.kind == "message":
            return f"let {field.name} = {place}.as_ref().map(|v| {_one(field.type, 'v')});", field.name
        case "optional" if field.type.kind == "enum":
            return "", f"{place}.as_ref().map(put_{field.type.name.lower()})"
        case "repeated" if not (is_plain(field.type) or field.type.name == "string"):
            return _put_items(field.name, place, "item", _item(field.type)), f"&{field.name}"
        case "map":
            item, entry = _item(field.type), _create(upper_camel(entry_name(field.type)), ["key", "item"])
            first = "" if item == "item" else f"let item = {item}; "
            return _put_items(field.name, place, "(key, item)", f"{{ {first}{entry} }}"), f"&{field.name}"
        case "single":
            return _put_one(field.type, place, field.name)
        case _:
            return "", place


def _put_items(name: str, place: str, item: str, put: str) -> str:
    return f"let {name}: Vec<_> = {place}.iter().map(|{item}| {put}).collect();"


def _put_one(type_: Type, value: str, name: str) -> tuple[str, str]:
    """`_put` of one value; ``name``: of a variable that may be made."""
    one = _one(type_, value)
    return (f"let {name} = {one};", name) if type_.kind == "message" else ("", one)


def _item(type_: Type) -> str:
    """An item of a vector, of the ``item`` of an array or a map."""
    return _create("Blob", ["item"]) if is_blob(type_) else _one(type_, "item")


def _one(type_: Type, value: str) -> str:
    """One value, which a message writes."""
    match type_.kind:
        case "message":
            return f"put_{type_.name.lower()}(builder, {value})"
        case "enum":
            return f"put_{type_.name.lower()}({value})"
        case _:
            return value
