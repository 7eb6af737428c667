"""Python functions between plain values and the Cap'n Proto structs of a schema: a module ``records``.

They are what a user of these structs would write who wants them fast: fields are set and read by the objects that the
library has for them, which are looked up once, instead of their names.

The module holds ``Root``, the struct of a whole record, ``put(struct, value)``, which fills one that is being made,
and ``take(struct)``, the plain value of one that was read. It loads ``schema.capnp`` beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from assay.data.formats.capnproto.capnp import Structs
from assay.data.formats.protobuf.proto import Enum, Field, Message, Type
from assay.data.formats.tables import is_null, is_scalar
from assay.data.schema import NULL, Union
from assay.languages.python.branches import enum_tables, in_turn, takes
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill

FRAME = Path(__file__).parents[1] / "frames" / "capnproto.py.template"
NO_BRANCH = 'raise ValueError("a union that has no null is not set")'


def make(making: Making) -> None:
    structs = Structs(making.schema)
    making.lay("schema.capnp", structs.text())
    making.lay("records.py", _Generator(structs).module())


class _Generator:
    def __init__(self, structs: Structs) -> None:
        self.structs = structs
        self.file = structs.file

    def module(self) -> str:
        blocks: list[Iterator[str]] = [
            chain(enum_tables(enum), [name_table(enum)]) for enum in self.file.enums.values()
        ]
        for message in self.file.messages.values():
            blocks += [self.writer(message), self.reader(message)]
        return fill(
            FRAME,
            fields="".join(f"\n{line}" for line in self.fields()),
            functions="".join("\n\n\n" + "\n".join(block) for block in blocks),
            root=self.file.root.name,
        )

    def fields(self) -> Iterator[str]:
        """The library's objects for fields: ``M0_f1``, and ``M0_f1_some`` where a scalar may be absent."""
        for name in self.structs.entries.values():
            for part in ("key", "value"):
                yield f'{name}_{part} = STRUCTS.{name}.schema.fields["{part}"]'
        for message in self.file.messages.values():
            for field in message.fields:
                if not is_null(field):
                    yield f'{own(message, field)} = STRUCTS.{message.name}.schema.fields["{field.name}"]'
                if in_group(field):
                    yield f'{own(message, field)}_some = {own(message, field)}.schema.fields["some"]'

    # --- plain value -> struct ----------------------------------------------------------------------------

    def writer(self, message: Message) -> Iterator[str]:
        yield f"def put_{message.name}(struct, value):"
        body = list(self.put_union(message) if message.form == "union" else self.put_fields(message))
        if any("put(" in line for line in body):
            yield "    put = struct._set_by_field"
        yield from (f"    {line}" for line in body or ["pass"])

    def put_fields(self, message: Message) -> Iterator[str]:
        for field in message.fields:
            if not is_null(field):
                place = f"value[{field.source!r}]" if message.form == "record" else "value"
                yield from self.put_field(field, own(message, field), place)

    def put_field(self, field: Field, name: str, place: str) -> Iterator[str]:
        match field.label:
            case "optional":
                yield f"if (item := {place}) is not None:"
                if in_group(field):
                    group = f"struct._get_by_field({name})._set_by_field"
                    yield f"    {self.put_one(field.type, f'{name}_some', 'item', group)}"
                else:
                    yield f"    {self.put_one(field.type, name, 'item')}"
            case "repeated" if field.type.kind == "message":
                yield f"items = {place}"
                yield f"for item, made in zip(items, struct._init_by_field({name}, len(items))):"
                yield f"    put_{field.type.name}(made, item)"
            case "repeated":
                # The library fills a list of such items by itself. In a list it takes enums by their names only.
                is_enum = field.type.kind == "enum"
                items = f"[{field.type.name}_NAMES[item] for item in {place}]" if is_enum else place
                yield f"struct.{field.name} = {items}"
            case "map":
                entry = self.structs.entries[field.type]
                yield f"items = {place}"
                yield f"for (key, item), entry in zip(items.items(), struct._init_by_field({name}, len(items))):"
                yield f"    entry._set_by_field({entry}_key, key)"
                yield f"    {self.put_one(field.type, f'{entry}_value', 'item', 'entry._set_by_field', 'entry')}"
            case _:
                yield self.put_one(field.type, name, place)

    def put_one(self, type_: Type, name: str, value: str, put: str = "put", struct: str = "struct") -> str:
        if type_.kind == "message":
            return f"put_{type_.name}({struct}._init_by_field({name}), {value})"
        return f"{put}({name}, {self.value(type_, value)})"

    def value(self, type_: Type, value: str) -> str:
        """A value as it is set: everything but structs."""
        return f"{type_.name}_NUMBERS[{value}]" if type_.kind == "enum" else value

    def put_union(self, message: Message) -> Iterator[str]:
        assert isinstance(message.schema, Union)
        if NULL in message.schema.branches:
            yield "if value is None:"
            yield "    return None"
        for field in in_turn(message):
            yield f"if {takes(field.type)}:"
            yield f"    return {self.put_one(field.type, own(message, field), 'value')}"
        yield 'raise TypeError(f"no branch of the union takes {value!r}")'

    # --- struct -> plain value ----------------------------------------------------------------------------

    def reader(self, message: Message) -> Iterator[str]:
        yield f"def take_{message.name}(struct):"
        body = list(self.take_union(message) if message.form == "union" else self.take_fields(message))
        if any("get(" in line for line in body):
            yield "    get = struct._get_by_field"
        yield from (f"    {line}" for line in body)

    def take_fields(self, message: Message) -> Iterator[str]:
        match message.form:
            case "null":
                yield "return None"
            case "record":
                yield "return {"
                for field in message.fields:
                    yield f"    {field.source!r}: {self.take_field(field, own(message, field))},"
                yield "}"
            case _:
                (field,) = message.fields
                yield f"return {self.take_field(field, own(message, field))}"

    def take_field(self, field: Field, name: str) -> str:
        if is_null(field):
            return "None"
        item = self.take_one(field.type, "item")
        match field.label:
            case "repeated":
                return f"list(get({name}))" if item == "item" else f"[{item} for item in get({name})]"
            case "map":
                entry = self.structs.entries[field.type]
                value = self.take_one(field.type, f"entry._get_by_field({entry}_value)")
                return f"{{entry._get_by_field({entry}_key): {value} for entry in get({name})}}"
            case "optional" if in_group(field):
                some = self.take_one(field.type, f"group._get_by_field({name}_some)")
                return f"{some} if (group := get({name}))._has_by_field({name}_some) else None"
            case "optional":
                return f"{self.take_one(field.type, f'get({name})')} if struct._has_by_field({name}) else None"
            case _:
                return self.take_one(field.type, f"get({name})")

    def take_one(self, type_: Type, held: str) -> str:
        match type_.kind:
            case "scalar":
                return held
            case "enum":
                return f"{type_.name}_SYMBOLS[{held}.raw]"
            case "message":
                return f"take_{type_.name}({held})"

    def take_union(self, message: Message) -> Iterator[str]:
        assert isinstance(message.schema, Union)
        if message.fields:
            yield "branch = struct._which_str()"
        for field in message.fields:
            yield f'if branch == "{field.name}":'
            yield f"    return {self.take_one(field.type, f'get({own(message, field)})')}"
        yield "return None" if NULL in message.schema.branches else NO_BRANCH


def name_table(enum: Enum) -> str:
    """A line with the names that an enum's symbols have in the file, by the symbols."""
    names = ", ".join(f'"{symbol}": "{value}"' for symbol, value in zip(enum.schema.symbols, enum.values, strict=True))
    return f"{enum.name}_NAMES = {{{names}}}"


def own(message: Message, field: Field) -> str:
    """What the module calls the library's object for a field."""
    return f"{message.name}_{field.name}"


def in_group(field: Field) -> bool:
    """Whether the field is a group of nothing and a scalar."""
    return field.label == "optional" and is_scalar(field.type)
