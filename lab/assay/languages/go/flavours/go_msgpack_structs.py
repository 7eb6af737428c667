"""Structs for vmihailenco/msgpack, by whose methods unions are written."""

from __future__ import annotations

from typing import ClassVar

from assay.languages.go.making import Making
from assay.languages.go.tagged import Style, generate
from assay.languages.go.unions import Branch, Lines, Methods, block


class OfStream(Methods):
    """Its methods write to an encoder and read from a decoder."""

    read_null = "return decoder.DecodeNil()"
    raw = "msgpack.RawMessage"
    primitives: ClassVar[dict[str, tuple[str, str]]] = {
        "boolean": ("Bool({})", "Bool"),
        "int": ("Int(int64({}))", "Int32"),
        "long": ("Int({})", "Int64"),
        "float": ("Float32({})", "Float32"),
        "double": ("Float64({})", "Float64"),
        "bytes": ("Bytes({})", "Bytes"),
        "string": ("String({})", "String"),
    }

    def lines(self) -> Lines:
        return [
            "",
            *block(
                f"func (u {self.name}) EncodeMsgpack(encoder *msgpack.Encoder) error {{",
                self.written(self.write, ["return encoder.EncodeNil()"], "return wire.ErrEmpty"),
            ),
            "",
            *block(
                f"func (u *{self.name}) DecodeMsgpack(decoder *msgpack.Decoder) error {{",
                [
                    f"*u = {self.name}{{}}",
                    "code, err := decoder.PeekCode()",
                    *block("if err != nil {", [self.failed]),
                    *self.read("wire.MessagePackCode(code)"),
                ],
            ),
        ]

    def write(self, branch: Branch) -> Lines:
        if branch.primitive:
            call = self.primitives[branch.primitive][0].format(f"*u.{branch.field}")
            return [f"return encoder.Encode{call}"]
        return [f"return encoder.Encode(u.{branch.field})"]

    def scan(self, variable: str, type_: str) -> Lines:
        words = {"int64": "Int64", "float64": "Float64", "string": "String", "[]byte": "Bytes"}
        return [f"{variable}, err := decoder.Decode{words[type_]}()", *block("if err != nil {", [self.failed])]

    def into(self, branch: Branch) -> Lines:
        if branch.primitive:
            word = self.primitives[branch.primitive][1]
            return [f"value, err := decoder.Decode{word}()", f"u.{branch.field} = &value", "return err"]
        return [f"u.{branch.field} = new({branch.type})", f"return decoder.Decode(u.{branch.field})"]

    def into_object(self, branch: Branch) -> Lines:
        """The value is not in the stream any more, but in ``data``."""
        return [f"u.{branch.field} = new({branch.type})", f"return msgpack.Unmarshal(data, u.{branch.field})"]

    def scan_object(self) -> Lines:
        return [
            "data, err := decoder.DecodeRaw()",
            *block("if err != nil {", [self.failed]),
            f"var object map[string]{self.raw}",
            *block("if err := msgpack.Unmarshal(data, &object); err != nil {", [self.failed]),
        ]


STYLE = Style("msgpack", "msgpack", OfStream)


def make(making: Making) -> None:
    making.write_records(generate(making.schema, STYLE, making.library))
