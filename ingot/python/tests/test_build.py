"""How the package is built: what is said where Rust is missing."""

from __future__ import annotations

import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

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
