"""The generated packages of a Go contestant: the lab's own generators, and those that its module pins as tools."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.build.protoc import compile_proto, write_proto
from assay.build.recipe import run
from assay.codegen import go_conversion, go_structs, go_tagged, proto
from assay.codegen.go_messages import go_name
from assay.data.schema import parse

# The same for all contestants: the versions that go.mod and go.sum pin, the toolchain that is there, no C.
SETTINGS = {"GOFLAGS": "-mod=readonly", "GOWORK": "off", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0"}

FLAVOURS = {
    "go-structs": "Go structs with avro tags",
    **{name: f"Go structs for {flavour.title}" for name, flavour in go_tagged.FLAVOURS.items()},
    "go-protobuf": "Protobuf messages made by protoc-gen-go",
    "go-vtprotobuf": "those, with methods made by protoc-gen-go-vtproto",
    "go-protobuf-converted": "Go structs, Protobuf messages made by protoc-gen-go, and the conversion between them",
}
PLUGIN = "google.golang.org/protobuf/cmd/protoc-gen-go"
VT_PLUGIN = "github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto"
PLUGINS = {
    "go-protobuf": [PLUGIN],
    "go-vtprotobuf": [PLUGIN, VT_PLUGIN],
    "go-protobuf-converted": [PLUGIN],
}

ROOT = """\
// Package records tells which message is that of a whole record.
package records

import "{messages}"

type Root = messages.{name}
"""


@dataclass(frozen=True)
class GoModule:
    """A contestant's module, whose go.mod pins the library and its generators."""

    folder: Path
    log: Path

    def go(self, *arguments: str) -> str:
        return run(["go", *arguments], self.log, cwd=self.folder, environment={**os.environ, **SETTINGS})


def make_types(flavour: str, schema_text: str, module: GoModule, folder: Path) -> list[Path]:
    """The files of the packages ``records`` and ``messages``, each in a folder of its name."""
    schema = parse(schema_text)
    records = folder / "records" / "records.go"
    if flavour == "go-structs":
        return [write(records, go_structs.generate(schema))]
    if flavour in PLUGINS:
        messages = f"{module.go('list', '-m').strip()}/messages"
        root = ROOT.format(messages=messages, name=go_name(proto.model(schema).root.name))
        made = go_conversion.generate(schema, messages) if flavour == "go-protobuf-converted" else root
        return [write(records, made), *make_messages(schema_text, module, folder, PLUGINS[flavour])]
    write(records, go_tagged.generate(schema, go_tagged.FLAVOURS[flavour]))
    if flavour != "go-msgp":
        return [records]
    methods = records.with_name("methods.go")
    module.go("tool", "msgp", "-file", str(records), "-o", str(methods), "-io=false", "-tests=false")
    return [records, methods]


def make_messages(schema_text: str, module: GoModule, folder: Path, plugins: Sequence[str]) -> list[Path]:
    """What protoc's plugins make of a schema. ``plugins``: the packages of their programs, whose names protoc knows."""
    made = folder / "messages"
    made.mkdir()
    arguments = []
    for package in plugins:
        program = folder / package.rpartition("/")[2]
        module.go("build", "-o", str(program), package)
        option = program.name.removeprefix("protoc-gen-")
        arguments += [
            f"--plugin={program}",
            f"--{option}_out={made}",
            f"--{option}_opt=paths=source_relative,Mschema.proto=assay/messages;messages",
        ]
        if package == VT_PLUGIN:
            arguments.append(f"--{option}_opt=features=marshal+unmarshal+size")
    compile_proto(write_proto(schema_text, folder), arguments, module.log)
    return sorted(made.glob("*.go"))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
