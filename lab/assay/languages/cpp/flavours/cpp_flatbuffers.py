"""C++ code between the structs of a schema and FlatBuffers' tables: a header ``tables.hpp``.

It includes the structs (``records.hpp``) and what flatc makes of `fbs.text` (``schema_generated.h``). For every table
there are three functions, in the form in which one would write them by hand, field by field:

- ``put_Name(builder, value)`` writes a table, after what it refers to;
- ``take_Name(table, value)`` fills a new value; it throws where the table is none of the schema's;
- ``read_Name(reading, table)`` reads the table's fields where they lie.
"""

from __future__ import annotations

from assay.data.formats.flatbuffers import fbs
from assay.data.formats.flatbuffers.fbs import identifier, is_blob
from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import Field, Message, Type
from assay.data.formats.tables import is_null, is_scalar
from assay.data.schema import NULL, Enum, Record, Schema, Union
from assay.languages.cpp import structs as cpp_structs
from assay.languages.cpp.structs import FRAMES, Structs
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill, lines
from assay.languages.shared.recipe import run

PACKAGE = "::" + proto.PACKAGE.replace(".", "::")


def make(making: Making) -> None:
    cpp_structs.write(making)
    making.lay("tables.hpp", generate(making.schema))
    path = making.lay("schema.fbs", fbs.text(making.schema))
    run(["flatc", "--cpp", "-o", str(making.folder), str(path)], making.log)


def generate(schema: Schema, namespace: str = "records") -> str:
    """The text of the header; the structs are in the namespace that was given to `cpp_structs.generate`."""
    file = proto.model(schema)
    tables = _Tables(Structs(schema, namespace))
    messages = list(file.messages.values())
    return fill(
        FRAMES / "tables.hpp.template",
        namespace=namespace,
        root=_table(file.root.name),
        name=file.root.name,
        functions=lines(
            [
                *(f"{head};" for message in messages for head in _heads(message)),
                *(text for message in messages for text in tables.functions(message)),
            ]
        ),
    )


def _table(name: str) -> str:
    return f"{PACKAGE}::{name}"


def _offset(name: str) -> str:
    return f"::flatbuffers::Offset<{_table(name)}>"


def _heads(message: Message) -> tuple[str, str, str]:
    name = message.name
    return (
        f"template <class T> {_offset(name)} put_{name}(Builder &builder, const T &value)",
        f"template <class T> void take_{name}(const {_table(name)} &table, T &value)",
        f"inline void read_{name}(::assay::Reading &reading, const {_table(name)} &table)",
    )


class _Tables:
    def __init__(self, structs: Structs) -> None:
        self.structs = structs

    def functions(self, message: Message) -> list[str]:
        if message.form == "union":
            bodies = (self.put_union(message), self.take_union(message), self.read_union(message))
        else:
            places = [(field, self.place(message, field)) for field in message.fields]
            bodies = (
                _written(message, [_put(field, place) for field, place in places]),
                [line for field, place in places for line in self.take(field, place)],
                ["reading.null();"]
                if message.form == "null"
                else [line for field in message.fields for line in self.read(field)],
            )
        return [
            "\n".join([f"{head} {{", *(f"    {line}" for line in body), "}"])
            for head, body in zip(_heads(message), bodies, strict=True)
        ]

    def place(self, message: Message, field: Field) -> str:
        """Where a field's value lies in the struct of the table."""
        if message.form != "record":
            return "value"
        assert isinstance(message.schema, Record)
        members = {one.name: member for member, one in self.structs.members(message.schema)}
        return f"value.{members[field.source]}"

    # --- unions: variants; where no field of the table is set, it is null ---------------------------------------

    def put_union(self, message: Message) -> list[str]:
        cases = []
        for field in message.fields:
            written = _written(message, [_put(field, f"::std::get<{field.branch}>(value)")])
            cases.append(f"case {field.branch}: {{ {' '.join(written)} }}")
        default = " ".join(_written(message, []))
        return ["switch (value.index()) {", *cases, f"default: {{ {default} }}", "}"]

    def take_union(self, message: Message) -> list[str]:
        taken = [
            f"if (const auto held = table.{identifier(field)}()) {{"
            f" {self.take_one(field.type, '*held', f'value.template emplace<{field.branch}>()')} return; }}"
            for field in message.fields
        ]
        return [*taken, _otherwise(message, "value.template emplace<{}>();")]

    def read_union(self, message: Message) -> list[str]:
        read = [
            f"if (const auto held = table.{identifier(field)}()) {{ {self.read_one(field.type, '*held')} return; }}"
            for field in message.fields
        ]
        return [*read, _otherwise(message, "reading.null();")]

    # --- table to struct ----------------------------------------------------------------------------------------

    def take(self, field: Field, place: str) -> list[str]:
        held = f"table.{identifier(field)}()"
        match field.label:
            case "single" if is_null(field):
                return []
            case "single":
                return [self.take_one(field.type, held if is_scalar(field.type) else f"*{held}", place)]
            case "optional":
                value = f"::assay::make_value({place})"
                return [f"if (const auto held = {held}) {{ {self.take_one(field.type, '*held', value)} }}"]
            case "repeated" if is_scalar(field.type) and field.type.kind != "enum":
                return [f"{place}.assign({held}->begin(), {held}->end());"]
            case "repeated":
                taken = self.take_one(field.type, _item(field.type, "item"), f"{place}.emplace_back()")
                return [f"{place}.reserve({held}->size());", f"for (const auto item : *{held}) {{ {taken} }}"]
            case "map":
                taken = self.take_one(field.type, _entry(field.type), f"{place}[entry->key()->str()]")
                return [f"for (const auto entry : *{held}) {{ {taken} }}"]

    def take_one(self, type_: Type, held: str, place: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"take_{name}({held}, ::assay::place({place}));"
            case "enum", _:
                return f"::assay::read_enum(static_cast<int>({held}), {place});"
            case _, "bytes":
                return f"take_bytes({held}, {place});"
            case _, "string":
                return f"{place} = ({held}).str();"
            case _:
                return f"{place} = {held};"

    # --- table to reading ---------------------------------------------------------------------------------------

    def read(self, field: Field) -> list[str]:
        held = f"table.{identifier(field)}()"
        match field.label:
            case "single" if is_null(field):
                return ["reading.null();"]
            case "single":
                return [self.read_one(field.type, held if is_scalar(field.type) else f"*{held}")]
            case "optional":
                read = self.read_one(field.type, "*held")
                return [f"if (const auto held = {held}) {{ {read} }} else {{ reading.null(); }}"]
            case "repeated":
                read = self.read_one(field.type, _item(field.type, "item"))
                return [
                    f"for (const auto item : *{held}) {{ {read} }}",
                    f"reading.end_array({held}->size());",
                ]
            case "map":
                read = self.read_one(field.type, _entry(field.type))
                return [
                    "{",
                    "    ::std::uint64_t sum = 0;",
                    f"    for (const auto entry : *{held}) {{",
                    "        ::assay::Reading reading;",
                    "        reading.text(entry->key()->string_view());",
                    f"        {read}",
                    "        sum += reading.value();",
                    "    }",
                    f"    reading.map(sum, {held}->size());",
                    "}",
                ]

    def read_one(self, type_: Type, held: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"read_{name}(reading, {held});"
            case "enum", _:
                assert isinstance(type_.schema, Enum)
                return f"read_symbol<{self.structs.qualified(type_.schema)}>(reading, static_cast<int>({held}));"
            case _, "bytes":
                return f"reading.bytes({{({held}).data(), ({held}).size()}});"
            case _, "string":
                return f"reading.text(({held}).string_view());"
            case _, "bool":
                return f"reading.boolean({held});"
            case _, "int32" | "int64":
                return f"reading.integer({held});"
            case _:
                return f"reading.real({held});"


def _otherwise(message: Message, null: str) -> str:
    """What is done where no branch of a union is set."""
    assert isinstance(message.schema, Union)
    branches = message.schema.branches
    return null.format(branches.index(NULL)) if NULL in branches else "::assay::no_branch();"


def _item(type_: Type, item: str) -> str:
    """An item of a vector, as a value."""
    if is_blob(type_):
        return f"*{item}->value()"
    return item if is_scalar(type_) else f"*{item}"


def _entry(type_: Type) -> str:
    """The value of a map's entry."""
    if is_blob(type_):
        return "*entry->value()->value()"
    return "entry->value()" if is_scalar(type_) else "*entry->value()"


def _written(message: Message, puts: list[tuple[str, str]]) -> list[str]:
    """The body that writes a table. ``puts``: what comes before the table, and what adds it there."""
    before = [first.format(number) for number, (first, _) in enumerate(puts) if first]
    added = [add.format(number) for number, (_, add) in enumerate(puts) if add]
    return [*before, f"{_table(message.name)}Builder made(builder);", *added, "return made.Finish();"]


def _put(field: Field, value: str) -> tuple[str, str]:
    """What writes a field's value before its table, if that must be, and what adds it; ``{0}`` is its number."""
    if is_null(field):
        return "", ""
    add = f"made.add_{identifier(field)}"
    kept = f"{add}(held{{0}});"
    match field.label:
        case "single" if is_scalar(field.type):
            return "", f"{add}({_scalar(field.type, value)});"
        case "optional" if is_scalar(field.type):
            return "", f"if ({value}) {add}({_scalar(field.type, f'*{value}')});"
        case "single":
            return f"const auto held{{0}} = {_braced(_put_one(field.type, value))};", kept
        case "optional":
            made = _braced(_put_one(field.type, f"*{value}"))
            return f"const auto held{{0}} = {value} ? {made} : decltype({made}){{{{}}}};", kept
        case "repeated":
            return f"const auto held{{0}} = {_braced(_put_items(field.type, value))};", kept
        case "map":
            return f"const auto held{{0}} = {_braced(_put_entries(field.type, value))};", kept


def _braced(code: str) -> str:
    """Code that `format` leaves as it is."""
    return code.replace("{", "{{").replace("}", "}}")


def _scalar(type_: Type, value: str) -> str:
    return f"static_cast<{_table(type_.name)}>({value})" if type_.kind == "enum" else value


def _put_one(type_: Type, value: str) -> str:
    match type_.kind, type_.name:
        case "message", name:
            return f"put_{name}(builder, ::assay::held({value}))"
        case _, "bytes":
            return f"put_bytes(builder, {value})"
        case _:
            return f"builder.CreateString({value})"


def _put_items(type_: Type, value: str) -> str:
    if type_.kind == "enum":
        item = f"::std::underlying_type_t<{_table(type_.name)}>"
        return f"put_items<{item}>(builder, {value}, [](const auto &item) {{ return static_cast<{item}>(item); }})"
    if is_scalar(type_):
        return f"builder.CreateVector({value})"
    if type_.name == "string":
        return f"builder.CreateVectorOfStrings({value})"
    name = "Blob" if is_blob(type_) else type_.name
    made = _blob("item") if is_blob(type_) else _put_one(type_, "item")
    return f"put_items<{_offset(name)}>(builder, {value}, [&](const auto &item) {{ return {made}; }})"


def _put_entries(type_: Type, value: str) -> str:
    name = fbs.entry_name(type_)
    if is_scalar(type_):
        item = _scalar(type_, "item.second")
    else:
        item = _blob("item.second") if is_blob(type_) else _put_one(type_, "item.second")
    made = f"const auto key = builder.CreateString(item.first); return {PACKAGE}::Create{name}(builder, key, {item});"
    return f"put_items<{_offset(name)}>(builder, {value}, [&](const auto &item) {{ {made} }})"


def _blob(value: str) -> str:
    return f"{PACKAGE}::CreateBlob(builder, put_bytes(builder, {value}))"
