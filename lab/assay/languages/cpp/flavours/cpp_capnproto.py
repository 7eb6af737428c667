"""C++ code between the structs of a schema and Cap'n Proto's (`tables`): a header ``capnproto.hpp``.

It includes the user's structs (``records.hpp``) and what capnp makes of the schema's `.capnp` file
(``schema.capnp.h``).
"""

from __future__ import annotations

from assay.data.formats.capnproto import capnp
from assay.data.formats.protobuf.proto import Field, Message, Type
from assay.data.formats.tables import is_scalar
from assay.data.schema import Schema
from assay.languages.cpp import structs as cpp_structs
from assay.languages.cpp.structs import FRAMES
from assay.languages.cpp.tables import Tables, qualified
from assay.languages.shared.flavours import Making
from assay.languages.shared.recipe import run


def make(making: Making) -> None:
    cpp_structs.write(making)
    making.lay("capnproto.hpp", generate(making.schema))
    folder, path = making.folder, making.lay("schema.capnp", capnp.Structs(making.schema).text())
    run(["capnp", "compile", f"-oc++:{folder}", f"--src-prefix={folder}", str(path)], making.log)
    (folder / "schema.capnp.c++").rename(folder / "schema.capnp.cpp")


def generate(schema: Schema, namespace: str = "records") -> str:
    """The text of the header; the structs are in the namespace that was given to `cpp_structs.generate`."""
    return _Structs(schema, capnp.Structs(schema).file, namespace).text(FRAMES / "capnproto.hpp.template")


class _Structs(Tables):
    def reader(self, message: Message) -> str:
        return f"{qualified(message.name)}::Reader held"

    def got(self, field: Field) -> str:
        return f"held.get{_name(field)}()"

    def optional(self, field: Field) -> tuple[str, str]:
        if is_scalar(field.type):
            return f"{self.got(field)}.isSome()", f"{self.got(field)}.getSome()"
        return f"held.has{_name(field)}()", self.got(field)

    def chosen(self, message: Message, field: Field) -> str:
        return self.got(field)

    def choose(self, message: Message, cases: list[tuple[Field, str]], otherwise: str) -> list[str]:
        which = qualified(message.name)
        done = [f"case {which}::{field.name.upper()}: {body} break;" for field, body in cases]
        return ["switch (held.which()) {", *done, f"default: {otherwise}", "}"]

    def items(self, field: Field) -> tuple[str, str, str]:
        return f"const auto items = {self.got(field)}; ", "items", "items.size()"

    def item(self, type_: Type) -> str:
        return "item"

    def key(self) -> str:
        return "entry.getKey()"

    def entry(self, type_: Type) -> str:
        return "entry.getValue()"

    def take_scalars(self, field: Field, place: str) -> str:
        declared, items, size = self.items(field)
        return (
            f"{{ {declared}{place}.reserve({size}); for (const auto item : {items}) {{ {place}.push_back(item); }} }}"
        )

    def view(self, held: str) -> str:
        return f"view_of({held})"

    def owned(self, held: str) -> str:
        return self.view(held)

    # --- struct of the user's to struct of Cap'n Proto's -------------------------------------------------------------

    def put_head(self, message: Message) -> str:
        return f"void put_{message.name}({qualified(message.name)}::Builder made, const T &value)"

    def put_union(self, message: Message, branches: list[tuple[Field, str]]) -> list[str]:
        put = [f"case {f.branch}: {self.put_one(f.type, 'made', _name(f), place)} break;" for f, place in branches]
        return ["switch (value.index()) {", *put, "default: made.setNone();", "}"]

    def put_fields(self, message: Message, fields: list[tuple[Field, str]]) -> list[str]:
        return [self.put(field, place) for field, place in fields]

    def put(self, field: Field, place: str) -> str:
        name = _name(field)
        match field.label:
            case "optional" if is_scalar(field.type):
                return f"if ({place}) {{ {self.put_one(field.type, f'made.get{name}()', 'Some', f'*{place}')} }}"
            case "optional":
                return f"if ({place}) {{ {self.put_one(field.type, 'made', name, f'*{place}')} }}"
            case "repeated" if field.type.kind == "message":
                return self.put_items(name, place, f"put_{field.type.name}(items[place++], ::assay::held(item));")
            case "repeated":
                return self.put_items(name, place, f"items.set(place++, {self.value(field.type, 'item')});")
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

    def put_one(self, type_: Type, made: str, name: str, value: str) -> str:
        if type_.kind == "message":
            return f"put_{type_.name}({made}.init{name}(), ::assay::held({value}));"
        return f"{made}.set{name}({self.value(type_, value)});"

    def value(self, type_: Type, value: str) -> str:
        """A value as it is set: everything but structs."""
        made = {"bytes": "data_of", "string": "text_of"}.get(type_.name)
        return f"{made}({value})" if made else self.enum(type_, value)


def _name(field: Field) -> str:
    return field.name.capitalize()
