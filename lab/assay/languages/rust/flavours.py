"""What stands around the generated Rust types: the derives and attributes that each way of serialization needs.

`rust_types` makes the types, the same for all flavours; a flavour says what is written before each of their parts. It
is made for one schema, since some attributes hang on what else the schema holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from assay.data.schema import (
    Array,
    Enum,
    Field,
    Fixed,
    Map,
    Primitive,
    Record,
    Schema,
    Union,
    full_name,
    kind,
    named_types,
    walk,
)
from assay.languages.rust.shape import holds_itself

# Where types of bytes and fixed that serde knows how to handle come from.
OF_SERDE = "use ::assay_kit::typed::{Bytes, Fixed};"
BASE64 = "use ::assay_self_describing::json::{Bytes, Fixed};"
SERDE = "use ::serde::{Deserialize, Serialize};"


class Flavour:
    """No derives at all, and Rust's own types.

    ``uses``: what the module imports besides what every one does. ``text``, ``bytes``: the types of strings and bytes.
    ``unknown``: a variant ``Unknown_`` that a union's enum has besides those of the branches, and that no value ever
    takes. ``readable``: whether the kit can read these types for `access`.
    """

    uses: tuple[str, ...] = ()
    text = "String"
    bytes = "Vec<u8>"
    unknown = ""
    readable = False

    def __init__(self, root: Schema) -> None:
        pass

    def fixed(self, size: int) -> str:
        """The type of a fixed."""
        return f"[u8; {size}]"

    def record(self, record: Record) -> list[str]:
        return []

    def field(self, record: Record, field: Field, identifier: str) -> str:
        """Before a field, on its line."""
        return ""

    def field_name(self, name: str) -> str:
        """The name of a field in Rust, unless Rust has another use for it."""
        return name

    def enum(self, enum: Enum) -> list[str]:
        return []

    def symbol(self, symbol: str, identifier: str) -> str:
        return ""

    def union(self, union: Union) -> list[str]:
        return []

    def branch(self, union: Union, number: int) -> str:
        return ""

    def order(self, union: Union) -> list[int]:
        """The numbers of a union's branches in the order of the enum's variants."""
        return list(range(len(union.branches)))

    def functions(self, named: list[str], unions: list[str]) -> list[str]:
        """Functions that the module has besides. Both lists are of Rust's types, of named types and of unions."""
        return []

    def lifetime(self, schema: Schema) -> str:
        """What follows the name of a type that borrows from the bytes which it was read from."""
        return ""


class Converted(Flavour):
    """Plain structs that are converted to and from the library's own objects."""

    readable = True


class Serde(Flavour):
    """Bytes and fixed of types that serde writes as a whole. ``derives``: the attribute of every type."""

    derives = "#[derive(Serialize, Deserialize)]"
    bytes = "Bytes"

    def fixed(self, size: int) -> str:
        return f"Fixed<{size}>"


class AvroSerde(Serde):
    """The one shape that apache-avro and serde_avro_fast both work with.

    apache-avro knows a record by its name without namespace, and a union's branch by the variant's number, null too;
    serde_avro_fast knows it by the variant's name, the type's (``Int``, ``a.b.Name``).
    """

    uses = (OF_SERDE, SERDE)
    readable = True

    def record(self, record: Record) -> list[str]:
        return [self.derives, f'#[serde(rename = "{record.name}")]']

    def field(self, record: Record, field: Field, identifier: str) -> str:
        return _rename(field.name, identifier)

    def enum(self, enum: Enum) -> list[str]:
        return [self.derives, f'#[serde(rename = "{enum.name}")]']

    def symbol(self, symbol: str, identifier: str) -> str:
        return _rename(symbol, identifier)

    def union(self, union: Union) -> list[str]:
        return [self.derives]

    def branch(self, union: Union, number: int) -> str:
        return f'#[serde(rename = "{branch_name(union.branches[number])}")] '


class SelfDescribing(Serde):
    """Serde for formats whose values say what they are: a union's value stands alone, so its branch is tried for.

    What would be taken for another branch's value is tried first or refused: serde takes integers for reals, text and
    arrays for bytes, arrays and maps for records, and an absent field for null.
    """

    uses = (OF_SERDE, SERDE)
    bytes_as_text = False

    def __init__(self, root: Schema) -> None:
        unions = [part for part in walk(root) if isinstance(part, Union)]
        alike = [[b for b in u.branches if isinstance(b, Record | Map)] for u in unions]
        # Records that only their fields tell from another branch.
        self.strict = {id(b) for branches in alike if len(branches) > 1 for b in branches}

    def record(self, record: Record) -> list[str]:
        strict = ["#[serde(deny_unknown_fields)]"] if id(record) in self.strict else []
        return [self.derives, *strict]

    def field(self, record: Record, field: Field, identifier: str) -> str:
        required = '#[serde(deserialize_with = "::assay_self_describing::required")] '
        optional = isinstance(field.schema, Union) and id(record) in self.strict
        return _rename(field.name, identifier) + (required if optional else "")

    def enum(self, enum: Enum) -> list[str]:
        return [self.derives]

    def symbol(self, symbol: str, identifier: str) -> str:
        return _rename(symbol, identifier)

    def union(self, union: Union) -> list[str]:
        return [self.derives, "#[serde(untagged)]"]

    def branch(self, union: Union, number: int) -> str:
        if kind(union.branches[number]) != "bytes":
            return ""
        if not self.bytes_as_text:
            return '#[serde(deserialize_with = "::assay_self_describing::only_bytes")] '
        marked = "string" in {kind(branch) for branch in union.branches}
        return '#[serde(with = "::assay_self_describing::json::marked")] ' if marked else ""

    def order(self, union: Union) -> list[int]:
        late = {"bytes": -1, "real": 1, "record": 1, "map": 2, "null": 3}
        return sorted(super().order(union), key=lambda number: late.get(kind(union.branches[number]), 0))


class Json(SelfDescribing):
    """Bytes are base64, marked where a union has text, too."""

    uses = (BASE64, SERDE)
    bytes_as_text = True


class Bincode(Flavour):
    def record(self, record: Record) -> list[str]:
        return ["#[derive(::bincode::Encode, ::bincode::Decode)]"]

    def enum(self, enum: Enum) -> list[str]:
        return ["#[derive(::bincode::Encode, ::bincode::Decode)]"]

    def union(self, union: Union) -> list[str]:
        return ["#[derive(::bincode::Encode, ::bincode::Decode)]"]


class Bitcode(Flavour):
    def record(self, record: Record) -> list[str]:
        return ["#[derive(::bitcode::Encode, ::bitcode::Decode)]"]

    def enum(self, enum: Enum) -> list[str]:
        return ["#[derive(::bitcode::Encode, ::bitcode::Decode)]"]

    def union(self, union: Union) -> list[str]:
        return ["#[derive(::bitcode::Encode, ::bitcode::Decode)]"]


class Fory(Flavour):
    """Every type is registered by a number. A union needs one variant that is its default, and one for branches that
    are unknown; a struct's macro fails on a field with a capital in its name.
    """

    unknown = "#[fory(unknown)] Unknown_(::fory::UnknownCase)"

    def __init__(self, root: Schema) -> None:
        self.endless = [r.name for r in named_types(root) if isinstance(r, Record) and holds_itself(r)]

    def record(self, record: Record) -> list[str]:
        return ["#[derive(::fory::ForyStruct)]"]

    def field_name(self, name: str) -> str:
        return re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()

    def enum(self, enum: Enum) -> list[str]:
        return ["#[derive(::fory::ForyEnum)]"]

    def union(self, union: Union) -> list[str]:
        return ["#[derive(::fory::ForyUnion)]"]

    def branch(self, union: Union, number: int) -> str:
        return "#[fory(default)] " if number == 0 else ""

    def functions(self, named: list[str], unions: list[str]) -> list[str]:
        head = "pub fn register(fory: &mut ::fory::Fory) -> Result<(), String> {"
        if self.endless:
            # Found out by a stack that overflows when the first value is encoded.
            message = f"{self.endless[0]} holds itself in an Option<Box>: Fory follows such a type without end"
            return [head, f'    let _ = fory;\n    Err("{message}".to_string())', "}"]
        kinds = [("register", name) for name in named] + [("register_union", name) for name in unions]
        calls = [
            f"    fory.{function}::<{name}>({number}).map_err(|error| error.to_string())?;"
            for number, (function, name) in enumerate(kinds, 1)
        ]
        return [head, *calls, "    Ok(())", "}"]


# By their names in `types` of a manifest. (Those of Protobuf are in `rust_prost`.)
FLAVOURS: dict[str, Callable[[Schema], Flavour]] = {
    "rust-serde": AvroSerde,
    "rust-serde-json": Json,
    "rust-serde-msgpack": SelfDescribing,
    "rust-bincode": Bincode,
    "rust-bitcode": Bitcode,
    "rust-fory": Fory,
}


def branch_name(branch: Schema) -> str:
    """The name by which serde_avro_fast knows a branch."""
    match branch:
        case Primitive(type=name):
            return name.capitalize()
        case Record() | Enum() | Fixed():
            return full_name(branch)
        case Array():
            return "Array"
        case Map():
            return "Map"
        case Union():
            raise TypeError("a union holds no union")


def _rename(name: str, identifier: str) -> str:
    """The attribute for an identifier that is not the schema's name."""
    return "" if identifier.removeprefix("r#") == name else f'#[serde(rename = "{name}")] '
