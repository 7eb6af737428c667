"""Rust for the messages that prost-build makes from a schema's `.proto` file, which the module includes as `messages`.

`messages`: the message itself is the domain value; its conversion from and to the kit's plain values is for outside the
clock. An absent message field is the message's default, as Protobuf has it.
"""

from __future__ import annotations

from assay.data.schema import Enum, Fixed, Primitive, Schema, Union
from assay.formats.protobuf import proto
from assay.languages.rust.prost_names import snake, upper_camel

INCLUDED = """\
#[allow(clippy::all)]
pub mod messages {
    include!(concat!(env!("OUT_DIR"), "/assay.records.rs"));
}
"""

HEAD = """\
use ::assay_kit::typed::{
    array_from, array_to, enum_from, enum_to, map_from, map_to, no_such, option_from, option_to, record_from, record_to,
    union_from, union_to, bare::Fixed, Typed,
};
use ::assay_kit::Plain;

fn number_to(number: i32, symbols: &[&str]) -> Plain {
    enum_to(number as u32, symbols.get(number as usize).unwrap_or(&"no symbol"))
}
"""


def messages(schema: Schema) -> str:
    """The text of a module whose ``Root`` is a message."""
    file = proto.model(schema)
    root = message_type(file.root)
    return "\n".join(
        [
            INCLUDED,
            HEAD,
            f"pub type Root = {root};",
            "pub fn from_plain(plain: &Plain) -> Result<Root, String> {\n    Typed::from_plain(plain)\n}",
            "pub fn to_plain(root: &Root) -> Plain {\n    Typed::to_plain(root)\n}",
            *(_typed(message) for message in file.messages.values()),
            "",
        ]
    )


def message_type(message: proto.Message) -> str:
    return f"messages::{upper_camel(message.name)}"


def variant(message: proto.Message, field: proto.Field) -> str:
    """The variant of a `oneof` for one of its fields."""
    return f"messages::{snake(message.name)}::Value::{upper_camel(field.name)}"


def is_null(schema: Schema) -> bool:
    return schema == Primitive("null")


def _typed(message: proto.Message) -> str:
    read, write = _union(message) if message.form == "union" else _fields(message)
    return "\n".join(
        [
            f"impl Typed for {message_type(message)} {{",
            "    fn from_plain(plain: &Plain) -> Result<Self, String> {",
            *(f"        {line}" for line in read),
            "    }",
            "    fn to_plain(&self) -> Plain {",
            *(f"        {line}" for line in write),
            "    }",
            "}",
        ]
    )


def _fields(message: proto.Message) -> tuple[list[str], list[str]]:
    """The bodies of `from_plain` and `to_plain` of a message that is no union."""
    fields = message.fields
    if message.form == "null":
        return ["Typed::from_plain(plain).map(|()| Self {})"], ["Plain::Null"]
    if message.form != "record":
        name = snake(fields[0].name)
        return [f"Ok(Self {{ {name}: {_read(fields[0], 'plain')} }})"], [_write(fields[0], f"self.{name}")]
    # Locals are numbered: a field may be called like anything else in the function.
    locals_ = ", ".join(f"f{number}" for number in range(len(fields)))
    read = [
        f"let [{locals_}] = record_from(plain)?;",
        "Ok(Self {",
        *(f"    {snake(field.name)}: {_read(field, f'f{number}')}," for number, field in enumerate(fields)),
        "})",
    ]
    write = [
        "record_to([",
        *(f'    ("{field.source}", {_write(field, f"self.{snake(field.name)}")}),' for field in fields),
        "])",
    ]
    return read, write


def _union(message: proto.Message) -> tuple[list[str], list[str]]:
    assert isinstance(message.schema, Union)
    null = next((n for n, branch in enumerate(message.schema.branches) if is_null(branch)), None)
    if not message.fields:
        return ["Typed::from_plain(union_from(plain)?.1).map(|()| Self {})"], ["union_to(0, Plain::Null)"]
    read = [
        "let (number, inner) = union_from(plain)?;",
        "let value = match number {",
        *(f"    {f.branch} => Some({variant(message, f)}({_read_one(f.type, 'inner')}?))," for f in message.fields),
        *([f"    {null} => None,"] if null is not None else []),
        "    other => return no_such(other),",
        "};",
        "Ok(Self { value })",
    ]
    absent = "Plain::Null" if null is None else f"union_to({null}, Plain::Null)"
    write = [
        "match &self.value {",
        *(
            f"    Some({variant(message, f)}(v)) => union_to({f.branch}, {_write_one(f.type, 'v')}),"
            for f in message.fields
        ),
        f"    None => {absent},",
        "}",
    ]
    return read, write


def _read(field: proto.Field, plain: str) -> str:
    """The field's value from the expression ``plain``, a ``&Plain``."""
    one = _read_one(field.type, "p")
    match field.label:
        case "repeated":
            return f"array_from({plain}, |p| {one})?"
        case "map":
            return f"map_from({plain}, |p| {one})?"
        case "optional":
            return f"option_from({plain}, |p| {one})?"
        case "single":
            if is_null(field.schema):
                return "None"
            value = f"{_read_one(field.type, plain)}?"
            return f"Some({value})" if field.type.kind == "message" else value


def _read_one(type_: proto.Type, plain: str) -> str:
    """An expression, a ``Result<_, String>``."""
    match type_.schema:
        case Enum():
            return f"enum_from({plain}).map(|number| number as i32)"
        case Fixed(size=size):
            return f"Fixed::<{size}>::from_plain({plain}).map(|fixed| fixed.to_vec())"
        case _:
            return f"Typed::from_plain({plain})"


def _write(field: proto.Field, place: str) -> str:
    """The plain value of what is in a place."""
    one = _write_one(field.type, "v")
    match field.label:
        case "repeated":
            return f"array_to(&{place}, |v| {one})"
        case "map":
            return f"map_to(&{place}, |v| {one})"
        case "optional":
            assert isinstance(field.schema, Union)
            null = next(n for n, branch in enumerate(field.schema.branches) if is_null(branch))
            return f"option_to(&{place}, {null}, |v| {one})"
        case "single":
            if is_null(field.schema):
                return "Plain::Null"
            if field.type.kind == "message":
                return f"Typed::to_plain({place}.as_ref().unwrap_or(&Default::default()))"
            return _write_one(field.type, f"(&{place})")


def _write_one(type_: proto.Type, value: str) -> str:
    """The plain value of the expression ``value``, a reference."""
    match type_.schema:
        case Enum(symbols=symbols):
            listed = ", ".join(f'"{symbol}"' for symbol in symbols)
            return f"number_to(*{value}, &[{listed}])"
        case Fixed():
            return f"Plain::Fixed({value}.to_vec())"
        case _:
            return f"Typed::to_plain({value})"
