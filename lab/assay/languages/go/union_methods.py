"""The methods of unions for each kind of library: given bytes, a stream, or bytes to append to and to take from."""

from __future__ import annotations

from typing import ClassVar

from assay.data.schema import Record, Union, kind
from assay.languages.go.unions import Branch, Lines, Methods, block


class OfBytes(Methods):
    """For libraries whose methods give and take the bytes of a value: encoding/json, its like, and fxamacker/cbor."""

    def __init__(self, name: str, union: Union, branches: list[Branch], package: str, null: str) -> None:
        super().__init__(name, union, branches)
        self.package = package
        self.null = null
        self.raw = f"{package}.RawMessage"
        self.is_json = package == "json"
        self.marked = self.is_json and {"bytes", "string"} <= self.kinds

    @classmethod
    def json(cls, name: str, union: Union, branches: list[Branch]) -> Methods:
        return cls(name, union, branches, "json", '[]byte("null")')

    @classmethod
    def cbor(cls, name: str, union: Union, branches: list[Branch]) -> Methods:
        return cls(name, union, branches, "cbor", "[]byte{0xf6}")

    def lines(self) -> Lines:
        word = self.package.upper()
        empty = "return nil, wire.ErrEmpty"
        return [
            "",
            *block(
                f"func (u {self.name}) Marshal{word}() ([]byte, error) {{",
                self.written(self.write, [f"return {self.null}, nil"], empty),
            ),
            "",
            *block(
                f"func (u *{self.name}) Unmarshal{word}(data []byte) error {{",
                [f"*u = {self.name}{{}}", *self.read(f"wire.{word}(data)")],
            ),
        ]

    def write(self, branch: Branch) -> Lines:
        value = f"u.{branch.field}"
        if self.is_json and kind(branch.schema) == "real":
            # Digits enough for 64 bits: in a union nobody can tell which width they are of.
            made = f"json.Marshal(float64(*{value}))"
            return [f"return wire.WithFraction({made})" if "integer" in self.kinds else f"return {made}"]
        if self.marked and kind(branch.schema) == "bytes":
            return [f'return json.Marshal(map[string]*{branch.type}{{"bytes": {value}}})']
        return [f"return {self.package}.Marshal({value})"]

    def scan(self, variable: str, type_: str) -> Lines:
        return [
            f"var {variable} {type_}",
            *block(f"if err := {self.package}.Unmarshal(data, &{variable}); err != nil {{", [self.failed]),
        ]

    def into(self, branch: Branch) -> Lines:
        return [f"return {self.package}.Unmarshal(data, &u.{branch.field})"]

    def texts(self) -> list[Branch]:
        # Bytes are text in JSON, but for unions that have both.
        return self.of_kind("string", *(["bytes"] if self.is_json and not self.marked else []))

    def contents(self) -> list[Branch]:
        return [] if self.is_json else super().contents()

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


class OfStream(Methods):
    """For vmihailenco/msgpack, whose methods write to an encoder and read from a decoder."""

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

    def read(self, the_kind: str) -> Lines:
        lines = super().read(the_kind)
        null = next((n for n, line in enumerate(lines) if line == "case wire.Null:"), None)
        if null is not None:
            lines[null + 1] = "\treturn decoder.DecodeNil()"
        return lines

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

    def by_keys(self, found: list[Branch]) -> Lines:
        """The value is not in the stream any more, but in ``data``."""
        lines: Lines = []
        for branch in found:
            body = [f"u.{branch.field} = new({branch.type})", f"return msgpack.Unmarshal(data, u.{branch.field})"]
            if not isinstance(branch.schema, Record):
                return [*lines, *body]
            fields = ", ".join(["object", *(f'"{field.name}"' for field in branch.schema.fields)])
            lines += block(f"if wire.HasOnly({fields}) {{", body)
        return lines

    def scan_object(self) -> Lines:
        return [
            "data, err := decoder.DecodeRaw()",
            *block("if err != nil {", [self.failed]),
            f"var object map[string]{self.raw}",
            *block("if err := msgpack.Unmarshal(data, &object); err != nil {", [self.failed]),
        ]


class OfAppending(Methods):
    """For tinylib/msgp, whose generated methods call those of other types: they append to bytes and take from them."""

    done = "return rest, nil"
    failed = "return data, err"
    no_branch = "return data, wire.ErrNoBranch"
    words: ClassVar[dict[str, str]] = {
        "boolean": "Bool",
        "int": "Int32",
        "long": "Int64",
        "float": "Float32",
        "double": "Float64",
        "bytes": "Bytes",
        "string": "String",
    }

    def lines(self) -> Lines:
        return [
            "",
            *block(
                f"func (u *{self.name}) MarshalMsg(data []byte) ([]byte, error) {{",
                self.written(self.write, ["return msgpack.AppendNil(data), nil"], "return data, wire.ErrEmpty"),
            ),
            "",
            *block(
                f"func (u *{self.name}) UnmarshalMsg(data []byte) ([]byte, error) {{",
                [f"*u = {self.name}{{}}", *self.read("wire.MessagePack(data)")],
            ),
            "",
            "// Msgsize is at least the size of the value in bytes.",
            *block(
                f"func (u *{self.name}) Msgsize() int {{",
                self.written(self.size, ["return msgpack.NilSize"], "return msgpack.NilSize"),
            ),
        ]

    def read(self, the_kind: str) -> Lines:
        lines = super().read(the_kind)
        null = next((n for n, line in enumerate(lines) if line == "case wire.Null:"), None)
        if null is not None:
            lines[null + 1] = "\treturn msgpack.ReadNilBytes(data)"
        return lines

    def write(self, branch: Branch) -> Lines:
        value = f"u.{branch.field}"
        if branch.primitive:
            return [f"return msgpack.Append{self.words[branch.primitive]}(data, *{value}), nil"]
        return [f"return {value}.MarshalMsg(data)"]

    def size(self, branch: Branch) -> Lines:
        value = f"u.{branch.field}"
        match branch.primitive:
            case "":
                return [f"return {value}.Msgsize()"]
            case "bytes" | "string":
                return [f"return msgpack.{self.words[branch.primitive]}PrefixSize + len(*{value})"]
            case primitive:
                return [f"return msgpack.{self.words[primitive]}Size"]

    def scan(self, variable: str, type_: str) -> Lines:
        word = {"int64": "Int64", "float64": "Float64", "string": "String", "[]byte": "Bytes"}[type_]
        arguments = "data, nil" if word == "Bytes" else "data"
        return [
            f"{variable}, rest, err := msgpack.Read{word}Bytes({arguments})",
            *block("if err != nil {", [self.failed]),
        ]

    def scan_object(self) -> Lines:
        entry = [
            "var key []byte",
            *block(
                "if key, rest, err = msgpack.ReadMapKeyZC(rest); err == nil {",
                ["object[string(key)] = true", "rest, err = msgpack.Skip(rest)"],
            ),
        ]
        return [
            "entries, rest, err := msgpack.ReadMapHeaderBytes(data)",
            "object := map[string]bool{}",
            *block("for ; err == nil && entries > 0; entries-- {", entry),
            *block("if err != nil {", [self.failed]),
        ]

    def into(self, branch: Branch) -> Lines:
        if branch.primitive:
            word = self.words[branch.primitive]
            arguments = "data, nil" if word == "Bytes" else "data"
            return [
                f"value, rest, err := msgpack.Read{word}Bytes({arguments})",
                f"u.{branch.field} = &value",
                "return rest, err",
            ]
        return [f"u.{branch.field} = new({branch.type})", f"return u.{branch.field}.UnmarshalMsg(data)"]
