"""Java code around the classes that protoc makes of a schema's messages, in the package ``assay.protobuf``.

``Messages`` names the class of a whole record. ``Converter`` turns the plain classes of ``pojos`` into messages
and back, field by field, by the getters and setters that protoc makes: the code that one writes by hand who keeps
messages at the edge of a program.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import Field, Message
from assay.data.schema import NULL, Array, Enum, Fixed, Map, Primitive, Record, Schema, Union
from assay.languages.java import pojos as java_pojos
from assay.languages.java.making import FRAMES
from assay.languages.java.pojos import BOXED, UNBOXED, Types
from assay.languages.java.protobuf_names import names_of
from assay.languages.shared.frames import fill

PACKAGE = "assay.protobuf"
MESSAGES = "assay.records"


def messages(schema: Schema) -> dict[str, str]:
    """The file that names the root message."""
    root = _message(proto.model(schema).root.name)
    return {"Messages.java": fill(FRAMES / "Messages.java.template", package=PACKAGE, root=root)}


def converter(schema: Record) -> dict[str, str]:
    """The file of the conversion between plain classes and messages."""
    return {"Converter.java": _Converter(schema).text()}


class _Converter:
    def __init__(self, root: Record) -> None:
        self.root = root
        self.types = Types(root)
        self.file = proto.model(root)

    def text(self) -> str:
        names = [self.types.of(enum.schema).name for enum in self.file.enums.values()]
        methods = [
            "\n".join(_indented(make(message)))
            for message in self.file.messages.values()
            for make in (self.to_message, self.from_message)
        ]
        return fill(
            FRAMES / "Converter.java.template",
            package=PACKAGE,
            imports="\n".join(f"import {java_pojos.PACKAGE}.{made.name};" for made in self.types.all),
            constants="\n".join(
                f"    private static final {name}[] {_constants(enum.name)} = {name}.values();"
                for name, enum in zip(names, self.file.enums.values(), strict=True)
            ),
            to_root=_to(self.file.root.name),
            from_root=_from(self.file.root.name),
            pojo=self.types.of(self.root).name,
            message=_message(self.file.root.name),
            methods="\n\n".join(methods),
        )

    def to_message(self, message: Message) -> Iterator[str]:
        full = _message(message.name)
        yield f"private static {full} {_to(message.name)}({self.types.boxed(message.schema)} value) {{"
        yield f"    {full}.Builder message = {full}.newBuilder();"
        names = names_of(message)
        if message.form == "union":
            yield from _indented(self.set_branches(message, names))
        for field in message.fields if message.form != "union" else ():
            yield from _indented(self.set(field, names[field.name], self.own(message, field)))
        yield "    return message.build();"
        yield "}"

    def set(self, field: Field, name: str, value: str) -> Iterator[str]:
        """Statements that put a plain field into the message."""
        match field.label, field.schema:
            case _, Primitive(type="null"):
                return
            case "repeated", Array(items=items):
                yield f"for ({self.types.text(items)} item : {value}) {{"
                yield f"    message.add{name}({self.to_value(field.type, 'item')});"
                yield "}"
            case "map", Map(values=values):
                yield f"for (Map.Entry<String, {self.types.boxed(values)}> entry : {value}.entrySet()) {{"
                yield f"    message.put{name}(entry.getKey(), {self.to_value(field.type, 'entry.getValue()')});"
                yield "}"
            case "optional", _:
                yield f"if ({value} != null) {{"
                yield f"    message.set{name}({self.to_value(field.type, value)});"
                yield "}"
            case _:
                yield f"message.set{name}({self.to_value(field.type, value)});"

    def set_branches(self, message: Message, names: dict[str, str]) -> Iterator[str]:
        """Statements that set the field of the branch that a union's value is of."""
        if len(message.fields) == 1 and NULL not in _branches(message):
            yield from self.set(message.fields[0], names[message.fields[0].name], "value")
            return
        word = "if"
        for field in message.fields:
            class_, more = self.test(field.schema)
            own = f"branch{field.number}"
            cast = self.types.boxed(field.schema)
            yield f"{word} (value instanceof {class_} {own}{more.replace('*', own)}) {{"
            if cast != class_.replace("<?>", "").replace("<?, ?>", ""):
                yield '    @SuppressWarnings("unchecked")'
                yield f"    {cast} typed = ({cast}) {own};"
                own = "typed"
            yield f"    message.set{names[field.name]}({self.to_value(field.type, own)});"
            word = "} else if"
        if message.fields:
            yield "}"

    def test(self, schema: Schema) -> tuple[str, str]:
        """The class of a branch's values, and what else holds for them; ``*`` stands for the value."""
        match schema:
            case Array(items=Primitive(type=name)) if name in UNBOXED:
                return f"{UNBOXED[name]}[]", ""
            case Array():
                return "List<?>", ""
            case Map():
                return "Map<?, ?>", ""
            case Fixed(size=size):
                return "byte[]", f" && *.length == {size}"
            case _:
                return self.types.boxed(schema), ""

    def to_value(self, type_: proto.Type, value: str) -> str:
        """The expression of one value in a message."""
        match type_.schema:
            case Primitive(type="bytes") | Fixed():
                return f"ByteString.copyFrom({value})"
            case Primitive(type=name) if name != "null":
                return value
            case Enum():
                return f"{_message(type_.name)}.forNumber({value}.ordinal())"
            case _:
                return f"{_to(type_.name)}({value})"

    def from_message(self, message: Message) -> Iterator[str]:
        pojo = self.types.boxed(message.schema)
        yield f"private static {pojo} {_from(message.name)}({_message(message.name)} message) {{"
        names = names_of(message)
        match message.form:
            case "record":
                yield f"    {pojo} value = new {pojo}();"
                for field in message.fields:
                    yield from _indented(self.get(field, names[field.name], self.own(message, field)))
                yield "    return value;"
            case "union":
                yield from _indented(self.get_branch(message, names))
            case "null":
                yield "    return null;"
            case _:
                (field,) = message.fields
                yield f"    {self.types.text(field.schema)} value;"
                yield from _indented(self.get(field, names[field.name], "value"))
                yield "    return value;"
        yield "}"

    def get(self, field: Field, name: str, value: str) -> Iterator[str]:
        """Statements that fill a plain field from the message."""
        local = f"list{field.number}"
        match field.label, field.schema:
            case _, Primitive(type="null"):
                yield f"{value} = null;"
            case "repeated", Array(items=Primitive(type=word)) if word in UNBOXED:
                yield f"{UNBOXED[word]}[] {local} = new {UNBOXED[word]}[message.get{name}Count()];"
                yield f"for (int i = 0; i < {local}.length; i++) {{"
                yield f"    {local}[i] = message.get{name}(i);"
                yield "}"
                yield f"{value} = {local};"
            case "repeated", Array(items=items):
                one = self.item(field.type)
                yield f"List<{self.types.boxed(items)}> {local} = new ArrayList<>(message.get{name}Count());"
                yield f"for ({one} item : message.get{name}List()) {{"
                yield f"    {local}.add({self.from_value(field.type, 'item')});"
                yield "}"
                yield f"{value} = {local};"
            case "map", Map(values=values):
                boxed = self.types.boxed(values)
                yield f"Map<String, {boxed}> {local} = new LinkedHashMap<>(2 * message.get{name}Count());"
                one = BOXED.get(self.item(field.type)) or self.item(field.type)
                yield f"for (Map.Entry<String, {one}> entry : message.get{name}Map().entrySet()) {{"
                yield f"    {local}.put(entry.getKey(), {self.from_value(field.type, 'entry.getValue()')});"
                yield "}"
                yield f"{value} = {local};"
            case "optional", _:
                # Not by ?: which would unbox a number, and null with it.
                yield f"if (message.has{name}()) {{"
                yield f"    {value} = {self.from_value(field.type, f'message.get{name}()')};"
                yield "} else {"
                yield f"    {value} = null;"
                yield "}"
            case _:
                yield f"{value} = {self.from_value(field.type, f'message.get{name}()')};"

    def get_branch(self, message: Message, names: dict[str, str]) -> Iterator[str]:
        yield "switch (message.getValueCase()) {" if message.fields else "{"
        for field in message.fields:
            yield f"    case {field.name.upper()}:"
            yield f"        return {self.from_value(field.type, f'message.get{names[field.name]}()')};"
        if message.fields:
            yield "    default:"
        if NULL in _branches(message):
            yield "        return null;"
        else:
            yield f'        throw new IllegalArgumentException("no value in {message.name}");'
        yield "}"

    def from_value(self, type_: proto.Type, value: str) -> str:
        """The plain value of one value in a message."""
        match type_.schema:
            case Primitive(type="bytes") | Fixed():
                return f"{value}.toByteArray()"
            case Primitive(type=name) if name != "null":
                return value
            case Enum():
                return f"{_constants(type_.name)}[{value}.getNumber()]"
            case _:
                return f"{_from(type_.name)}({value})"

    def item(self, type_: proto.Type) -> str:
        """The type of one value in a message."""
        match type_.schema:
            case Primitive(type="bytes") | Fixed():
                return "ByteString"
            case Primitive(type=name) if name in UNBOXED:
                return UNBOXED[name]
            case Primitive(type="string"):
                return "String"
            case _:
                return _message(type_.name)

    def own(self, message: Message, field: Field) -> str:
        """Where the plain value of a field stands."""
        if not isinstance(message.schema, Record):
            return "value"
        members = self.types.of(message.schema).members
        return f"value.{members[field.number - 1]}"


def _branches(message: Message) -> tuple[Schema, ...]:
    return message.schema.branches if isinstance(message.schema, Union) else ()


def _message(name: str) -> str:
    return f"{MESSAGES}.{name}"


def _to(message: str) -> str:
    return f"to{message}"


def _from(message: str) -> str:
    return f"from{message}"


def _constants(enum: str) -> str:
    return f"CONSTANTS_OF_{enum}"


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
