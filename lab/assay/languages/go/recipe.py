"""Go contestants: each a Go module of its own, built in place; generated types are laid over the checkout."""

from __future__ import annotations

import json
from pathlib import Path

from assay.base.checkout import KITS
from assay.catalog.catalog import Contestant
from assay.languages.go import replacing, runtime
from assay.languages.go.making import Making
from assay.languages.go.module import GO, GoModule
from assay.languages.shared.recipe import Inputs, Library, Recipe, Start
from assay.results.document import RuntimeBuild


class Go(Recipe):
    language = "go"
    machine_code = True
    lead_ins = 2  # docs/benchmarks/noise.md, "Lead-ins"
    built_for_profiler = True
    tools = (GO,)
    kits = (KITS / "go",)
    settings = ("GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GODEBUG")

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        module = GoModule(inputs.contestant.folder, log)
        overlay: list[str] = []
        if inputs.schema_text is not None:
            library = inputs.contestant.manifest.library
            self.generate(inputs.contestant, Making(inputs.schema_text, folder, log, library, module))
            # Laid over the checkout: nothing is written into it.
            made = sorted(folder.glob("*/*.go"))
            replaced = {"Replace": {str(module.folder / path.relative_to(folder)): str(path) for path in made}}
            (folder / "overlay.json").write_text(json.dumps(replaced), encoding="utf-8")
            overlay = ["-overlay", str(folder / "overlay.json")]
        hooks = ["-tags", "profiled"] if inputs.for_profiler else []
        module.go("build", *hooks, *overlay, "-o", str(folder / "contestant"), ".")

    def lay_with(self, contestant: Contestant, library: Library, folder: Path, log: Path) -> Path | None:
        return replacing.lay(contestant, library, folder, log)

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        return runtime.build()


RECIPE = Go()
