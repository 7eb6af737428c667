"""JavaScript between plain values and the messages of a Protobuf library, as its user would write it for the schema.

The generated module gives ``toMessage`` and ``fromMessage``. Libraries differ in how a message says what is there
(protobufjs: by having the property; pbf: by the name that the `oneof` holds; protobuf-es and protobuf-ts: by an
object with that name and the value), in their 64-bit integers, and in the names of properties.

Each message has functions ``to…`` and ``from…`` with its name at the end, which the schema decides: no function of a
frame begins so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from assay.data.formats.protobuf import proto
from assay.data.schema import NULL, Enum, Fixed, Primitive, Record, Schema, Union, kind
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill
from assay.languages.shared.turns import turn

FRAMES = Path(__file__).parent / "frames"

# JavaScript distinguishes the kinds in this order.
KINDS = ("boolean", "integer", "real", "string", "bytes", "array", "record", "map")


@dataclass(frozen=True)
class Dialect:
    """``name``: of the frame with its functions; ``long``: whether 64-bit integers are converted; ``tags``: whether
    objects have the name of the field that is set of a `oneof`; ``cases``: whether a `oneof` is an object with that
    name and the value, and what is absent undefined; ``kind``: the property of that object for the name, where the
    value's is the name itself; ``made``: whether messages are made by the frame's `make`, which
    takes the message's name; ``property``: the property of a field.
    """

    name: str
    long: bool
    tags: bool
    cases: bool = False
    kind: str = ""
    made: bool = False
    property: Callable[[str], str] = str


def write_messages(making: Making, dialect: Dialect) -> None:
    """Lay the module, as `messages.cjs`."""
    making.lay("messages.cjs", generate(making.schema, dialect))


def generate(schema: Schema, dialect: Dialect) -> str:
    """The module, CommonJS: `PROTO` (the text of the `.proto` file), `ROOT` (a record's message), both functions."""
    file = proto.model(schema)
    return fill(
        FRAMES / "messages.cjs.template",
        dialect=fill(FRAMES / f"{dialect.name}.cjs.template", bigints=fill(FRAMES / "bigints.cjs.template")),
        code="\n".join(_Generator(file, dialect).code()),
        proto=json.dumps(proto.text(schema)),
        root=json.dumps(f"{proto.PACKAGE}.{file.root.name}"),
        message=file.root.name,
    )


class _Generator:
    def __init__(self, file: proto.File, dialect: Dialect) -> None:
        self.file = file
        self.dialect = dialect

    def code(self) -> list[str]:
        """The lines of all enums and messages."""
        lines = []
        for enum in self.file.enums.values():
            symbols = list(enum.schema.symbols)
            numbers = ", ".join(f"{_key(symbol)}: {number}" for number, symbol in enumerate(symbols))
            lines.append(f"const numbersOf{enum.name} = {{ __proto__: null, {numbers} }};")
            lines.append(f"const symbolsOf{enum.name} = {json.dumps(symbols)};")
        for message in self.file.messages.values():
            lines += ["", *_function(f"to{message.name}", self.to(message))]
            lines += ["", *_function(f"from{message.name}", self.from_(message))]
        return lines

    # --- plain value -> message ---------------------------------------------------------------------------

    def to(self, message: proto.Message) -> list[str]:
        match message.form:
            case "record":
                fields = [field for field in message.fields if not self.is_null(field)]
                literal = self.literal(fields, lambda field: _property("value", field.source))
            case "union":
                return self.to_union(message)
            case _:
                literal = self.literal(message.fields, lambda _: "value")
        return [f"return {self.make(message, literal)};"]

    def make(self, message: proto.Message, literal: str) -> str:
        return f"make({json.dumps(message.name)}, {literal})" if self.dialect.made else literal

    def literal(self, fields: Sequence[proto.Field], held: Callable[[proto.Field], str]) -> str:
        entries = []
        for field in fields:
            value = held(field)
            entries.append(f"{_key(self.dialect.property(field.name))}: {self.to_field(field, value)}")
            if self.dialect.tags and field.label == "optional":
                entries.append(f"{_key('_' + field.name)}: {value} === null ? undefined : {json.dumps(field.name)}")
        return "{ " + ", ".join(entries) + " }"

    def to_field(self, field: proto.Field, value: str) -> str:
        absent = "undefined" if self.dialect.cases else "null"
        return _with_label(
            field, value, self.to_item(field.type, "one"), f"{value} === null ? {absent} : ", always=self.dialect.cases
        )

    def to_item(self, type_: proto.Type, value: str) -> str:
        if type_.kind == "message":
            return f"to{type_.name}({value})"
        if type_.kind == "enum":
            return f"numbersOf{type_.name}[{value}]"
        return f"makeLong({value})" if self.dialect.long and type_.name == "int64" else value

    def to_union(self, message: proto.Message) -> list[str]:
        assert isinstance(message.schema, Union)
        branches = message.schema.branches
        unset = f"{{ value: {{ {self.dialect.kind}: undefined }} }}" if self.dialect.kind else "{}"
        lines = [f"if (value === null) return {self.make(message, unset)};"] if NULL in branches else []
        kinds = {kind(branch) for branch in branches}
        for field in sorted(message.fields, key=lambda f: (KINDS.index(kind(f.schema)), turn(f.schema))):
            literal = self.choice(field, self.to_item(field.type, "value"))
            lines.append(f"if ({_test(field.schema, kinds)}) return {self.make(message, literal)};")
        return [*lines, f"throw new Error(`no branch of {message.name} takes a ${{typeof value}}`);"]

    def choice(self, field: proto.Field, item: str) -> str:
        """The literal of a message in whose `oneof` this field is set."""
        name = self.dialect.property(field.name)
        if self.dialect.kind:
            return f"{{ value: {{ {self.dialect.kind}: {json.dumps(name)}, {_key(name)}: {item} }} }}"
        if self.dialect.cases:
            return f"{{ value: {{ case: {json.dumps(name)}, value: {item} }} }}"
        tag = f", value: {json.dumps(field.name)}" if self.dialect.tags else ""
        return f"{{ {_key(name)}: {item}{tag} }}"

    # --- message -> plain value ---------------------------------------------------------------------------

    def from_(self, message: proto.Message) -> list[str]:
        match message.form:
            case "record":
                entries = [f"{_key(field.source)}: {self.from_field(field)}" for field in message.fields]
                return ["return { " + ", ".join(entries) + " };"]
            case "union":
                return self.from_union(message)
            case "null":
                return ["return null;"]
            case _:
                return [f"return {self.from_field(message.fields[0])};"]

    def from_field(self, field: proto.Field) -> str:
        if self.is_null(field):
            return "null"
        value = _property("message", self.dialect.property(field.name))
        absent = f"!{self.is_set(field, '_' + field.name)} ? null : "
        return _with_label(field, value, self.from_item(field, "one"), absent, always=True)

    def is_set(self, field: proto.Field, oneof: str) -> str:
        if self.dialect.cases:
            return f"({_property('message', self.dialect.property(field.name))} !== undefined)"
        if self.dialect.tags:
            return f"({_property('message', oneof)} === {json.dumps(field.name)})"
        # The library leaves out what is absent (its prototype has the default); what `toMessage` made has a null there.
        return f"(Object.hasOwn(message, {json.dumps(field.name)}) && {_property('message', field.name)} !== null)"

    def from_item(self, field: proto.Field, value: str) -> str:
        type_ = field.type
        if type_.kind == "message":
            return f"from{type_.name}({value})"
        if type_.kind == "enum":
            return f"symbolsOf{type_.name}[{value}]"
        if isinstance(type_.schema, Fixed):
            return f"readFixed({value}, {type_.schema.size})"
        if type_.name == "bytes" and field.label != "repeated":
            return f"readBytes({value})"
        return f"readLong({value})" if self.dialect.long and type_.name == "int64" else value

    def from_union(self, message: proto.Message) -> list[str]:
        assert isinstance(message.schema, Union)
        lines = [f"if ({test}) return {self.from_item(field, value)};" for field, test, value in self.choices(message)]
        if NULL in message.schema.branches:
            return [*lines, "return null;"]
        return [*lines, f"throw new Error('no branch of {message.name} is set, and null is not one of them');"]

    def choices(self, message: proto.Message) -> list[tuple[proto.Field, str, str]]:
        """The fields of a `oneof`, each with the test whether it is set, and its value."""
        if self.dialect.cases:
            names = [self.dialect.property(field.name) for field in message.fields]
            tests = [f"message.value.{self.dialect.kind or 'case'} === {json.dumps(name)}" for name in names]
            kind = self.dialect.kind
            values = [_property("message.value", name) if kind else "message.value.value" for name in names]
            return list(zip(message.fields, tests, values, strict=True))
        return [(f, self.is_set(f, "value"), _property("message", f.name)) for f in message.fields]

    def is_null(self, field: proto.Field) -> bool:
        return field.schema == NULL


def _function(name: str, body: list[str]) -> list[str]:
    parameter = "value" if name.startswith("to") else "message"
    return [f"function {name}({parameter}) {{", *(f"  {line}" for line in body), "}"]


def _with_label(field: proto.Field, value: str, item: str, absent: str, *, always: bool = False) -> str:
    """The code for a field from that for one item, `one`. ``always``: an absent value needs a look, whatever it is."""
    same = item == "one"
    match field.label:
        case "repeated":
            return value if same else f"{value}.map((one) => {item})"
        case "map":
            return value if same else f"convertEntries({value}, (one) => {item})"
        case "optional":
            return value if same and not always else absent + _put(item, value)
        case _:
            return _put(item, value)


def _put(item: str, value: str) -> str:
    """The code for one item with its value in the place of `one`."""
    return re.sub(r"\bone\b", lambda _: value, item)


def _test(schema: Schema, kinds: AbstractSet[str]) -> str:
    """Whether a value takes a branch of a union, where those tested before did not."""
    # Among reals, -0.0 is one of them.
    not_real = " && !Object.is(value, -0)" if "real" in kinds else ""
    match schema:
        case Primitive(type="boolean"):
            return "typeof value === 'boolean'"
        case Primitive(type="int"):
            return f"value === (value | 0){not_real}"
        case Primitive(type="long"):
            return f"typeof value === 'bigint' || (Number.isSafeInteger(value){not_real})"
        case Primitive(type="float" | "double"):
            return "typeof value === 'number'"
        case Enum(symbols=symbols):
            return " || ".join(f"value === {json.dumps(symbol)}" for symbol in symbols)
        case Primitive(type="string"):
            return "typeof value === 'string'"
        case Fixed(size=size):
            return f"value instanceof Uint8Array && value.length === {size}"
        case Primitive():
            return "value instanceof Uint8Array"
        case Record(fields=fields):
            names = json.dumps([field.name for field in fields])
            return f"typeof value === 'object' && !(value instanceof Uint8Array) && hasExactly(value, {names})"
        case _ if kind(schema) == "array":
            return "Array.isArray(value)"
        case _:
            return "typeof value === 'object'"


def _property(object_: str, name: str) -> str:
    return f"{object_}[{json.dumps(name)}]"


def _key(name: str) -> str:
    """A key of an object literal, where a plain `__proto__` would set the prototype."""
    return '["__proto__"]' if name == "__proto__" else json.dumps(name)
