"""Functions between the structs of a schema and what a library's compiler makes of it, in C++.

For every table there are three functions, in the form in which one would write them by hand, field by field:
``put_Name`` writes a table, ``take_Name`` fills a new value (it throws where the table is none of the schema's), and
``read_Name`` reads the table's fields where they lie.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

from assay.data.formats.protobuf import proto
from assay.data.formats.protobuf.proto import Field, File, Message, Type
from assay.data.formats.tables import is_null, is_scalar
from assay.data.schema import NULL, Enum, Record, Schema, Union
from assay.languages.cpp.structs import Structs
from assay.languages.shared.frames import fill, lines

PACKAGE = "::" + proto.PACKAGE.replace(".", "::")


def qualified(name: str) -> str:
    """What the library's compiler makes of a message or an enum."""
    return f"{PACKAGE}::{name}"


def folding(number: str) -> str:
    """The function of ``assay::Reading`` for a scalar that is neither text nor bytes."""
    return {"bool": "boolean", "int32": "integer", "int64": "integer"}.get(number, "real")


class Tables(ABC):
    """``structs``: the user's. The methods below say in a library's words what the others put together.

    Each gives an expression of C++ where nothing else is said; ``held`` is an expression of what lies in the bytes.
    """

    def __init__(self, schema: Schema, file: File, namespace: str) -> None:
        self.structs = Structs(schema, namespace)
        self.file = file

    def text(self, frame: Path) -> str:
        """The text of the header. ``frame``: the file with what the library's functions need."""
        messages = self.file.messages.values()
        return fill(
            frame,
            namespace=self.structs.namespace,
            root=qualified(self.file.root.name),
            name=self.file.root.name,
            functions=lines(
                [
                    *(f"{head};" for message in messages for head in self.heads(message)),
                    *(text for message in messages for text in self.functions(message)),
                ]
            ),
        )

    # --- what libraries differ in ------------------------------------------------------------------------------------

    @abstractmethod
    def put_head(self, message: Message) -> str:
        """The function that writes a table, without the word ``template``."""

    @abstractmethod
    def put_union(self, message: Message, branches: list[tuple[Field, str]]) -> list[str]:
        """The lines of its body: a variant is in ``value``, of which each branch has its place."""

    @abstractmethod
    def put_fields(self, message: Message, fields: list[tuple[Field, str]]) -> list[str]:
        """The same where fields, each with its place in the user's value, are side by side."""

    @abstractmethod
    def reader(self, message: Message) -> str:
        """The parameter that is a table in bytes."""

    @abstractmethod
    def got(self, field: Field) -> str:
        """The value of a field that is always there."""

    @abstractmethod
    def optional(self, field: Field) -> tuple[str, str]:
        """The condition that a field is there, and its value then."""

    @abstractmethod
    def chosen(self, message: Message, field: Field) -> str:
        """The value of a union's branch, where it is the one that is there."""

    @abstractmethod
    def choose(self, message: Message, cases: list[tuple[Field, str]], otherwise: str) -> list[str]:
        """The lines that do what belongs to the branch of a union that is there."""

    @abstractmethod
    def items(self, field: Field) -> tuple[str, str, str]:
        """Of a list: what is declared first, if anything is, the range, and its size."""

    @abstractmethod
    def item(self, type_: Type) -> str:
        """The value of a list's ``item``."""

    @abstractmethod
    def key(self) -> str:
        """The string of a map's ``entry``."""

    @abstractmethod
    def entry(self, type_: Type) -> str:
        """The value of a map's ``entry``."""

    @abstractmethod
    def take_scalars(self, field: Field, place: str) -> str:
        """The statement that fills a list of numbers."""

    @abstractmethod
    def view(self, held: str) -> str:
        """The view of a string."""

    @abstractmethod
    def owned(self, held: str) -> str:
        """What a string is assigned."""

    # --- functions ---------------------------------------------------------------------------------------------------

    def heads(self, message: Message) -> tuple[str, str, str]:
        name, reader = message.name, self.reader(message)
        return (
            f"template <class T> {self.put_head(message)}",
            f"template <class T> void take_{name}({reader}, T &value)",
            f"inline void read_{name}(::assay::Reading &reading, {reader})",
        )

    def functions(self, message: Message) -> list[str]:
        bodies = self.of_union(message) if message.form == "union" else self.of_fields(message)
        return [
            "\n".join([f"{head} {{", *(f"    {line}" for line in body), "}"])
            for head, body in zip(self.heads(message), bodies, strict=True)
        ]

    def of_fields(self, message: Message) -> tuple[list[str], list[str], list[str]]:
        places = [(field, self.place(message, field)) for field in message.fields if not is_null(field)]
        return (
            self.put_fields(message, places),
            [self.take(field, place) for field, place in places],
            ["reading.null();"] if message.form == "null" else [self.read(field) for field in message.fields],
        )

    def place(self, message: Message, field: Field) -> str:
        """Where a field's value lies in the user's struct."""
        if message.form != "record":
            return "value"
        assert isinstance(message.schema, Record)
        members = {one.name: member for member, one in self.structs.members(message.schema)}
        return f"value.{members[field.source]}"

    def of_union(self, message: Message) -> tuple[list[str], list[str], list[str]]:
        """A union is a variant; where none of its branches is there, it is null."""
        assert isinstance(message.schema, Union)
        branches = message.schema.branches
        take, read = "::assay::no_branch();", "::assay::no_branch();"
        if NULL in branches:
            take, read = f"value.template emplace<{branches.index(NULL)}>();", "reading.null();"
        held = [(field, self.chosen(message, field)) for field in message.fields]
        taken = [(f, self.take_one(f.type, one, f"value.template emplace<{f.branch}>()")) for f, one in held]
        return (
            self.put_union(message, [(field, f"::std::get<{field.branch}>(value)") for field in message.fields]),
            self.choose(message, taken, take),
            self.choose(message, [(field, self.read_one(field.type, one)) for field, one in held], read),
        )

    def enum(self, type_: Type, value: str) -> str:
        """The user's scalar as it is written."""
        return f"static_cast<{qualified(type_.name)}>({value})" if type_.kind == "enum" else value

    # --- what lies in bytes to the user's value ----------------------------------------------------------------------

    def take(self, field: Field, place: str) -> str:
        match field.label:
            case "single":
                return self.take_one(field.type, self.got(field), place)
            case "optional":
                there, value = self.optional(field)
                return f"if ({there}) {{ {self.take_one(field.type, value, f'::assay::make_value({place})')} }}"
            case "repeated" if is_scalar(field.type) and field.type.kind != "enum":
                return self.take_scalars(field, place)
            case "repeated":
                declared, items, size = self.items(field)
                taken = self.take_one(field.type, self.item(field.type), f"{place}.emplace_back()")
                return f"{{ {declared}{place}.reserve({size}); for (const auto item : {items}) {{ {taken} }} }}"
            case "map":
                declared, items, _ = self.items(field)
                new = f"{place}[::std::string({self.owned(self.key())})]"
                taken = self.take_one(field.type, self.entry(field.type), new)
                return f"{{ {declared}for (const auto entry : {items}) {{ {taken} }} }}"

    def take_one(self, type_: Type, held: str, place: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"take_{name}({held}, ::assay::place({place}));"
            case "enum", _:
                return f"::assay::read_enum(static_cast<int>({held}), {place});"
            case _, "bytes":
                return f"take_bytes({held}, {place});"
            case _, "string":
                return f"{place} = {self.owned(held)};"
            case _:
                return f"{place} = {held};"

    # --- what lies in bytes to a reading -----------------------------------------------------------------------------

    def read(self, field: Field) -> str:
        match field.label:
            case "single" if is_null(field):
                return "reading.null();"
            case "single":
                return self.read_one(field.type, self.got(field))
            case "optional":
                there, value = self.optional(field)
                return f"if ({there}) {{ {self.read_one(field.type, value)} }} else {{ reading.null(); }}"
            case "repeated":
                declared, items, size = self.items(field)
                read = self.read_one(field.type, self.item(field.type))
                return f"{{ {declared}for (const auto item : {items}) {{ {read} }} reading.end_array({size}); }}"
            case "map":
                declared, items, size = self.items(field)
                read = self.read_one(field.type, self.entry(field.type))
                return (
                    f"{{ {declared}::std::uint64_t sum = 0; for (const auto entry : {items}) {{"
                    f" ::assay::Reading reading; reading.text({self.view(self.key())}); {read}"
                    f" sum += reading.value(); }} reading.map(sum, {size}); }}"
                )

    def read_one(self, type_: Type, held: str) -> str:
        match type_.kind, type_.name:
            case "message", name:
                return f"read_{name}(reading, {held});"
            case "enum", _:
                assert isinstance(type_.schema, Enum)
                return (
                    f"::assay::read_symbol<{self.structs.qualified(type_.schema)}>(reading, static_cast<int>({held}));"
                )
            case _, "bytes":
                return f"read_bytes(reading, {held});"
            case _, "string":
                return f"reading.text({self.view(held)});"
            case _, number:
                return f"reading.{folding(number)}({held});"
