"""Go contestants: each a Go module of its own, built in place; generated types are laid over the checkout."""

from __future__ import annotations

import json
import os
from pathlib import Path

from assay.build.recipe import Inputs, Recipe, Start, run
from assay.build.tools import Tool
from assay.catalog.catalog import Contestant
from assay.codegen import go_structs
from assay.data.schema import parse
from assay.house import KITS

GO = Tool("go", ("version",), (1, 25), "install Go 1.25 or newer")

# The same for all contestants: the versions that go.mod and go.sum pin, the toolchain that is there, no C.
SETTINGS = {"GOFLAGS": "-mod=readonly", "GOWORK": "off", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0"}


class Go(Recipe):
    language = "go"
    code = ("go",)
    tools = (GO,)

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder, KITS / "go"]

    def flavours(self) -> dict[str, str]:
        return {"go-structs": "Go structs with avro tags"}

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        module = inputs.contestant.folder
        overlay: list[str] = []
        if inputs.schema_text is not None:
            records = folder / "records.go"
            records.write_text(go_structs.generate(parse(inputs.schema_text)), encoding="utf-8")
            replaced = {"Replace": {str(module / "records" / "records.go"): str(records)}}
            (folder / "overlay.json").write_text(json.dumps(replaced), encoding="utf-8")
            overlay = ["-overlay", str(folder / "overlay.json")]
        # No profile: a package that brings one of its own would tune itself for the benchmark.
        command = ["go", "build", "-trimpath", "-buildvcs=false", "-pgo=off", *overlay]
        run(
            [*command, "-o", str(folder / "contestant"), "."],
            log,
            cwd=module,
            environment={**os.environ, **SETTINGS},
        )

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        return Start([str(folder / "contestant")])
