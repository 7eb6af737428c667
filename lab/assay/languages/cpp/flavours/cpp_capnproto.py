"""C++ code between the structs of a schema and Cap'n Proto's: a header ``capnproto.hpp``.

It includes the user's structs (``records.hpp``) and what capnp makes of the schema's `.capnp` file
(``schema.capnp.h``). For every struct of that file there are three functions, in the form in which one would write them
by hand, field by field:

- ``put_Name(made, value)`` sets the fields of a struct that is being made;
- ``take_Name(held, value)`` fills a new value;
- ``read_Name(reading, held)`` reads the struct's fields where they lie.
"""

from __future__ import annotations

from assay.data.formats.capnproto import capnp
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
    making.lay("capnproto.hpp", generate(making.schema))
    folder, path = making.folder, making.lay("schema.capnp", capnp.Structs(making.schema).text())
    run(["capnp", "compile", f"-oc++:{folder}", f"--src-prefix={folder}", str(path)], making.log)
    (folder / "schema.capnp.c++").rename(folder / "schema.capnp.cpp")


def generate(schema: Schema, namespace: str = "records") -> str:
    """The text of the header; the structs are in the namespace that was given to `cpp_structs.generate`."""
    functions = _Functions(capnp.Structs(schema), Structs(schema, namespace))
    messages = list(functions.made.file.messages.values())
    return fill(
        FRAMES / "capnproto.hpp.template",
        namespace=namespace,
        root=functions.qualified(functions.made.file.root.name),
        name=functions.made.file.root.name,
        functions=lines(
            [
                *(f"{head};" for message in messages for head in functions.heads(message)),
                *(text for message in messages for text in functions.bodies(message)),
            ]
        ),
    )


class _Functions:
    """``made``: Cap'n Proto's structs; ``structs``: the user's."""

    def __init__(self, made: capnp.Structs, structs: Structs) -> None:
        self.made = made
        self.structs = structs

    def qualified(self, name: str) -> str:
        return f"{PACKAGE}::{name}"

    def heads(self, message: Message) -> tuple[str, str, str]:
        name, type_ = message.name, self.qualified(message.name)
        return (
            f"template <class T> void put_{name}({type_}::Builder made, const T &value)",
            f"template <class T> void take_{name}({type_}::Reader held, T &value)",
            f"inline void read_{name}(::assay::Reading &reading, {type_}::Reader held)",
        )

    def bodies(self, message: Message) -> list[str]:
        if message.form == "union":
            bodies = self.union(message)
        else:
            fields = [field for field in message.fields if not is_null(field)]
            places = [(field, self.place(message, field)) for field in fields]
            bodies = (
                [self.put(field, place) for field, place in places],
                [self.take(field, place) for field, place in places],
                ["reading.null();"] if message.form == "null" else [self.read(field) for field in message.fields],
            )
        return [
            "\n".join([f"{head} {{", *(f"    {line}" for line in body), "}"])
            for head, body in zip(self.heads(message), bodies, strict=True)
        ]

    def place(self, message: Message, field: Field) -> str:
        """Where a field's value lies in the user's struct."""
        if message.form != "record":
            return "value"
        assert isinstance(message.schema, Record)
        members = {one.name: member for member, one in self.structs.members(message.schema)}
        return f"value.{members[field.source]}"

    def union(self, message: Message) -> tuple[list[str], list[str], list[str]]:
        """A variant, by the struct's member that is set; where that is nothing, it is null."""
        assert isinstance(message.schema, Union)
        branches, which = message.schema.branches, self.qualified(message.name)
        null = f"value.template emplace<{branches.index(NULL)}>();" if NULL in branches else "::assay::no_branch();"
        puts, takes, reads = [], [], []
        for field in message.fields:
            name = field.name.capitalize()
            held, place = f"::std::get<{field.branch}>(value)", f"value.template emplace<{field.branch}>()"
            puts.append(f"case {field.branch}: {self.put_one(field.type, 'made', name, held)} break;")
            takes.append(
                f"case {which}::{name.upper()}: {self.take_one(field.type, f'held.get{name}()', place)} break;"
            )
            reads.append(f"case {which}::{name.upper()}: {self.read_one(field.type, f'held.get{name}()')} break;")
        nothing = "reading.null();" if NULL in branches else "::assay::no_branch();"
        return (
            ["switch (value.index()) {", *puts, "default: made.setNone();", "}"],
            ["switch (held.which()) {", *takes, f"default: {null}", "}"],
            ["switch (held.which()) {", *reads, f"default: {nothing}", "}"],
        )

    # --- struct of the user's to struct of Cap'n Proto's ---------------------------------------------------------

    def put(self, field: Field, place: str) -> str:
        name = field.name.capitalize()
        match field.label:
            case "optional" if is_scalar(field.type):
                return f"if ({place}) {{ {self.put_one(field.type, f'made.get{name}()', 'Some', f'*{place}')} }}"
            case "optional":
                return f"if ({place}) {{ {self.put_one(field.type, 'made', name, f'*{place}')} }}"
            case "repeated":
                item = self.put_item(field.type)
                return self.put_items(name, place, item)
            case "map":
                value = self.put_one(field.type, "entry", "Value", "item.second")
                entry = f"auto entry = items[place++]; entry.setKey(text_of(item.first)); {value}"
                return self.put_items(name, place, entry)
            case _:
                return self.put_one(field.type, "made", name, place)

    def put_items(self, name: str, place: str, item: str) -> str:
        """A list, made of all values in a place."""
        return (
            f"{{ auto items = made.init{name}(static_cast<unsigned>({place}.size())); unsigned place = 0;"
            f" for (const auto &item : {place}) {{ {item} }} }}"
        )

    def put_item(self, type_: Type) -> str:
        if type_.kind == "message":
            return f"put_{type_.name}(items[place++], ::assay::held(item));"
        return f"items.set(place++, {self.value(type_, 'item')});"

    def put_one(self, type_: Type, made: str, name: str, value: str) -> str:
        if type_.kind == "message":
            return f"put_{type_.name}({made}.init{name}(), ::assay::held({value}));"
        return f"{made}.set{name}({self.value(type_, value)});"

    def value(self, type_: Type, value: str) -> str:
        """A value as it is set: everything but structs."""
        match type_.kind, type_.name:
            case "enum", name:
                return f"static_cast<{self.qualified(name)}>({value})"
            case _, "bytes":
                return f"data_of({value})"
            case _, "string":
                return f"text_of({value})"
            case _:
                return value

    # --- and back ------------------------------------------------------------------------------------------------

    def take(self, field: Field, place: str) -> str:
        name = field.name.capitalize()
        held = f"held.get{name}()"
        match field.label:
            case "optional":
                there, value = self.optional(field, name)
                return f"if ({there}) {{ {self.take_one(field.type, value, f'::assay::make_value({place})')} }}"
            case "repeated":
                scalar = is_scalar(field.type) and field.type.kind != "enum"
                taken = (
                    f"{place}.push_back(item);"
                    if scalar
                    else self.take_one(field.type, "item", f"{place}.emplace_back()")
                )
                return (
                    f"{{ const auto items = {held}; {place}.reserve(items.size());"
                    f" for (const auto item : items) {{ {taken} }} }}"
                )
            case "map":
                taken = self.take_one(field.type, "item.getValue()", f"{place}[::std::string(view_of(item.getKey()))]")
                return f"for (const auto item : {held}) {{ {taken} }}"
            case _:
                return self.take_one(field.type, held, place)

    def optional(self, field: Field, name: str) -> tuple[str, str]:
        """Whether an optional field is there, and its value."""
        if is_scalar(field.type):
            return f"held.get{name}().isSome()", f"held.get{name}().getSome()"
        return f"held.has{name}()", f"held.get{name}()"

    def take_one(self, type_: Type, held: str, place: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"take_{name}({held}, ::assay::place({place}));"
            case "enum", _:
                return f"::assay::read_enum(static_cast<int>({held}), {place});"
            case _, "bytes":
                return f"take_bytes({held}, {place});"
            case _, "string":
                return f"{place} = view_of({held});"
            case _:
                return f"{place} = {held};"

    # --- struct to reading ---------------------------------------------------------------------------------------

    def read(self, field: Field) -> str:
        name = field.name.capitalize()
        held = f"held.get{name}()"
        match field.label:
            case "single" if is_null(field):
                return "reading.null();"
            case "optional":
                there, value = self.optional(field, name)
                return f"if ({there}) {{ {self.read_one(field.type, value)} }} else {{ reading.null(); }}"
            case "repeated":
                read = self.read_one(field.type, "item")
                return (
                    f"{{ const auto items = {held}; for (const auto item : items) {{ {read} }}"
                    " reading.end_array(items.size()); }"
                )
            case "map":
                read = self.read_one(field.type, "item.getValue()")
                return (
                    f"{{ const auto items = {held}; ::std::uint64_t sum = 0; for (const auto item : items) {{"
                    f" ::assay::Reading reading; reading.text(view_of(item.getKey())); {read}"
                    " sum += reading.value(); }"
                    " reading.map(sum, items.size()); }"
                )
            case _:
                return self.read_one(field.type, held)

    def read_one(self, type_: Type, held: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"read_{name}(reading, {held});"
            case "enum", _:
                assert isinstance(type_.schema, Enum)
                return f"read_symbol<{self.structs.qualified(type_.schema)}>(reading, static_cast<int>({held}));"
            case _, "bytes":
                return f"read_bytes(reading, {held});"
            case _, "string":
                return f"reading.text(view_of({held}));"
            case _, "bool":
                return f"reading.boolean({held});"
            case _, "int32" | "int64":
                return f"reading.integer({held});"
            case _:
                return f"reading.real({held});"
