"""The messages that prost-build makes from a schema's `.proto` file are the domain values themselves.

Their conversion from and to the kit's plain values is for outside the clock. An absent message field is the message's
default, as Protobuf has it.
"""

from __future__ import annotations

from assay.data.formats.protobuf import proto
from assay.data.schema import NULL, Enum, Fixed, Schema, Union
from assay.languages.rust.making import FRAMES, Making
from assay.languages.rust.prost import MESSAGES, message_type, variant
from assay.languages.rust.prost_names import snake
from assay.languages.rust.reading import READABLE, implementation
from assay.languages.rust.typed import typed, typed_record
from assay.languages.shared.frames import fill


def make(making: Making) -> None:
    making.make_descriptors()
    making.write_records(messages(making.schema))


def messages(schema: Schema) -> str:
    """The text of a module whose ``Root`` is a message."""
    file = proto.model(schema)
    return fill(
        FRAMES / "records.rs.template",
        uses=fill(FRAMES / "prost.rs.template"),
        root=message_type(file.root),
        read="Typed::from_plain(plain)",
        write="Typed::to_plain(root)",
        items="\n".join(
            [
                fill(MESSAGES),
                *(part for message in file.messages.values() for part in (_typed(message), _readable(message))),
            ]
        ),
    )


def _typed(message: proto.Message) -> str:
    name = message_type(message)
    match message.form:
        case "union":
            return typed(name, *_union(message))
        case "null":
            return typed(name, ["Typed::from_plain(plain).map(|()| Self {})"], ["Plain::Null"])
        case "record":
            return typed_record(
                name,
                [(snake(field.name), _read(field, f"f{number}")) for number, field in enumerate(message.fields)],
                [(field.source, _write(field, f"self.{snake(field.name)}")) for field in message.fields],
            )
        case _:
            (field,) = message.fields
            own = snake(field.name)
            return typed(name, [f"Ok(Self {{ {own}: {_read(field, 'plain')} }})"], [_write(field, f"self.{own}")])


def _union(message: proto.Message) -> tuple[list[str], list[str]]:
    assert isinstance(message.schema, Union)
    null = message.schema.branches.index(NULL) if NULL in message.schema.branches else None
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
            if field.schema == NULL:
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
            return f"option_to(&{place}, {field.schema.branches.index(NULL)}, |v| {one})"
        case "single":
            if field.schema == NULL:
                return "Plain::Null"
            if field.type.kind == "message":
                return f"Typed::to_plain({place}.as_ref().unwrap_or(&Default::default()))"
            return _write_one(field.type, f"(&{place})")


def _write_one(type_: proto.Type, value: str) -> str:
    """The plain value of the expression ``value``, a reference."""
    match type_.schema:
        case Enum() as enum:
            return f"number_to(*{value}, {_symbols(enum)})"
        case Fixed():
            return f"Plain::Fixed({value}.to_vec())"
        case _:
            return f"Typed::to_plain({value})"


def _readable(message: proto.Message) -> str:
    """What reads every field of a message."""
    match message.form:
        case "null":
            body = [_read_value("&()")]
        case "union" if message.fields:
            cases = [f"    Some({variant(message, f)}(v)) => {_read_part(f.type, 'v')}," for f in message.fields]
            body = ["match &self.value {", *cases, f"    None => {_read_value('&()')},", "}"]
        case "union":
            body = [_read_value("&()")]
        case _:
            body = [f"{_read_field(field, f'self.{snake(field.name)}')};" for field in message.fields]
    return implementation(READABLE, message_type(message), body)


def _read_field(field: proto.Field, place: str) -> str:
    """The statement that reads what is in a place."""
    match field.label, field.type.schema:
        case "single", _ if field.schema == NULL:
            return _read_value("&()")
        case "single", _ if field.type.kind == "message":
            return _read_value(f"{place}.as_ref().unwrap_or(&Default::default())")
        case "single", _:
            return _read_part(field.type, f"(&{place})")
        case "repeated", Enum():
            return f"for v in &{place} {{ {_read_part(field.type, 'v')} }}\n        reading.array({place}.len())"
        case "map", Enum() as enum:
            entry = f"::assay_kit::reading(&(key, &{_symbol('v', enum)}))"
            return f"reading.map({place}.iter().map(|(key, v)| {entry}))"
        case "optional", Enum() as enum:
            return _read_value(f"&{place}.as_ref().map(|v| {_symbol('v', enum)})")
        case _:
            return _read_value(f"&{place}")


def _read_part(type_: proto.Type, value: str) -> str:
    """The same of the expression ``value``, a reference to one value."""
    return _read_value(f"&{_symbol(value, type_.schema)}" if isinstance(type_.schema, Enum) else value)


def _read_value(value: str) -> str:
    return f"{READABLE}::read({value}, reading)"


def _symbol(value: str, enum: Enum) -> str:
    return f"Symbol(*{value}, {_symbols(enum)})"


def _symbols(enum: Enum) -> str:
    listed = ", ".join(f'"{symbol}"' for symbol in enum.symbols)
    return f"&[{listed}]"
