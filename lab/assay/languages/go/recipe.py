"""Go contestants: each a Go module of its own, built in place; generated types are laid over the checkout."""

from __future__ import annotations

import json
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.house import KITS
from assay.languages.go.packages import FLAVOURS, GoModule, make_types
from assay.recipes.recipe import Inputs, Recipe, Start
from assay.recipes.tools import Tool

GO = Tool("go", ("version",), (1, 25), "install Go 1.25 or newer")


class Go(Recipe):
    language = "go"
    tools = (GO,)

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder, KITS / "go"]

    def flavours(self) -> dict[str, str]:
        return FLAVOURS

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        module = GoModule(inputs.contestant.folder, log)
        overlay: list[str] = []
        if inputs.schema_text is not None:
            made = make_types(inputs.contestant.manifest, inputs.schema_text, module, folder)
            # Laid over the checkout: nothing is written into it.
            replaced = {"Replace": {str(module.folder / path.relative_to(folder)): str(path) for path in made}}
            (folder / "overlay.json").write_text(json.dumps(replaced), encoding="utf-8")
            overlay = ["-overlay", str(folder / "overlay.json")]
        # No profile: a package that brings one of its own would tune itself for the benchmark.
        options = ["-trimpath", "-buildvcs=false", "-pgo=off", *overlay]
        module.go("build", *options, "-o", str(folder / "contestant"), ".")

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        return Start([str(folder / "contestant")])


RECIPE = Go()
