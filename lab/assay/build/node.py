"""Node contestants: a copy of their folder, with the packages that their lock file pins installed in it."""

from __future__ import annotations

import shutil
from pathlib import Path

from assay.build.recipe import PASSED_OVER, Inputs, Recipe, Start, run
from assay.build.tools import NODE, NPM
from assay.catalog.catalog import Contestant
from assay.house import KITS


class Node(Recipe):
    language = "node"
    code = ("node",)
    tools = (NODE, NPM)

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder]

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        copy = folder / "contestant"
        shutil.copytree(inputs.contestant.folder, copy, ignore=shutil.ignore_patterns(*PASSED_OVER))
        if (copy / "package.json").exists():
            run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], log, cwd=copy)

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        return Start(["node", str(KITS / "node" / "main.js"), str(folder / "contestant" / "adapter.js")])
