"""How the package is built: what is said where Rust is missing, and what is built in."""

from __future__ import annotations

import importlib.metadata
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ingot
from ingot import _ingot

ROOT = Path(__file__).parents[1]
HOOKS: dict[str, Any] = runpy.run_path(str(ROOT / "backend.py"))


@pytest.mark.parametrize("hook", [name for name in HOOKS if name.startswith(("get_", "build_", "prepare_"))])
def test_one_line_says_that_rust_is_missing(hook: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit) as left:
        HOOKS[hook]()
    assert isinstance(left.value.code, str) and "Rust 1.88" in left.value.code and "\n" not in left.value.code


def test_the_backend_is_the_one_that_pip_calls() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]
    assert (build["build-backend"], build["backend-path"]) == ("backend", ["."])
    rust = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]["rust-version"]
    assert f"Rust {rust} " in HOOKS["MISSING"]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("", "--no-default-features"),
        ("arrow", "--no-default-features --features=arrow"),
        (" arrow  stable-abi ", "--no-default-features --features=arrow --features=stable-abi"),
    ],
)
def test_features_are_those_that_are_named(wanted: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGOT_FEATURES", wanted)
    assert HOOKS["feature_arguments"]() == told
    features = tomllib.loads((ROOT / "Cargo.toml").read_text())["features"]
    assert set(HOOKS["FEATURES"]) == set(features) - {"default"} and features["default"] == ["arrow", "command"]


def test_a_feature_that_there_is_not_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGOT_FEATURES", "arrows")
    with pytest.raises(SystemExit) as left:
        HOOKS["feature_arguments"]()
    assert left.value.code == "INGOT_FEATURES: arrows is no part of ingot: there are arrow, command, stable-abi"


@pytest.mark.skipif(_ingot._arrow, reason="this build has Arrow")
def test_without_arrow_one_line_says_so(tmp_path: Path) -> None:
    class Table:
        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
            raise AssertionError("a build without Arrow asks no table")

    schema = ingot.Schema('"int"')
    path = tmp_path / "ints.avro"
    assert ingot.write(path, schema, [1, 2]) == 2
    asked: list[Callable[[], object]] = [
        lambda: schema.to_arrow(b"\2"),
        lambda: schema.from_arrow(Table()),
        lambda: ingot.open(path).to_arrow(),
        lambda: ingot.write(path, schema, Table()),
        lambda: ingot.infer(Table()),
    ]
    for ask in asked:
        with pytest.raises(NotImplementedError, match=r"has no Arrow: .* INGOT_FEATURES"):
            ask()
    assert list(ingot.open(path)) == [1, 2]


def test_an_import_brings_nothing_but_the_package() -> None:
    """So it takes the few milliseconds that loading the module does, and needs no other package."""
    code = """
import os, sys
before = set(sys.modules)
sys.path.insert(0, sys.argv[1])
import ingot
print(*sorted(set(sys.modules) - before))
"""
    command = [sys.executable, "-I", "-S", "-c", code, str(Path(ingot.__file__).parents[1])]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.split() == ["__future__", "ingot", "ingot._ingot", "ingot.errors"], done.stderr
    assert not importlib.metadata.requires("ingot")
