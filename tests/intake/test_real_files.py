"""What real tools write: a log of Git, the packages of Debian, trees of cargo and npm."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assay.base.checkout import CHECKOUT
from assay.data import canonical
from assay.data.intake.taking import Taken, take
from assay.data.schema import parse

CRATE = CHECKOUT / "kits" / "rust" / "criterion"
STATUS = Path("/var/lib/dpkg/status")


def taken(path: Path, content: str, **options: Any) -> Taken:
    """All of a file, each record of which the schema takes."""
    path.write_text(content)
    found = take(path, **options)
    write = canonical.writer(parse(found.schema_text))
    assert all(write(record) for record in found.records)
    return found


def output(*command: str, at: Path = CHECKOUT) -> str:
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(command, cwd=at, capture_output=True, text=True, check=True).stdout


def test_a_log_of_git(tmp_path: Path) -> None:
    log = output("git", "log", "-50", "--format=%H%x09%aI%x09%at%x09%s")
    names = ("hash", "date", "time", "subject")
    commits = [dict(zip(names, line.split("\t", 3), strict=True)) for line in log.splitlines()]
    found = taken(tmp_path / "log.jsonl", "".join(json.dumps({**c, "time": int(c["time"])}) + "\n" for c in commits))
    assert found.held == len(commits)
    assert any(doubt.where == ".date" and "times as text" in doubt.what for doubt in found.doubts)


@pytest.mark.skipif(not STATUS.exists(), reason="a list of packages, which only Debian has")
def test_the_packages_of_debian(tmp_path: Path) -> None:
    packages = []
    for paragraph in STATUS.read_text(encoding="utf-8").strip().split("\n\n"):
        split = (field.split(":", 1) for field in paragraph.replace("\n ", "\t").replace("\n\t", "\t").split("\n"))
        packages.append({name: value.strip() for name, value in split})
    found = taken(tmp_path / "status.jsonl", "".join(json.dumps(package) + "\n" for package in packages))
    fields = {field["name"]: field["type"] for field in json.loads(found.schema_text)["fields"]}
    assert found.held == len(packages)
    assert fields["Package"] == "string" and fields["Pre_Depends"] == ["null", "string"]


def test_the_metadata_of_cargo(tmp_path: Path) -> None:
    text = output("cargo", "metadata", "--format-version", "1", "--no-deps", "--offline", at=CRATE)
    found = taken(tmp_path / "metadata.json", text, at=".packages")
    assert [record["name"] for record in found.records] == [p["name"] for p in json.loads(text)["packages"]]


def test_a_tree_of_npm(tmp_path: Path) -> None:
    text = output("npm", "ls", "--json", "--all", "--package-lock-only", at=CHECKOUT / "lint")
    found = taken(tmp_path / "tree.json", text)
    fields = {field["name"]: field["type"] for field in json.loads(found.schema_text)["fields"]}
    package = fields["dependencies"]["values"]
    inner = {field["name"]: field["type"] for field in package["fields"]}["dependencies"]
    assert inner == ["null", {"type": "map", "values": package["name"]}]
