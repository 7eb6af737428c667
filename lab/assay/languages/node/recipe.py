"""Node contestants: a copy of their folder, with the packages that their lock file pins and generated code."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from assay.base.checkout import KITS
from assay.base.tools import NODE, NPM, Tool
from assay.catalog.catalog import Contestant
from assay.languages.node import newer, replacing, runtime
from assay.languages.node.packages import lay_packages
from assay.languages.shared.flavours import Making
from assay.languages.shared.recipe import PASSED_OVER, Inputs, Library, Recipe, Start
from assay.results.document import RuntimeBuild

ADAPTERS = KITS / "node" / "adapters"


class Node(Recipe):
    language = "node"
    warms_up = True
    tools = (NODE, NPM)
    settings = ("NODE_OPTIONS", "UV_")
    kits = (ADAPTERS,)

    def tools_for(self, contestant: Contestant) -> tuple[Tool, ...]:
        settings = contestant.manifest.node
        if settings is None or settings.minimum is None:
            return self.tools
        minimum = tuple(map(int, settings.minimum.split(".")))
        return replace(NODE, minimum=minimum, hint=f"install Node.js {settings.minimum} or newer"), NPM

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        lay_contestant(inputs, folder / "contestant", log)

    def lay_pinned(self, contestant: Contestant, library: Library, folder: Path, log: Path) -> None:
        replacing.lay(contestant, library, folder, log)

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        options = contestant.manifest.node.options if contestant.manifest.node else []
        program = [str(KITS / "node" / "main.js"), str(folder / "contestant" / "adapter.js")]
        return Start(["node", *options, *program], options=" ".join(options))

    def other_runtime(self, version: str) -> Path:
        return newer.programs(version)

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        return runtime.build(start.command[0])


def lay_contestant(inputs: Inputs, copy: Path, log: Path) -> None:
    """Lay a copy of the folder, with its packages, those of the kit's adapters, and the code made for it."""
    contestant = inputs.contestant
    shutil.copytree(contestant.folder, copy, ignore=shutil.ignore_patterns(*PASSED_OVER))
    lay_packages(contestant, copy)
    shutil.copytree(ADAPTERS, copy / "node_modules" / "assay-kit")
    if inputs.schema_text is not None:
        RECIPE.generate(contestant, Making(inputs.schema_text, copy, log))


RECIPE = Node()
