"""Go code that converts the structs of a schema into Protobuf's messages and back, as a user of both would write it.

The structs are those of `tagged`, without tags; the messages are those that protoc-gen-go makes of `proto`. Where
both have the same Go type, a slice, map or pointer is handed on and not copied: on either way the other side is thrown
away.
A function is there for every type that takes more than an assignment, ``to…`` for the way to the message and ``read…``
for the way back, which checks what Protobuf leaves open: sizes, symbols, and which branch is set.
"""

from __future__ import annotations

import re

from assay.data.formats.protobuf import proto
from assay.data.schema import NULL, Enum, Fixed, Primitive, Record, Schema, Union
from assay.languages.go.making import FRAMES, Making
from assay.languages.go.messages import MessageNames, go_name, names, value_name
from assay.languages.go.tagged import TaggedStructs
from assay.languages.go.unions import Lines, block, indented
from assay.languages.shared.frames import fill

POINTED_AT = re.compile(r"\(\*+[\w.]+\)")


def make(making: Making) -> None:
    making.write_records(generate(making.schema, making.messages))
    making.make_messages()


def generate(schema: Schema, messages: str) -> str:
    """The text of a package of structs and conversions. ``messages``: the path of the package of messages."""
    return _Conversion(schema, messages).package()


class _Conversion(TaggedStructs):
    taken = frozenset({"Root", "Message", "ToMessage", "OfMessage"})

    def __init__(self, root: Schema, messages: str) -> None:
        super().__init__(root, None, messages)
        self.file = proto.model(root)
        self.message_names: dict[str, MessageNames] = {m.name: names(m) for m in self.file.messages.values()}

    def imports(self) -> Lines:
        used = ['\t"assay/kit/wire"', ""] if any("wire." in line for line in self.after_all()) else []
        return ["", "import (", *used, f'\t"{self.path}"', ")"]

    def after_all(self) -> Lines:
        root = self.file.root.name
        frame = fill(FRAMES / "conversion.go.template", message=go_name(root), to=to(root), of=of(root))
        lines = ["", *frame.splitlines()]
        for enum in self.file.enums.values():
            lines += self.enum(enum)
        for message in self.file.messages.values():
            lines += self.message(message)
        return lines

    # --- functions ----------------------------------------------------------------------------------------

    def enum(self, enum: proto.Enum) -> Lines:
        own, theirs = self.names[id(enum.schema)], f"messages.{go_name(enum.name)}"
        pairs = [(symbol, f"messages.{value_name(enum, n)}") for n, symbol in enumerate(enum.schema.symbols)]
        writes = [line for symbol, value in pairs for line in (f'case "{symbol}":', f"\treturn {value}")]
        reads = [line for symbol, value in pairs for line in (f"case {value}:", f'\t*symbol = "{symbol}"')]
        return [
            "",
            *block(
                f"func {to(enum.name)}(symbol {own}) {theirs} {{",
                ["switch symbol {", *writes, "}", "return -1 // which is read as no symbol"],
            ),
            "",
            *block(
                f"func {of(enum.name)}(value {theirs}, symbol *{own}) error {{",
                ["switch value {", *reads, "default:", "\treturn wire.ErrNoSymbol", "}", "return nil"],
            ),
        ]

    def message(self, message: proto.Message) -> Lines:
        own, theirs = self.type_of(message.schema), f"messages.{go_name(message.name)}"
        writes, reads = self.one_of(message) if message.form == "union" else self.fields(message)
        # A message that its owner left out is an empty one.
        absent = block("if message == nil {", [f"message = new({theirs})"]) if reads else []
        return [
            "",
            *block(
                f"func {to(message.name)}(record *{own}) *{theirs} {{",
                [f"message := new({theirs})", *writes, "return message"],
            ),
            "",
            *block(
                f"func {of(message.name)}(message *{theirs}, record *{own}) error {{", [*absent, *reads, "return nil"]
            ),
        ]

    def fields(self, message: proto.Message) -> tuple[Lines, Lines]:
        """The bodies of the two functions of a message whose fields are there side by side."""
        own = ["(*record)"] * len(message.fields)
        if message.form == "record":
            assert isinstance(message.schema, Record)
            own = [f"record.{name}" for name in self.field_names(message.schema)]
        theirs = [f"message.{name}" for name in self.message_names[message.name].fields]
        pairs = list(zip(message.fields, own, theirs, strict=True))
        writes = [line for field, source, target in pairs for line in self.write(field, target, source)]
        return writes, [line for field, target, source in pairs for line in self.read(field, target, source)]

    def one_of(self, message: proto.Message) -> tuple[Lines, Lines]:
        """The same of a message that has one of several fields."""
        assert isinstance(message.schema, Union)
        known = self.message_names[message.name]
        writes: Lines = []
        reads: Lines = []
        pairs = zip(message.fields, known.fields, self.branches[message.schema], strict=True)
        for field, name, branch in pairs:
            wrapper, own = f"messages.{known.type}_{name}", f"(*record.{branch.field})"
            made = self.made(field.type, own)
            writes += [f"case record.{branch.field} != nil:", f"\tmessage.{known.oneof} = &{wrapper}{{{name}: {made}}}"]
            read = [f"record.{branch.field} = new({branch.type})", *self.filled(field.type, own, f"value.{name}")]
            reads += [f"case *{wrapper}:", *indented(read)]
        if not message.fields:
            return [], []
        if NULL not in message.schema.branches:
            reads += ["default:", "\treturn wire.ErrNoBranch"]
        head = f"switch value := message.{known.oneof}.(type) {{"
        return ["switch {", *writes, "}"], [head, *reads, "}"]

    # --- values: ours is an expression of the struct's, theirs of the message's -----------------------------

    def write(self, field: proto.Field, theirs: str, ours: str) -> Lines:
        type_ = field.type
        handed_on = isinstance(type_.schema, Primitive) and type_.schema != NULL
        match field.label:
            case "single":
                # A field of type null is never set.
                return [f"{theirs} = {self.made(type_, ours)}"] if type_.schema != NULL else []
            case "optional":
                if handed_on and type_.name != "bytes":
                    return [f"{theirs} = {bare(ours)}"]
                value = f"wire.Present(*{bare(ours)})" if handed_on else self.made(type_, f"(*{bare(ours)})")
                pointer = f"{value}.Enum()" if type_.kind == "enum" else value
                return block(f"if {bare(ours)} != nil {{", [f"{theirs} = {pointer}"])
            case _ if handed_on:
                return [f"{theirs} = {bare(ours)}"]
            case "repeated":
                body = [f"{theirs}[number] = {self.made(type_, f'{ours}[number]')}"]
                return [
                    f"{theirs} = make([]{self.theirs(type_)}, len({bare(ours)}))",
                    *block(f"for number := range {bare(ours)} {{", body),
                ]
            case _:
                body = [f"{theirs}[key] = {self.made(type_, 'entry')}"]
                return [
                    f"{theirs} = make(map[string]{self.theirs(type_)}, len({bare(ours)}))",
                    *block(f"for key, entry := range {bare(ours)} {{", body),
                ]

    def read(self, field: proto.Field, ours: str, theirs: str) -> Lines:
        type_ = field.type
        own = self.type_of(type_.schema)
        handed_on = isinstance(type_.schema, Primitive) and type_.schema != NULL
        match field.label:
            case "single":
                return self.filled(type_, ours, theirs) if type_.schema != NULL else []
            case "optional":
                if handed_on and type_.name != "bytes":
                    return [f"{bare(ours)} = {theirs}"]
                body = [f"{bare(ours)} = new({own})"]
                body += self.filled(type_, f"(*{bare(ours)})", f"*{theirs}" if type_.kind == "enum" else theirs)
                return block(f"if {theirs} != nil {{", body)
            case _ if handed_on:
                return [f"{bare(ours)} = {theirs}"]
            case "repeated":
                return [
                    f"{bare(ours)} = make([]{own}, len({theirs}))",
                    *block(f"for number, item := range {theirs} {{", self.filled(type_, f"{ours}[number]", "item")),
                ]
            case _:
                body = [f"var value {own}", *self.filled(type_, "value", "entry"), f"{ours}[key] = value"]
                return [
                    f"{bare(ours)} = make(map[string]{own}, len({theirs}))",
                    *block(f"for key, entry := range {theirs} {{", body),
                ]

    def made(self, type_: proto.Type, ours: str) -> str:
        """The message's expression of one value."""
        match type_.schema:
            case Fixed():
                return f"{ours}[:]"
            case Enum():
                return f"{to(type_.name)}({bare(ours)})"
            case Primitive() as primitive if primitive != NULL:
                return bare(ours)
            case _:
                return f"{to(type_.name)}({address(ours)})"

    def filled(self, type_: proto.Type, ours: str, theirs: str) -> Lines:
        """Fills what ours names with one value."""
        match type_.schema:
            case Primitive() as primitive if primitive != NULL:
                return [f"{bare(ours)} = {theirs}"]
            case Fixed():
                call = f"wire.FixedFromBytes({ours}[:], {theirs})"
            case _:
                call = f"{of(type_.name)}({theirs}, {address(ours)})"
        return block(f"if err := {call}; err != nil {{", ["return err"])

    @staticmethod
    def theirs(type_: proto.Type) -> str:
        """The Go type of one value in a message that is not handed on."""
        match type_.kind:
            case "scalar":
                return "[]byte"
            case "enum":
                return f"messages.{go_name(type_.name)}"
            case _:
                return f"*messages.{go_name(type_.name)}"


def to(name: str) -> str:
    return f"to{go_name(name)}"


def of(name: str) -> str:
    return f"read{go_name(name)}"


def bare(expression: str) -> str:
    """The expression where nothing follows it that would bind first."""
    return expression[1:-1] if POINTED_AT.fullmatch(expression) else expression


def address(expression: str) -> str:
    """Of a variable; what a pointer leads to has the pointer."""
    return expression[2:-1] if POINTED_AT.fullmatch(expression) else f"&{expression}"
