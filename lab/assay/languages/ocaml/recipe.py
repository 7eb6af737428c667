"""OCaml contestants: a dune workspace of copies of the kit, the contestant and its local library, built for release."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from assay.base import cache
from assay.base.checkout import KITS
from assay.base.tools import Tool
from assay.languages.ocaml import runtime
from assay.languages.shared.flavours import Making
from assay.languages.shared.recipe import PASSED_OVER, Inputs, Recipe, Start, run
from assay.languages.shared.sources import library_folder
from assay.results.document import RuntimeBuild

OCAMLFIND = Tool(
    "ocamlfind",
    ("ocamlopt", "-version"),
    (4, 13),
    "install OCaml 4.13 or newer with findlib (Debian: ocaml, ocaml-findlib)",
    ("ocaml", "ocaml-findlib", "libyojson-ocaml-dev"),
)
DUNE = Tool("dune", ("--version",), (2, 9), "install dune 2.9 or newer (Debian: ocaml-dune)", ("ocaml-dune",))

# Where a library's folder may give its version, and how; the first that does so counts.
VERSIONS = (
    ("*.opam", re.compile(r'^version: "([^"]+)"', re.MULTILINE)),
    ("dune-project", re.compile(r"^\(version ([^)\s]+)\)", re.MULTILINE)),
    ("[Cc][Hh][Aa][Nn][Gg][Ee]*.md", re.compile(r"^#+ v?(\d+(?:\.\d+)+)", re.MULTILINE)),
)


class OCaml(Recipe):
    language = "ocaml"
    machine_code = True
    tools = (OCAMLFIND, DUNE)
    kits = (KITS / "ocaml",)
    settings = ("OCAMLRUNPARAM", "CAMLRUNPARAM")

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        workspace = folder / "workspace"
        workspace.mkdir()
        (workspace / "dune-project").write_text("(lang dune 2.9)\n", encoding="utf-8")
        copy(KITS / "ocaml", workspace / "kit")
        copy(inputs.contestant.folder, workspace / "contestant")
        if library := library_folder(inputs.contestant):
            copy(library, workspace / "library")
            version = f'let version = "{version_of(library)}"\n'
            (workspace / "contestant" / "library_version.ml").write_text(version, encoding="utf-8")
        if inputs.schema_text is not None:
            making = Making(inputs.schema_text, workspace / "contestant", log)
            making.lay("schema.avsc", inputs.schema_text)
            self.generate(inputs.contestant, making)
        target = "./contestant/contestant.exe"
        command = ["dune", "build", "--root", ".", "--profile", "release", target]
        run(command, log, cwd=workspace, environment=with_shared_cache())
        shutil.copy(workspace / "_build" / "default" / "contestant" / "contestant.exe", folder / "contestant")
        shutil.rmtree(workspace)

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        return runtime.build("as dune's release profile calls it")


def with_shared_cache() -> dict[str, str]:
    """The environment in which dune keeps what it makes in the lab's cache, so that the kit is compiled once.

    Dune 2.9 has no variable for the place itself, and would want a daemon.
    """
    own = {"DUNE_CACHE": "enabled", "DUNE_CACHE_TRANSPORT": "direct", "XDG_CACHE_HOME": str(cache.root() / "dune")}
    return {**os.environ, **own}


def copy(source: Path, target: Path) -> None:
    shutil.copytree(source, target, ignore=shutil.ignore_patterns(*PASSED_OVER, "_build", "_opam"))


def version_of(library: Path) -> str:
    """The version that a library's folder gives; empty where it gives none."""
    for pattern, version in VERSIONS:
        for path in sorted(library.glob(pattern)):
            if match := version.search(path.read_text(encoding="utf-8", errors="replace")):
                return match[1]
    return ""


RECIPE = OCaml()
