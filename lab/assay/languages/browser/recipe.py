"""Node contestants in a browser: their adapter and the kit's code in one script, for a page that a driver opens."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from assay.base.checkout import KITS
from assay.base.tools import NODE, NPM, Tool
from assay.catalog.catalog import Contestant
from assay.languages.node import recipe as node
from assay.languages.node.packages import installed
from assay.languages.shared.recipe import Inputs, Recipe, Start, run

KIT = KITS / "browser"
NAMES = ("chromium", "chromium-browser", "google-chrome")

# From 140 on, pages have base64 and hexadecimal digits of their own.
CHROMIUM = Tool(
    next((name for name in NAMES if shutil.which(name)), NAMES[0]),
    ("--version",),
    (140,),
    "install Chromium 140 or newer (Debian: chromium)",
    ("chromium",),
)


class Browser(Recipe):
    language = "browser"
    flavours = node.RECIPE.flavours
    rooms = ("node",)  # whose packages and generated code it has
    tools = (NODE, NPM, CHROMIUM)
    kits = (KITS / "node", KIT)
    settings = node.RECIPE.settings

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        copy = folder / "contestant"
        node.lay_contestant(inputs, copy, log)
        packages = installed(KIT)
        run(
            ["node", str(KIT / "bundle.js"), str(copy / "adapter.js"), str(folder / "page.js"), str(packages)],
            log,
            environment={**os.environ, "NODE_PATH": str(packages / "node_modules")},
        )

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        modules = {"NODE_PATH": str(installed(KIT) / "node_modules")}
        return Start(["node", str(KIT / "driver.js"), str(folder / "page.js")], modules)


RECIPE = Browser()
