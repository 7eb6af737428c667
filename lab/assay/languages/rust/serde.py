"""What styles of serde have in common: its derives, the schema's names, and types that borrow."""

from __future__ import annotations

from assay.data.schema import Field, Map, Record, Schema, Union, kind, walk
from assay.languages.rust.style import Lending, Style
from assay.languages.shared.turns import turn

# Where types of bytes and fixed that serde knows how to handle come from.
BYTES = "use ::assay_kit::typed::{Bytes, Fixed};"
DERIVES = "use ::serde::{Deserialize, Serialize};"
DESERIALIZE = "use ::serde::Deserialize;"


class Serde(Style):
    """Bytes and fixed of types that serde writes as a whole."""

    uses = (BYTES, DERIVES)
    derives = "#[derive(Serialize, Deserialize)]"
    bytes = "Bytes"

    def fixed(self, size: int) -> str:
        return f"Fixed<{size}>"

    def field(self, record: Record, field: Field, identifier: str) -> str:
        return rename(field.name, identifier)

    def symbol(self, symbol: str, identifier: str) -> str:
        return rename(symbol, identifier)


class SelfDescribing(Serde):
    """Serde for formats whose values say what they are: a union's value stands alone, so its branch is tried for.

    What would be taken for another branch's value is tried first or refused: serde takes integers for reals, text and
    arrays for bytes, arrays and maps for records, and an absent field for null.
    """

    def __init__(self, root: Schema) -> None:
        unions = [part for part in walk(root) if isinstance(part, Union)]
        alike = [[b for b in u.branches if isinstance(b, Record | Map)] for u in unions]
        # Records that only their fields distinguish from another branch.
        self.strict = {id(b) for branches in alike if len(branches) > 1 for b in branches}

    def record(self, record: Record) -> list[str]:
        strict = ["#[serde(deny_unknown_fields)]"] if id(record) in self.strict else []
        return [self.derives, *strict]

    def field(self, record: Record, field: Field, identifier: str) -> str:
        required = '#[serde(deserialize_with = "::assay_self_describing::required")] '
        optional = isinstance(field.schema, Union) and id(record) in self.strict
        return super().field(record, field, identifier) + (required if optional else "")

    def union(self, union: Union) -> list[str]:
        return [self.derives, "#[serde(untagged)]"]

    def branch(self, union: Union, number: int) -> str:
        if kind(union.branches[number]) != "bytes":
            return ""
        return '#[serde(deserialize_with = "::assay_self_describing::only_bytes")] '

    def order(self, union: Union) -> list[int]:
        late = {"bytes": -1, "real": 1, "record": 1, "map": 2, "null": 3}
        branches = union.branches
        return sorted(super().order(union), key=lambda n: (late.get(kind(branches[n]), 0), turn(branches[n])))


class Borrowing(Lending, Serde):
    """Comes before a style of serde's."""

    uses = ("use ::assay_kit::borrowed::{Bytes, Fixed};", DESERIALIZE)
    derives = "#[derive(Deserialize)]"
    text = "::assay_kit::borrowed::Text<'a>"
    bytes = "Bytes<'a>"

    def fixed(self, size: int) -> str:
        return f"Fixed<'a, {size}>"

    def field(self, record: Record, field: Field, identifier: str) -> str:
        return super().field(record, field, identifier) + self.borrow(field.schema)

    def branch(self, union: Union, number: int) -> str:
        return super().branch(union, number) + self.borrow(union.branches[number])

    def borrow(self, schema: Schema) -> str:
        """The attribute that serde wants where it does not see a reference."""
        return "#[serde(borrow)] " if self.lifetime(schema) else ""


def rename(name: str, identifier: str) -> str:
    """The attribute for an identifier that is not the schema's name."""
    return "" if identifier.removeprefix("r#") == name else f'#[serde(rename = "{name}")] '
