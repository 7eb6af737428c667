"""A package of the checkout is installed under its own name, and built again when it changes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from languages.in_house import MANIFEST, encoded, expect_changes_are_built, lay_checkout, write

from assay.builder.builder import build_one
from assay.catalog import catalog
from assay.data.recordset import RecordSet
from assay.languages.node.recipe import RECIPE
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

ENGINE = "engine/javascript"
ADAPTER = """
const engine = require('@here/engine');

class Adapter {
  static library = 'engine';
  static version = require('@here/engine/package.json').version;
  encode() {
    return Buffer.from(engine.word);
  }
}
module.exports = { Adapter };
"""
FILES = {
    "contestants/node/engine/contestant.toml": MANIFEST.format(path=ENGINE),
    "contestants/node/engine/adapter.js": ADAPTER,
    f"{ENGINE}/package.json": '{"name": "@here/engine", "version": "0.1.0", "main": "index.js"}',
    f"{ENGINE}/index.js": "exports.word = 'one';",
}


BUILD = """
const { execFileSync } = require('child_process');
const fs = require('fs');

const word = execFileSync('cargo', ['run', '--quiet', '--release', '--offline'], { cwd: '../core', encoding: 'utf8' });
fs.mkdirSync('made');
fs.writeFileSync('made/index.js', `exports.word = ${JSON.stringify(word)};`);
fs.accessSync(`${process.env.CARGO_TARGET_DIR}/release/core`);
"""
CORE = {
    "engine/core/Cargo.toml": '[package]\nname = "core"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n',
    "engine/core/src/main.rs": 'fn main() { print!("{}", include_str!("word")); }',
    "engine/core/src/word": "one",
}


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return lay_checkout(tmp_path, monkeypatch, FILES, RECIPE.tools)


def test_a_change_of_the_package_is_built(checkout: Path, people: RecordSet, limits: Limits) -> None:
    expect_changes_are_built("node/engine", checkout, f"{ENGINE}/index.js", people, limits)


def test_packages_of_a_registry_stay_beside_it(checkout: Path, people: RecordSet, limits: Limits) -> None:
    ours = catalog.load().contestant("node/msgpack-msgpack").folder
    lock = {name: (ours / name).read_text("utf-8") for name in ("package.json", "package-lock.json")}
    adapter = ADAPTER.replace("engine.word", "require('@msgpack/msgpack').encode(engine.word)")
    write(checkout / "contestants/node/engine", {**lock, "adapter.js": adapter})
    _, word = encoded("node/engine", people, limits, checkout)
    assert word == b"\xa3one"


def with_a_build(build: str) -> dict[str, str]:
    """The files of a package that is built by a script."""
    package = {
        "name": "@here/engine",
        "version": "0.1.0",
        "main": "made/index.js",
        "scripts": {"build": "node build.js"},
    }
    lock = {"name": "@here/engine", "version": "0.1.0", "lockfileVersion": 3, "packages": {"": package}}
    return {"package.json": json.dumps(package), "package-lock.json": json.dumps(lock), "build.js": build}


def test_a_package_with_a_build_is_built_first(checkout: Path, people: RecordSet, limits: Limits) -> None:
    build = "require('fs').mkdirSync('made'); require('fs').copyFileSync('index.js', 'made/index.js');"
    write(checkout / ENGINE, with_a_build(build))
    expect_changes_are_built("node/engine", checkout, f"{ENGINE}/index.js", people, limits)


@pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")
def test_a_native_part_is_made_of_a_folder_beside_the_package(
    checkout: Path, people: RecordSet, limits: Limits
) -> None:
    """A program of cargo's says the word when the package is built; its crate is another folder of the checkout."""
    manifest = checkout / "contestants/node/engine/contestant.toml"
    path = f'path = "{ENGINE}"'
    beside = manifest.read_text(encoding="utf-8").replace(path, f'{path}\nbeside = ["engine/core"]')
    write(checkout, {"contestants/node/engine/contestant.toml": beside, **CORE})
    write(checkout / ENGINE, with_a_build(BUILD))
    expect_changes_are_built("node/engine", checkout, "engine/core/src/word", people, limits)


def test_what_the_package_depends_on_is_pinned_by_the_contestant(checkout: Path, people: RecordSet) -> None:
    package = '{"name": "@here/engine", "version": "0.1.0", "dependencies": {"no-such-package-at-all": "1.0.0"}}'
    write(checkout, {f"{ENGINE}/package.json": package})
    built = build_one(catalog.load().contestant("node/engine"), people)
    assert built.status == "failed" and "npm" in built.reason
