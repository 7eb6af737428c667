"""Node contestants: a copy of their folder, with the packages that their lock file pins installed in it."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.data.schema import parse
from assay.house import KITS
from assay.languages.node import protobuf as node_protobuf
from assay.recipes.recipe import PASSED_OVER, Inputs, Recipe, Start, run
from assay.recipes.tools import NODE, NPM, Tool

FLAVOURS = {
    "node-protobufjs": "messages.cjs: the .proto text, and functions between plain values and protobuf.js' messages",
    "node-pbf": "schema.js by the library's own compiler; messages.cjs: functions between plain values and its objects",
}


class Node(Recipe):
    language = "node"
    warms_up = True
    tools = (NODE, NPM)

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder]

    def tools_for(self, contestant: Contestant) -> tuple[Tool, ...]:
        settings = contestant.manifest.node
        if settings is None or settings.least is None:
            return self.tools
        least = tuple(map(int, settings.least.split(".")))
        return replace(NODE, least=least, hint=f"install Node.js {settings.least} or newer"), NPM

    def flavours(self) -> dict[str, str]:
        return FLAVOURS

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        install_contestant(inputs, folder / "contestant", log)

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        return Start(["node", str(KITS / "node" / "main.js"), str(folder / "contestant" / "adapter.js")])


def install_contestant(inputs: Inputs, copy: Path, log: Path) -> None:
    """Lay a copy of the contestant's folder, with its packages and the code that is generated for it."""
    shutil.copytree(inputs.contestant.folder, copy, ignore=shutil.ignore_patterns(*PASSED_OVER))
    install_packages(copy, log)
    settings = inputs.contestant.manifest.node
    if settings and settings.compiled:
        _compile(settings.compiled, copy, log)
    if inputs.schema_text is not None:
        _generate(inputs.contestant.manifest.types, inputs.schema_text, copy, log)


def install_packages(folder: Path, log: Path) -> None:
    """The packages that a folder's lock file pins, checked by its hashes; nothing of theirs is run."""
    if (folder / "package.json").exists():
        run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], log, cwd=folder)


def _compile(packages: list[str], folder: Path, log: Path) -> None:
    """Run the install scripts of these packages only, told not to fetch a binary that no lock file pins.

    Node's headers are those beside the program, where they lie there, so that they are not fetched either.
    """
    environment = {**os.environ, "npm_config_build_from_source": "true"}
    prefix = Path(shutil.which("node") or "/nowhere").resolve().parents[1]
    if (prefix / "include" / "node" / "node.h").exists():
        environment["npm_config_nodedir"] = str(prefix)
    run(["npm", "rebuild", "--foreground-scripts", *packages], log, cwd=folder, environment=environment)


def _generate(types: str, schema_text: str, copy: Path, log: Path) -> None:
    schema = parse(schema_text)
    dialect = node_protobuf.PROTOBUFJS
    if types == "node-pbf":
        dialect = node_protobuf.PBF
        (copy / "schema.proto").write_text(node_protobuf.pbf_proto(schema), encoding="utf-8")
        run(["npm", "run", "--silent", "generate"], log, cwd=copy)  # the library's own compiler
    (copy / "messages.cjs").write_text(node_protobuf.generate(schema, dialect), encoding="utf-8")


RECIPE = Node()
