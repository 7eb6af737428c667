"""Ingot's own tests in Rust, by the commands that its README names."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from passing import passes

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")]

BARE = "thumbv7em-none-eabihf"


def has_rust(version: str) -> bool:
    if not shutil.which("rustup"):
        return False
    return subprocess.run(["rustup", "run", version, "rustc", "--version"], capture_output=True).returncode == 0


def builds_bare() -> bool:
    found = subprocess.run(["rustc", "--print", "target-libdir", "--target", BARE], capture_output=True, text=True)
    return found.returncode == 0 and Path(found.stdout.strip()).is_dir()


TEST = ("cargo", "test", "--locked", "--quiet")


def test_the_crates_of_rust() -> None:
    passes("rust", *TEST, "--workspace")


def test_the_safe_twins_read_and_write_alike() -> None:
    passes("rust", *TEST, *packages("ingot"), "--features", "ingot/safe", "--test", "agreement")


@pytest.mark.nightly
def test_the_crates_that_have_safe_twins() -> None:
    passes("rust", *TEST, *packages("ingot", "ingot-codec", "ingot-container"), "--features", "ingot/safe")


@pytest.mark.nightly
def test_the_store_without_unsafe_code() -> None:
    passes("rust", *TEST, *packages("ingot-store"), "--features", "ingot-store/safe")


def packages(*names: str) -> list[str]:
    return [word for name in names for word in ("--package", name)]


def test_the_pages_for_other_libraries() -> None:
    passes("docs/checked", "cargo", "test", "--locked", "--quiet")


@pytest.mark.nightly
def test_the_documentation() -> None:
    passes(".", "./check", "docs")


@pytest.mark.nightly
def test_every_feature_builds_alone() -> None:
    passes(".", "./check", "features")


@pytest.mark.nightly
def test_the_oldest_rust_builds_it() -> None:
    if not has_rust("1.88"):
        pytest.skip("needs Rust 1.88: rustup toolchain install 1.88 --profile minimal")
    passes(".", "./check", "oldest")


@pytest.mark.nightly
def test_a_machine_without_a_standard_library_is_built_for() -> None:
    if not builds_bare():
        pytest.skip(f"needs a target: rustup target add {BARE}")
    passes(".", "./check", "bare")


@pytest.mark.nightly
def test_the_public_interface_is_what_it_was() -> None:
    if not (has_rust("nightly") and shutil.which("cargo-public-api")):
        pytest.skip("needs a nightly Rust and cargo-public-api")
    passes(".", "./check", "interface")
