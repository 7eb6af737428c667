"""Python contestants: a virtual environment of their own with the pinned requirements; the adapter runs in place."""

from __future__ import annotations

import os
from pathlib import Path

from assay.base.checkout import KITS
from assay.base.tools import PYTHON
from assay.catalog.catalog import Contestant
from assay.catalog.manifests import PythonSettings
from assay.languages.python import interpreters, replacing
from assay.languages.python.environment import environment, interpreter
from assay.languages.shared.flavours import Making
from assay.languages.shared.recipe import Inputs, Library, Recipe, Start
from assay.languages.shared.sources import library_folders
from assay.results.document import RuntimeBuild

REQUIREMENTS = "requirements.lock"


class Python(Recipe):
    language = "python"
    tools = (PYTHON,)
    settings = ("PYTHON",)

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        contestant = inputs.contestant
        settings = contestant.manifest.python or PythonSettings()
        made = environment(contestant.folder / REQUIREMENTS, library_folders(contestant), settings.build)
        (folder / "venv").symlink_to(made, target_is_directory=True)
        if inputs.schema_text is not None:
            (folder / "types").mkdir()
            self.generate(contestant, Making(inputs.schema_text, folder / "types", log))

    def lay_pinned(self, contestant: Contestant, library: Library, folder: Path, log: Path) -> None:
        replacing.lay(contestant, library, REQUIREMENTS, folder, log)

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        path = [KITS / "python"]
        if contestant.manifest.types != "none":
            path.append(folder / "types")
        return Start(
            [interpreter(folder / "venv"), "-m", "assay_kit", str(contestant.folder / "adapter.py")],
            {
                "PYTHONPATH": os.pathsep.join(map(str, path)),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONHASHSEED": "random",
            },
        )

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        asked = interpreters.ask(start.command[0])
        return asked.build if asked else None

    def runtime_key(self) -> str:
        return interpreters.chosen().identity


RECIPE = Python()
