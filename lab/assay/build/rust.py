"""Rust contestants: each a cargo package of its own, built in place into one shared target folder in the cache."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from pathlib import Path

from assay import cache
from assay.build.recipe import BuildFailed, Inputs, Recipe, Start, run
from assay.build.tools import CARGO
from assay.catalog.catalog import Contestant
from assay.codegen import rust_serde
from assay.data.schema import parse
from assay.house import KITS

# One profile for all contestants, set here so that no package can tune its own.
PROFILE = {"CARGO_PROFILE_RELEASE_LTO": "thin", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "1"}


class Rust(Recipe):
    language = "rust"
    code = ("rust",)
    tools = (CARGO,)

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder, KITS / "rust"]

    def flavours(self) -> dict[str, str]:
        return {"rust-serde": "Rust structs and enums with serde's derives"}

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        package = inputs.contestant.folder
        environment = {
            **os.environ,
            **PROFILE,
            "ASSAY_LIBRARY_VERSION": locked_version(package, inputs.contestant.manifest.library),
        }
        if inputs.schema_text is not None:
            records = folder / "records.rs"
            records.write_text(rust_serde.generate(parse(inputs.schema_text)), encoding="utf-8")
            environment["ASSAY_RECORDS"] = str(records)
        locked = ["--locked"] if (package / "Cargo.lock").exists() else []
        target = cache.root() / "cargo-target"
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
