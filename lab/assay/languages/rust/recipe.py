"""Rust contestants: each a cargo package of its own, built in place into one shared target folder in the cache."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from pathlib import Path

from assay import cache
from assay.catalog.catalog import Contestant
from assay.data.schema import parse
from assay.formats.protobuf.protoc import compile_proto, write_proto
from assay.house import KITS
from assay.languages.rust import prost as rust_prost
from assay.languages.rust import prost_converted as rust_prost_converted
from assay.languages.rust.flavours import FLAVOURS
from assay.languages.rust.module import module
from assay.languages.rust.types import Types
from assay.recipes.recipe import BuildFailed, Inputs, Recipe, Start, optimized, run
from assay.recipes.tools import CARGO

# One profile for all contestants, set here so that no package can tune its own.
PROFILE = {"CARGO_PROFILE_RELEASE_LTO": "thin", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "1"}
UNOPTIMIZED = {
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
}

MESSAGES = "rust-prost"
CONVERTED = "rust-prost-converted"


class Rust(Recipe):
    language = "rust"
    tools = (CARGO,)

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder, KITS / "rust"]

    def flavours(self) -> dict[str, str]:
        return {
            "rust-serde": "Rust structs and enums with serde's derives, for Avro",
            "rust-serde-json": "the same for JSON: bytes as base64, unions untagged",
            "rust-serde-msgpack": "the same for MessagePack: unions untagged",
            "rust-bincode": "Rust structs and enums with bincode's derives",
            "rust-bitcode": "Rust structs and enums with bitcode's derives",
            "rust-fory": "Rust structs and enums with Fory's derives, and their registration",
            MESSAGES: "Protobuf's messages, made by prost-build",
            CONVERTED: "Rust structs and enums, and their conversion to and from Protobuf's messages",
        }

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        package = inputs.contestant.folder
        environment = {
            **os.environ,
            **(PROFILE if optimized() else UNOPTIMIZED),
            "ASSAY_LIBRARY_VERSION": locked_version(package, inputs.contestant.manifest.library),
        }
        if inputs.schema_text is not None:
            environment |= generate(inputs.contestant.manifest.types, inputs.schema_text, folder, log)
        locked = ["--locked"] if (package / "Cargo.lock").exists() else []
        target = cache.root() / ("cargo-target" if optimized() else "cargo-target-unoptimized")
        command = [
            *("cargo", "build", "--release", *locked),
            *("--manifest-path", str(package / "Cargo.toml"), "--target-dir", str(target)),
            "--message-format=json-render-diagnostics",
        ]
        # Two builds of one package write to the same place, so a build holds the folder until its result is copied.
        with cache.locked(target):
            shutil.copy(executable(run(command, log, environment=environment)), folder / "contestant")

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        return Start([str(folder / "contestant")])


def generate(types: str, schema_text: str, folder: Path, log: Path) -> dict[str, str]:
    """Lay the generated Rust into a folder; gives the variables that name it to the contestant's build."""
    schema = parse(schema_text)
    variables = {"ASSAY_RECORDS": str(folder / "records.rs")}
    if types in (MESSAGES, CONVERTED):
        text = rust_prost.messages(schema) if types == MESSAGES else rust_prost_converted.converted(schema)
        descriptors = folder / "schema.desc"
        compile_proto(write_proto(schema_text, folder), [f"--descriptor_set_out={descriptors}"], log)
        variables["ASSAY_DESCRIPTORS"] = str(descriptors)
    else:
        text = module(Types(schema, FLAVOURS[types](schema)))
    (folder / "records.rs").write_text(text, encoding="utf-8")
    return variables


def executable(messages: str) -> str:
    """The path of the built program, from cargo's messages."""
    for line in reversed(messages.splitlines()):
        if line.startswith("{"):
            path = json.loads(line).get("executable")
            if isinstance(path, str):
                return path
    raise BuildFailed("cargo built no program: the package needs a src/main.rs")


def locked_version(package: Path, library: str) -> str:
    """The version of a library that Cargo.lock pins: a Rust program cannot ask a crate for it when it runs."""
    lock = package / "Cargo.lock"
    if not lock.exists():
        return ""
    packages = tomllib.loads(lock.read_text(encoding="utf-8")).get("package", [])
    return next((p["version"] for p in packages if p["name"] == library), "")


RECIPE = Rust()
