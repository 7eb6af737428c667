"""The generated packages of a Go contestant: the lab's own generators, and those that its module pins as tools."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from assay.catalog.manifests import ContestantManifest
from assay.data.schema import parse
from assay.formats.protobuf import proto
from assay.formats.protobuf.protoc import compile_proto, write_proto
from assay.languages.go import conversion as go_conversion
from assay.languages.go import structs as go_structs
from assay.languages.go import tagged as go_tagged
from assay.languages.go.messages import go_name
from assay.recipes.recipe import run

# The same for all contestants: the versions that go.mod and go.sum pin, the toolchain that is there, no C.
SETTINGS = {"GOFLAGS": "-mod=readonly", "GOWORK": "off", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0"}

FLAVOURS = {
    "go-structs": "Go structs with avro tags",
    **{name: flavour.title for name, flavour in go_tagged.FLAVOURS.items()},
    "go-protobuf": "Protobuf messages made by the plugins of protoc that the contestant's module pins",
    "go-protobuf-converted": "Go structs, such messages, and the conversion between them",
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

    def go(self, *arguments: str, **environment: str) -> str:
        return run(["go", *arguments], self.log, cwd=self.folder, environment={**os.environ, **SETTINGS, **environment})


def make_types(manifest: ContestantManifest, schema_text: str, module: GoModule, folder: Path) -> list[Path]:
    """The files of the packages ``records`` and ``messages``, each in a folder of its name."""
    schema = parse(schema_text)
    records = folder / "records" / "records.go"
    if manifest.types == "go-structs":
        return [write(records, go_structs.generate(schema))]
    if manifest.types in go_tagged.FLAVOURS:
        write(records, go_tagged.generate(schema, go_tagged.FLAVOURS[manifest.types], manifest.library))
        # Where a library brings a generator of methods, its contestant says in a comment how it is run on the types.
        methods = records.with_name("methods.go")
        module.go("generate", ".", ASSAY_RECORDS=str(records), ASSAY_METHODS=str(methods))
        return [path for path in (records, methods) if path.exists()]
    messages = f"{module.go('list', '-m').strip()}/messages"
    if manifest.types == "go-protobuf-converted":
        write(records, go_conversion.generate(schema, messages))
    else:
        write(records, ROOT.format(messages=messages, name=go_name(proto.model(schema).root.name)))
    return [records, *make_messages(schema_text, module, folder)]


def make_messages(schema_text: str, module: GoModule, folder: Path) -> list[Path]:
    """What protoc's plugins make of a schema: the tools of the module that are called as protoc wants them to be."""
    made = folder / "messages"
    made.mkdir()
    arguments = []
    for package in module.go("list", "tool").split():
        name = package.rpartition("/")[2]
        if name.startswith("protoc-gen-"):
            module.go("build", "-o", str(folder / name), package)
            option = name.removeprefix("protoc-gen-")
            arguments += [
                f"--plugin={folder / name}",
                f"--{option}_out={made}",
                f"--{option}_opt=paths=source_relative,Mschema.proto=assay/messages;messages",
            ]
    compile_proto(write_proto(schema_text, folder), arguments, module.log)
    return sorted(made.glob("*.go"))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
