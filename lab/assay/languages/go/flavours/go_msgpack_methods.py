"""Structs for tinylib/msgp, whose generator makes the methods of all types but those of unions."""

from __future__ import annotations

import os
from typing import ClassVar

from assay.languages.go.making import Making
from assay.languages.go.tagged import Style, generate
from assay.languages.go.unions import Branch, Lines, Methods, block


class OfAppending(Methods):
    """Generated methods call those of other types: they append to bytes and take from them."""

    done = "return rest, nil"
    failed = "return data, err"
    read_null = "return msgpack.ReadNilBytes(data)"
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


# Its generator makes no methods that compile for a pointer to a map.
STYLE = Style("msg", "msgpack", OfAppending, inside=True, ignore="//msgp:ignore", points_at_maps=False)


def make(making: Making) -> None:
    records = making.write_records(generate(making.schema, STYLE, making.library))
    # The contestant says in a comment how the library's generator is run on the types.
    methods = records.with_name("methods.go")
    path = os.pathsep.join([*(str(tool.parent) for tool in making.module.tools()), os.environ["PATH"]])
    making.module.go("generate", ".", ASSAY_RECORDS=str(records), ASSAY_METHODS=str(methods), PATH=path)
