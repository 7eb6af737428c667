"""Python contestants: a virtual environment of their own with the pinned requirements; the adapter runs in place."""

from __future__ import annotations

import os
import sys
import venv
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.house import KITS
from assay.languages.python.flavours import FLAVOURS
from assay.recipes.recipe import Inputs, Recipe, Start, run
from assay.recipes.tools import PYTHON

REQUIREMENTS = "requirements.lock"


class Python(Recipe):
    language = "python"
    tools = (PYTHON,)

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder]

    def flavours(self) -> dict[str, str]:
        return {name: flavour.MAKES for name, flavour in FLAVOURS.items()}

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        # The lab's own pip installs into it, so it needs none, which saves seconds for every contestant.
        venv.create(folder / "venv", with_pip=False)
        requirements = inputs.contestant.folder / REQUIREMENTS
        if requirements.exists():
            install(requirements, folder / "venv", log)
        if inputs.schema_text is not None:
            (folder / "types").mkdir()
            FLAVOURS[inputs.contestant.manifest.types].make(inputs.schema_text, folder / "types", log)

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        python = folder / "venv" / "bin" / "python"
        path = [KITS / "python"]
        if contestant.manifest.types != "none":
            path.append(folder / "types")
        return Start(
            [str(python), "-m", "assay_kit", str(contestant.folder / "adapter.py")],
            {
                "PYTHONPATH": os.pathsep.join(map(str, path)),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONHASHSEED": "random",
            },
        )


def install(requirements: Path, environment: Path, log: Path) -> None:
    """Install a hash-pinned lock file into a virtual environment that has no pip."""
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--require-hashes", "-r", str(requirements)], log)


RECIPE = Python()
