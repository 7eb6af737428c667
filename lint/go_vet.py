"""Vets the Go modules of this repository: `lint/run python lint/go_vet.py`.

Contestants with types are vetted with those of one workload; generated code itself is not.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.base.checkout import CHECKOUT, KITS
from assay.base.tools import find
from assay.catalog import catalog
from assay.catalog.catalog import Contestant
from assay.languages.go.making import Making
from assay.languages.go.module import GoModule
from assay.languages.go.recipe import RECIPE
from assay.languages.shared.protoc import PROTOC
from assay.languages.shared.recipe import BuildFailed
from toolchain import require

SCHEMA = CHECKOUT / "workloads" / "person" / "schema.avsc"


def typed(contestant: Contestant, folder: Path, log: Path) -> Path:
    """A copy of a contestant's module, with its types: go vet takes no package that is in an overlay only."""
    copy = folder / contestant.folder.name
    shutil.copytree(contestant.folder, copy)
    pins = copy / "go.mod"
    pins.write_text(pins.read_text(encoding="utf-8").replace("../../../kits", str(KITS)), encoding="utf-8")
    library = contestant.manifest.library
    RECIPE.generate(contestant, Making(SCHEMA.read_text(encoding="utf-8"), copy, log, library, GoModule(copy, log)))
    return copy


def vet(module: Path, folder: Path, log: Path) -> None:
    """Vet one module. BuildFailed, with go's words in the log, where it complains."""
    contestants = {contestant.folder: contestant for contestant in catalog.load().contestants.values()}
    contestant = contestants.get(module)
    if contestant and contestant.manifest.types != "none":
        GoModule(typed(contestant, folder, log), log).go("vet", ".")
    else:
        GoModule(module, log).go("vet", "./...")


def main() -> int:
    require("go")
    complaints = 0
    for pins in sorted([*CHECKOUT.glob("kits/go/**/go.mod"), *CHECKOUT.glob("contestants/go/*/go.mod")]):
        if "protobuf" in pins.read_text(encoding="utf-8") and (problem := find(PROTOC).problem):
            print(f"{pins.parent.name} is not checked: {problem}")
            continue
        with TemporaryDirectory() as made:
            try:
                vet(pins.parent, Path(made), Path(made) / "log")
            except BuildFailed:
                complaints += 1
                print((Path(made) / "log").read_text(encoding="utf-8"), file=sys.stderr)
    return min(1, complaints)


if __name__ == "__main__":
    raise SystemExit(main())
