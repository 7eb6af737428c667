"""C++ code between the structs of a schema and its Protobuf messages: a header ``messages.hpp``.

It includes the structs (``records.hpp``) and what protoc makes of `proto.text` (``schema.pb.h``). For every message
there is an overload of three functions, in the form in which one would write them by hand, field by field:

- ``to_message(value, message)`` fills an empty message;
- ``from_message(message, value)`` fills a new value; it throws where the message is none of the schema's;
- ``read_message(reading, message)`` reads every field of the message.

``value`` is a template parameter, since a record that closes a circle lies in a pointer in one place and by itself in
another.
"""

from __future__ import annotations

from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import Field, Message
from assay.data.schema import NULL, Enum, Record, Schema, Union
from assay.languages.c import packages
from assay.languages.cpp import structs as cpp_structs
from assay.languages.cpp.names import KEYWORD_TEXT
from assay.languages.cpp.structs import FRAMES, Structs
from assay.languages.cpp.tables import folding
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill, lines
from assay.languages.shared.protoc import compile_proto, write_proto

PACKAGE = "::" + proto.PACKAGE.replace(".", "::")
# protoc adds a `_` to these.
RESERVED = frozenset([*KEYWORD_TEXT.split(), "NULL", "assert"])


def make(making: Making) -> None:
    cpp_structs.write(making)
    making.lay("messages.hpp", generate(making.schema))
    # Generated code and library must be of one version.
    protoc = packages.program("protobuf", "protoc", making.log)
    compile_proto(write_proto(making), [f"--cpp_out={making.folder}"], making.log, protoc)


def generate(schema: Schema, namespace: str = "records") -> str:
    """The text of the header; the structs are in the namespace that was given to `cpp_structs.generate`."""
    file = proto.model(schema)
    structs = Structs(schema, namespace)
    messages = list(file.messages.values())
    return fill(
        FRAMES / "messages.hpp.template",
        namespace=namespace,
        root=_class(file.root.name),
        functions=lines(
            [
                *(f"{signature};" for message in messages for signature in _signatures(message)),
                *(_definitions(message, structs) for message in messages),
            ]
        ),
    )


def _class(name: str) -> str:
    return f"{PACKAGE}::{name}_" if name in RESERVED else f"{PACKAGE}::{name}"


def _accessor(field: Field) -> str:
    name = field.name.lower()
    return f"{name}_" if name in RESERVED else name


def _signatures(message: Message) -> tuple[str, str, str]:
    name = _class(message.name)
    return (
        f"template <class T> void to_message(const T &value, {name} &message)",
        f"template <class T> void from_message(const {name} &message, T &value)",
        f"inline void read_message(::assay::Reading &reading, const {name} &message)",
    )


def _definitions(message: Message, structs: Structs) -> str:
    to_lines: list[str] = []
    of_lines: list[str] = []
    if message.form == "union":
        to_lines, of_lines = _union(message)
    elif message.form == "record":
        assert isinstance(message.schema, Record)
        members = {field.name: member for member, field in structs.members(message.schema)}
        for field in message.fields:
            to_lines += _to(field, f"value.{members[field.source]}")
            of_lines += _of(field, f"value.{members[field.source]}")
    else:
        for field in message.fields:
            to_lines += _to(field, "value")
            of_lines += _of(field, "value")
    bodies = (to_lines, of_lines, _fold(message, structs))
    return "\n".join(
        line
        for signature, body in zip(_signatures(message), bodies, strict=True)
        for line in (f"{signature} {{", *(f"    {line}" for line in body), "}")
    )


def _union(message: Message) -> tuple[list[str], list[str]]:
    """A variant; where no field of the `oneof` is set, it is null. A union of null alone has no `oneof`."""
    assert isinstance(message.schema, Union)
    if not message.fields:
        return [], []
    to_lines = ["switch (value.index()) {"]
    of_lines = ["switch (message.value_case()) {"]
    for field in message.fields:
        held = f"::std::get<{field.branch}>(value)"
        place = f"value.template emplace<{field.branch}>()"
        case = _case(message, field)
        to_lines.append(f"case {field.branch}: {' '.join(_to(field, held))} break;")
        of_lines.append(f"case {case}: {' '.join(_of(field, place))} break;")
    if NULL in message.schema.branches:
        of_lines.append(f"default: value.template emplace<{message.schema.branches.index(NULL)}>();")
    else:
        of_lines.append("default: ::assay::no_branch();")
    return [*to_lines, "default: break;", "}"], [*of_lines, "}"]


def _case(message: Message, field: Field) -> str:
    return f"{_class(message.name)}::k{proto.capitalized(field.name)}"


def _is_null(field: Field) -> bool:
    return field.label == "single" and field.schema == NULL


def _to(field: Field, value: str) -> list[str]:
    """Statements that set a field of ``message`` from the value."""
    name = _accessor(field)
    match field.label:
        case "single" if _is_null(field):
            return []
        case "single":
            return [_set(field, value)]
        case "optional":
            return [f"if ({value}) {_set(field, f'*{value}')}"]
        case "repeated" if field.type.kind == "message":
            return [
                f"message.mutable_{name}()->Reserve(static_cast<int>({value}.size()));",
                f"for (const auto &item : {value}) to_message(item, *message.add_{name}());",
            ]
        case "repeated" if field.type.kind == "scalar" and field.type.name not in ("string", "bytes"):
            return [f"message.mutable_{name}()->Add({value}.begin(), {value}.end());"]
        case "repeated":
            item = "static_cast<" + _class(field.type.name) + ">(item)" if field.type.kind == "enum" else _bytes(field)
            return [
                f"message.mutable_{name}()->Reserve(static_cast<int>({value}.size()));",
                f"for (const auto &item : {value}) message.add_{name}({item});",
            ]
        case "map":
            entry = f"(*message.mutable_{name}())[key]"
            if field.type.kind == "message":
                put = f"to_message(item, {entry});"
            elif field.type.kind == "enum":
                put = f"{entry} = static_cast<{_class(field.type.name)}>(item);"
            elif field.type.name == "bytes":
                put = f"::assay::set_bytes({entry}, item);"
            else:
                put = f"{entry} = item;"
            return [f"for (const auto &[key, item] : {value}) {put}"]


def _bytes(field: Field) -> str:
    return "item.data(), item.size()" if field.type.name == "bytes" else "item"


def _set(field: Field, value: str) -> str:
    name = _accessor(field)
    match field.type.kind, field.type.name:
        case "message", _:
            return f"to_message(::assay::held({value}), *message.mutable_{name}());"
        case "enum", enum:
            return f"message.set_{name}(static_cast<{_class(enum)}>({value}));"
        case _, "bytes":
            return f"message.set_{name}(({value}).data(), ({value}).size());"
        case _:
            return f"message.set_{name}({value});"


def _of(field: Field, value: str) -> list[str]:
    """Statements that set the new value from a field of ``message``."""
    name = _accessor(field)
    match field.label:
        case "single" if _is_null(field):
            return []
        case "single":
            return [_read(field, f"message.{name}()", value)]
        case "optional":
            return [f"if (message.has_{name}()) {_read(field, f'message.{name}()', f'::assay::make_value({value})')}"]
        case "repeated" if field.type.kind == "scalar" and field.type.name not in ("string", "bytes"):
            return [f"{value}.assign(message.{name}().begin(), message.{name}().end());"]
        case "repeated":
            return [
                f"{value}.reserve(static_cast<::std::size_t>(message.{name}_size()));",
                f"for (const auto &item : message.{name}()) {{ {_read(field, 'item', f'{value}.emplace_back()')} }}",
            ]
        case "map":
            read = _read(field, "item", f"{value}[key]")
            return [f"for (const auto &[key, item] : message.{name}()) {{ {read} }}"]


def _read(field: Field, held: str, value: str) -> str:
    match field.type.kind, field.schema:
        case "message", _:
            return f"from_message({held}, ::assay::place({value}));"
        case "enum", _:
            return f"::assay::read_enum({held}, {value});"
        case _, _ if field.type.name == "bytes":
            return f"::assay::read_bytes({held}, {value});"
        case _:
            return f"{value} = {held};"


def _fold(message: Message, structs: Structs) -> list[str]:
    """Statements that read every field of ``message``."""
    match message.form:
        case "null":
            return ["reading.null();"]
        case "union" if not message.fields:
            return ["reading.null();"]
        case "union":
            assert isinstance(message.schema, Union)
            cases = [f"case {_case(message, field)}: {_fold_field(field, structs)} break;" for field in message.fields]
            null = "reading.null();" if NULL in message.schema.branches else "::assay::no_branch();"
            return ["switch (message.value_case()) {", *cases, f"default: {null}", "}"]
        case _:
            return [_fold_field(field, structs) for field in message.fields]


def _fold_field(field: Field, structs: Structs) -> str:
    name = _accessor(field)
    match field.label:
        case "single" if _is_null(field):
            return "reading.null();"
        case "single":
            return _fold_one(field, f"message.{name}()", structs)
        case "optional":
            one = _fold_one(field, f"message.{name}()", structs)
            return f"if (message.has_{name}()) {{ {one} }} else {{ reading.null(); }}"
        case "repeated":
            items = f"for (const auto &item : message.{name}()) {{ {_fold_one(field, 'item', structs)} }}"
            return f"{items} reading.end_array(static_cast<::std::size_t>(message.{name}_size()));"
        case "map":
            return (
                "{ ::std::uint64_t sum = 0;"
                f" for (const auto &[key, item] : message.{name}()) {{ ::assay::Reading entry; entry.text(key);"
                f" {_fold_one(field, 'item', structs, 'entry')} sum += entry.value(); }}"
                f" reading.map(sum, message.{name}().size()); }}"
            )


def _fold_one(field: Field, held: str, structs: Structs, reading: str = "reading") -> str:
    match field.type.kind, field.type.name:
        case "message", _:
            return f"read_message({reading}, {held});"
        case "enum", _:
            assert isinstance(field.type.schema, Enum)
            return f"::assay::read_symbol<{structs.qualified(field.type.schema)}>({reading}, {held});"
        case _, "bytes":
            return f"::assay::read_bytes({reading}, {held});"
        case _, "string":
            return f"{reading}.text({held});"
        case _, number:
            return f"{reading}.{folding(number)}({held});"
