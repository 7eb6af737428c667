"""The bot that proposes newer versions looks into every folder that pins some."""

from __future__ import annotations

import subprocess
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

import pytest
import yaml

from assay.base.checkout import CHECKOUT

UPDATES = yaml.safe_load((CHECKOUT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))["updates"]
# By the file that says what a folder needs. What Python's locks hold is made by uv, which the bot does not run.
ECOSYSTEMS = {"Cargo.lock": "cargo", "go.mod": "gomod", "package-lock.json": "npm", "pom.xml": "maven"}
# Planted contestants, and programs of studies: their versions are part of what they show.
STAY = ("tests", "studies")


def looks(ecosystem: str, folder: str) -> bool:
    """Whether one of the bot's entries is for this folder: ``*`` is one part of a path."""
    patterns = [
        pattern
        for update in UPDATES
        if update["package-ecosystem"] == ecosystem
        for pattern in update.get("directories", [update.get("directory")])
    ]
    depth = folder.count("/")
    return any(pattern.count("/") == depth and fnmatchcase(folder, pattern) for pattern in patterns)


def pinned() -> list[tuple[str, str]]:
    """The ecosystem and the folder of every file that git has of these names."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *(f"*{name}" for name in ECOSYSTEMS)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [PurePosixPath(name) for name in listed.stdout.split("\0") if name]
    known = [path for path in paths if path.name in ECOSYSTEMS and path.parts[0] not in STAY]
    return [(ECOSYSTEMS[path.name], f"/{path.parent}") for path in known]


@pytest.mark.parametrize(("ecosystem", "folder"), pinned(), ids=lambda word: word.removeprefix("/"))
def test_the_bot_looks_into_a_folder(ecosystem: str, folder: str) -> None:
    assert looks(ecosystem, folder), f".github/dependabot.yml has no {ecosystem} entry for {folder}"


def test_a_folder_that_is_missing_is_found() -> None:
    assert looks("cargo", "/contestants/rust/any")
    assert not looks("cargo", "/contestants/rust/any/inner")
    assert not looks("cargo", "/elsewhere")
