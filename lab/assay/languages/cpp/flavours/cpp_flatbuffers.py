"""C++ code between the structs of a schema and FlatBuffers' tables (`tables`): a header ``tables.hpp``.

It includes the structs (``records.hpp``) and what flatc makes of `fbs.text` (``schema_generated.h``).
"""

from __future__ import annotations

from assay.data.formats.flatbuffers import fbs
from assay.data.formats.flatbuffers.fbs import is_blob
from assay.data.formats.protobuf.proto import Field, Message, Type
from assay.data.formats.tables import is_scalar
from assay.data.schema import Schema
from assay.languages.c import packages
from assay.languages.cpp import structs as cpp_structs
from assay.languages.cpp.structs import FRAMES
from assay.languages.cpp.tables import PACKAGE, Tables, qualified
from assay.languages.shared.flavours import Making
from assay.languages.shared.recipe import run


def make(making: Making) -> None:
    cpp_structs.write(making)
    making.lay("tables.hpp", generate(making.schema))
    path = making.lay("schema.fbs", fbs.text(fbs.model(making.schema)))
    run(
        [packages.program("flatbuffers", "flatc", making.log), "--cpp", "-o", str(making.folder), str(path)], making.log
    )


def generate(schema: Schema, namespace: str = "records") -> str:
    """The text of the header; the structs are in the namespace that was given to `cpp_structs.generate`."""
    return _Tables(schema, fbs.model(schema), namespace).text(FRAMES / "tables.hpp.template")


class _Tables(Tables):
    def reader(self, message: Message) -> str:
        return f"const {qualified(message.name)} &table"

    def got(self, field: Field) -> str:
        return _held(field) if is_scalar(field.type) else f"*{_held(field)}"

    def optional(self, field: Field) -> tuple[str, str]:
        return f"const auto held = {_held(field)}", "*held"

    def chosen(self, message: Message, field: Field) -> str:
        return self.optional(field)[1]

    def choose(self, message: Message, cases: list[tuple[Field, str]], otherwise: str) -> list[str]:
        return [*(f"if ({self.optional(field)[0]}) {{ {body} return; }}" for field, body in cases), otherwise]

    def items(self, field: Field) -> tuple[str, str, str]:
        return "", f"*{_held(field)}", f"{_held(field)}->size()"

    def item(self, type_: Type) -> str:
        if is_blob(type_):
            return "*item->value()"
        return "item" if is_scalar(type_) else "*item"

    def key(self) -> str:
        return "*entry->key()"

    def entry(self, type_: Type) -> str:
        if is_blob(type_):
            return "*entry->value()->value()"
        return "entry->value()" if is_scalar(type_) else "*entry->value()"

    def take_scalars(self, field: Field, place: str) -> str:
        return f"{place}.assign({_held(field)}->begin(), {_held(field)}->end());"

    def view(self, held: str) -> str:
        return f"({held}).string_view()"

    def owned(self, held: str) -> str:
        return f"({held}).str()"

    # --- struct to table ---------------------------------------------------------------------------------------------

    def put_head(self, message: Message) -> str:
        return f"{_offset(message.name)} put_{message.name}(Builder &builder, const T &value)"

    def put_union(self, message: Message, branches: list[tuple[Field, str]]) -> list[str]:
        """Where no field of the table is set, it is null."""
        put = [f"case {f.branch}: {{ {' '.join(self.put_fields(message, [(f, place)]))} }}" for f, place in branches]
        default = " ".join(self.put_fields(message, []))
        return ["switch (value.index()) {", *put, f"default: {{ {default} }}", "}"]

    def put_fields(self, message: Message, fields: list[tuple[Field, str]]) -> list[str]:
        """First what tables refer to, then the table itself."""
        puts = [self.put(field, place, f"held{number}") for number, (field, place) in enumerate(fields)]
        return [
            *(before for before, _ in puts if before),
            f"{qualified(message.name)}Builder made(builder);",
            *(add for _, add in puts),
            "return made.Finish();",
        ]

    def put(self, field: Field, value: str, held: str) -> tuple[str, str]:
        """What writes a field's value before its table, if that must be, and what adds it; ``held``: a new variable."""
        add = f"made.add_{field.name}"
        match field.label:
            case "single" if is_scalar(field.type):
                return "", f"{add}({self.enum(field.type, value)});"
            case "optional" if is_scalar(field.type):
                return "", f"if ({value}) {add}({self.enum(field.type, f'*{value}')});"
            case "single":
                made = _put_one(field.type, value)
            case "optional":
                one = _put_one(field.type, f"*{value}")
                made = f"{value} ? {one} : decltype({one}){{}}"
            case "repeated":
                made = _put_items(field.type, value)
            case "map":
                made = self.put_entries(field.type, value)
        return f"const auto {held} = {made};", f"{add}({held});"

    def put_entries(self, type_: Type, value: str) -> str:
        name = fbs.entry_name(type_)
        item = self.enum(type_, "item.second") if is_scalar(type_) else _put_item(type_, "item.second")
        key = "const auto key = builder.CreateString(item.first);"
        made = f"{key} return {PACKAGE}::Create{name}(builder, key, {item});"
        return f"put_items<{_offset(name)}>(builder, {value}, [&](const auto &item) {{ {made} }})"


def _held(field: Field) -> str:
    return f"table.{field.name}()"


def _offset(name: str) -> str:
    return f"::flatbuffers::Offset<{qualified(name)}>"


def _put_one(type_: Type, value: str) -> str:
    match type_.kind, type_.name:
        case "message", name:
            return f"put_{name}(builder, ::assay::held({value}))"
        case _, "bytes":
            return f"put_bytes(builder, {value})"
        case _:
            return f"builder.CreateString({value})"


def _put_item(type_: Type, value: str) -> str:
    """What lies in a vector or an entry: bytes in a table of their own."""
    made = _put_one(type_, value)
    return f"{PACKAGE}::CreateBlob(builder, {made})" if is_blob(type_) else made


def _put_items(type_: Type, value: str) -> str:
    if type_.kind == "enum":
        item = f"::std::underlying_type_t<{qualified(type_.name)}>"
        return f"put_items<{item}>(builder, {value}, [](const auto &item) {{ return static_cast<{item}>(item); }})"
    if is_scalar(type_):
        return f"builder.CreateVector({value})"
    if type_.name == "string":
        return f"builder.CreateVectorOfStrings({value})"
    item = _offset("Blob" if is_blob(type_) else type_.name)
    return f"put_items<{item}>(builder, {value}, [&](const auto &item) {{ return {_put_item(type_, 'item')}; }})"
