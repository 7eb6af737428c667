"""A crate of the checkout is built with what it is made of, and built again when any of that changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from languages.in_house import MANIFEST, encoded, lay_checkout, write

from assay.base.checkout import CHECKOUT, KITS
from assay.builder.builder import build_one
from assay.catalog import catalog
from assay.data.recordset import RecordSet
from assay.languages.rust.recipe import RECIPE
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

ADAPTER = """
use std::convert::Infallible;

use assay_kit::{Adapter, Error, Plain};

struct Engine;

impl Adapter for Engine {
    const LIBRARY: &'static str = "engine";
    const VERSION: &'static str = assay_kit::library_version!();
    type Record = Plain;
    type EncodeError = Infallible;
    type DecodeError = &'static str;

    fn new(_: &str) -> Result<Self, Error> {
        Ok(Engine)
    }

    fn from_plain(&self, plain: &Plain) -> Result<Plain, Error> {
        Ok(plain.clone())
    }

    fn to_plain(&self, record: &Plain) -> Result<Plain, Error> {
        Ok(record.clone())
    }

    fn encode(&mut self, _: &Plain) -> Result<Vec<u8>, Infallible> {
        Ok(engine::word().into())
    }

    fn decode(&mut self, _: &[u8]) -> Result<Plain, &'static str> {
        Err("the engine only encodes")
    }
}

assay_kit::main!(Engine: Encode);
"""
CONTESTANT = f"""
[package]
name = "assay-engine"
version = "1.0.0"
edition = "2021"

[workspace]

[dependencies]
assay-kit = {{ path = "{KITS / "rust"}" }}
engine = {{ path = "../../../engine/rust" }}
"""
# The crate takes its words from another one beside the named folder, and that one its edition from a workspace.
FILES = {
    "contestants/rust/engine/contestant.toml": MANIFEST.format(path="engine/rust"),
    "contestants/rust/engine/Cargo.toml": CONTESTANT,
    "contestants/rust/engine/src/main.rs": ADAPTER,
    "engine/rust/Cargo.toml": """
[package]
name = "engine"
version = "0.1.0"
edition = "2021"

[dependencies]
words = { path = "../shared/words" }
""",
    "engine/rust/src/lib.rs": "pub fn word() -> String { words::word().to_string() }",
    "engine/shared/Cargo.toml": '[workspace]\nmembers = ["words"]\n[workspace.package]\nedition = "2021"\n',
    "engine/shared/words/Cargo.toml": '[package]\nname = "words"\nversion = "0.2.0"\nedition.workspace = true\n',
    "engine/shared/words/src/lib.rs": 'pub fn word() -> &\'static str { "one" }',
}


def locked() -> str:
    """The contestant's Cargo.lock: that of a contestant which has nothing but the kit, and the two crates."""
    text = (CHECKOUT / "contestants" / "rust" / "null" / "Cargo.lock").read_text(encoding="utf-8")
    head, *packages = text.strip().split("\n\n[[package]]\n")
    packages = [package for package in packages if not package.startswith('name = "assay-null"')]
    packages += [
        'name = "assay-engine"\nversion = "1.0.0"\ndependencies = [\n "assay-kit",\n "engine",\n]',
        'name = "engine"\nversion = "0.1.0"\ndependencies = [\n "words",\n]',
        'name = "words"\nversion = "0.2.0"',
    ]
    return "\n\n[[package]]\n".join([head, *sorted(packages)]) + "\n"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {**FILES, "contestants/rust/engine/Cargo.lock": locked()}
    return lay_checkout(tmp_path, monkeypatch, files, RECIPE.tools)


def test_a_change_of_what_the_crate_is_made_of_is_built(checkout: Path, people: RecordSet, limits: Limits) -> None:
    first, before = encoded("rust/engine", people, limits, checkout)
    assert before == b"one"
    # Outside the folder that the manifest names.
    write(checkout, {"engine/shared/words/src/lib.rs": FILES["engine/shared/words/src/lib.rs"].replace("one", "two")})
    second, after = encoded("rust/engine", people, limits, checkout)
    assert after == b"two"
    write(checkout, {"engine/rust/src/lib.rs": "pub fn word() -> String { words::word().to_uppercase() }"})
    third, upper = encoded("rust/engine", people, limits, checkout)
    assert upper == b"TWO"
    assert len({tuple(command) for command in (first, second, third)}) == 3
    write(checkout, {name: text for name, text in FILES.items() if name.startswith("engine/")})
    assert encoded("rust/engine", people, limits, checkout) == (first, b"one")


def test_what_a_crate_inherits_is_part_of_it(checkout: Path) -> None:
    contestant = catalog.load().contestant("rust/engine")
    assert checkout / "engine" / "shared" / "Cargo.toml" in RECIPE.sources(contestant)


def test_a_source_that_the_contestant_does_not_use_is_refused(checkout: Path, people: RecordSet) -> None:
    write(checkout, {"contestants/rust/engine/contestant.toml": MANIFEST.format(path="engine/shared")})
    built = build_one(catalog.load().contestant("rust/engine"), people)
    assert built.status == "failed" and "no path dependency engine" in built.reason


def test_an_operation_that_the_adapter_cannot_do_is_no_program(checkout: Path, people: RecordSet) -> None:
    named = ADAPTER.replace("Engine: Encode", "Engine: Encode, EncodeInto")
    write(checkout, {"contestants/rust/engine/src/main.rs": named})
    built = build_one(catalog.load().contestant("rust/engine"), people)
    assert built.status == "failed" and "`Engine: assay_kit::EncodeInto` is not satisfied" in built.reason
