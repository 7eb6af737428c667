"""The Dockerfile installs what contestants need, wherever no container tool can show it."""

from __future__ import annotations

import re

import pytest

from assay.base.checkout import CHECKOUT
from assay.base.tools import NODE, NPM, Found, Tool
from assay.builder import packages
from assay.catalog.catalog import Catalog
from assay.cli import setup
from assay.languages.every import RECIPES
from assay.languages.go.module import GO

TEXT = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
LAST_STAGE = TEXT[TEXT.rindex("\nFROM ") :]


def installed() -> set[str]:
    """What the last stage installs of Debian."""
    commands = re.findall(r"apt-get install([^&]+)", LAST_STAGE)
    return {word for command in commands for word in command.split() if not word.startswith(("-", "\\"))}


def argument(name: str) -> tuple[int, ...]:
    """The version that an argument of the Dockerfile pins."""
    (version,) = re.findall(rf"^ARG {name}=([\d.]+)$", TEXT, re.MULTILINE)
    return tuple(map(int, version.split(".")))


def test_it_installs_what_setup_would(monkeypatch: pytest.MonkeyPatch) -> None:
    def bare(tool: Tool) -> Found:
        return Found(tool, "", "not installed")

    monkeypatch.setattr(packages, "find", bare)
    monkeypatch.setattr(packages, "has_package", lambda package: False)
    assert set(setup.wanted()) <= installed()


def test_what_it_pins_is_new_enough(known: Catalog) -> None:
    assert argument("GO") >= GO.minimum
    assert argument("NPM") >= NPM.minimum
    node = RECIPES["node"]
    wanted = [
        tool.minimum
        for contestant in known.contestants.values()
        if contestant.language == "node"
        for tool in node.tools_for(contestant)
        if tool.program == NODE.program
    ]
    assert argument("NODE") >= max(wanted)
