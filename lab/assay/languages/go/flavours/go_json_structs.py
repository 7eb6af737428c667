"""Structs for encoding/json and its like, by whose methods unions are written."""

from __future__ import annotations

from assay.data.schema import Union, kind
from assay.languages.go.bytes_methods import OfBytes
from assay.languages.go.making import Making
from assay.languages.go.tagged import Style, generate
from assay.languages.go.unions import Branch, Lines, block


class OfJson(OfBytes):
    """Bytes are text in JSON, marked as such in unions that have both."""

    package = "json"
    raw = "raw.RawMessage"
    null = '[]byte("null")'

    def __init__(self, name: str, union: Union, branches: list[Branch]) -> None:
        super().__init__(name, union, branches)
        self.marked = {"bytes", "string"} <= self.kinds

    def write(self, branch: Branch) -> Lines:
        value = f"u.{branch.field}"
        if kind(branch.schema) == "real":
            # Digits enough for 64 bits: in a union nothing says which width they have.
            made = f"json.Marshal(float64(*{value}))"
            return [f"return wire.WithFraction({made})" if "integer" in self.kinds else f"return {made}"]
        if self.marked and kind(branch.schema) == "bytes":
            return [f'return json.Marshal(map[string]*{branch.type}{{"bytes": {value}}})']
        return super().write(branch)

    def texts(self) -> list[Branch]:
        return self.of_kind("string", *(() if self.marked else ("bytes",)))

    def contents(self) -> list[Branch]:
        return []

    def objects(self) -> list[Branch]:
        return [*(self.of_kind("bytes") if self.marked else []), *super().objects()]

    def string(self, found: list[Branch]) -> Lines:
        return self.bytes(found) if kind(found[0].schema) == "bytes" else super().string(found)

    def object(self, found: list[Branch]) -> Lines:
        if not self.marked:
            return super().object(found)
        contents, objects = self.of_kind("bytes"), super().objects()
        marked = ["data = marked", *self.bytes(contents)]
        head = 'if marked := object["bytes"]; len(object) == 1 && wire.JSON(marked) == wire.String {'
        return [*self.scan_object(), *block(head, marked), *self.by_keys(objects)]


# Not every library has a type for text that is not read yet; all of them know the standard library's.
STYLE = Style("json", "json", OfJson, base64=True, raw=("raw", "encoding/json"))


def make(making: Making) -> None:
    making.write_records(generate(making.schema, STYLE, making.library))
