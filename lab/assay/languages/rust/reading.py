"""How generated Rust types are read for `access`: the kit's trait ``Readable``, and types that borrow from the bytes.

The types that borrow are a second set, in the module ``borrowed``, for the flavours that have one. They have the shape
and the names of the owned ones, and serde only reads them.
"""

from __future__ import annotations

from assay.data.schema import Field, Fixed, Map, Primitive, Record, Schema, Union, walk
from assay.languages.rust.flavours import BASE64, AvroSerde, Flavour, Json, SelfDescribing, Serde
from assay.languages.rust.types import Types

DESERIALIZE = "use ::serde::Deserialize;"


class Borrowing(Serde):
    """Comes before a flavour of serde's. ``lends_bytes``: whether the format holds bytes and fixed as they are, so that
    they are borrowed like strings.
    """

    uses = ("use ::assay_kit::borrowed::{Bytes, Fixed};", DESERIALIZE)
    derives = "#[derive(Deserialize)]"
    text = "::assay_kit::borrowed::Text<'a>"
    bytes = "Bytes<'a>"
    lends_bytes = True
    readable = True

    def fixed(self, size: int) -> str:
        return f"Fixed<'a, {size}>"

    def field(self, record: Record, field: Field, identifier: str) -> str:
        return super().field(record, field, identifier) + self.borrow(field.schema)

    def branch(self, union: Union, number: int) -> str:
        return super().branch(union, number) + self.borrow(union.branches[number])

    def borrow(self, schema: Schema) -> str:
        """The attribute that serde wants where it does not see a reference."""
        return "#[serde(borrow)] " if self.lifetime(schema) else ""

    def lifetime(self, schema: Schema) -> str:
        return "<'a>" if any(self.lends(part) for part in walk(schema)) else ""

    def lends(self, part: Schema) -> bool:
        """Whether the format lends what stands in this part of a schema itself: in a map that is the keys."""
        match part:
            case Primitive(type="string") | Map():
                return True
            case Primitive(type="bytes") | Fixed():
                return self.lends_bytes
            case _:
                return False


class BorrowedAvro(Borrowing, AvroSerde):
    pass


class BorrowedMsgpack(Borrowing, SelfDescribing):
    pass


class BorrowedJson(Borrowing, Json):
    """Bytes are made of base64, so they are owned."""

    uses = (BASE64, DESERIALIZE)
    bytes = Json.bytes
    lends_bytes = False

    def fixed(self, size: int) -> str:
        return Json.fixed(self, size)


# By the flavours of the owned types.
BORROWED: dict[type[Flavour], type[Borrowing]] = {
    AvroSerde: BorrowedAvro,
    SelfDescribing: BorrowedMsgpack,
    Json: BorrowedJson,
}


def borrowed(types: Types) -> list[str]:
    """The module ``borrowed``, of types whose flavour borrows."""
    return [
        "// Not every contestant of a flavour reads through these.",
        "#[allow(dead_code)]",
        "pub mod borrowed {",
        "use ::std::collections::BTreeMap;",
        *types.flavour.uses,
        f"pub type Root<'a> = {types.type_of(types.root, None)};",
        *types.definitions(),
        *readable(types),
        "}",
    ]


def readable(types: Types) -> list[str]:
    """``Readable`` for each type."""
    return [
        *(
            _readable(types.type_names[id(record)], [f"{_read(f'&self.{own}')};" for _, own in types.fields(record)])
            for record in types.records
        ),
        *(
            _readable(
                types.type_names[id(enum)],
                [
                    "reading.text(match self {",
                    *(f'    Self::{own} => "{symbol}",' for symbol, own in types.symbols(enum)),
                    "});",
                ],
            )
            for enum in types.enums
        ),
        *(
            _readable(
                name,
                ["match self {", *(f"    Self::{own}(v) => {_read('v')}," for _, own in types.variants(union)), "}"],
            )
            for union, name in types.unions.items()
        ),
    ]


def _read(place: str) -> str:
    return f"::assay_kit::Readable::read({place}, reading)"


def _readable(name: str, body: list[str]) -> str:
    generics = "<'a>" if name.endswith("<'a>") else ""
    # A record without fields reads nothing.
    reading = "reading" if body else "_"
    return "\n".join(
        [
            f"impl{generics} ::assay_kit::Readable for {name} {{",
            f"    fn read(&self, {reading}: &mut ::assay_kit::Reading) {{",
            *(f"        {line}" for line in body),
            "    }",
            "}",
        ]
    )
