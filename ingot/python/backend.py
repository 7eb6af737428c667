"""What pip builds the package by: maturin, behind one clear line where Rust is missing."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable
from typing import Any

MISSING = (
    "ingot is built with Rust 1.88 or newer, and there is no cargo on PATH: "
    "install Rust (a package of the system, or rustup), or a wheel that was built elsewhere (wheels.sh)"
)


def _hook(name: str) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        if shutil.which("cargo") is None:
            sys.exit(MISSING)
        return getattr(importlib.import_module("maturin"), name)(*arguments, **named)

    return call


get_requires_for_build_wheel = _hook("get_requires_for_build_wheel")
get_requires_for_build_editable = _hook("get_requires_for_build_editable")
get_requires_for_build_sdist = _hook("get_requires_for_build_sdist")
prepare_metadata_for_build_wheel = _hook("prepare_metadata_for_build_wheel")
prepare_metadata_for_build_editable = _hook("prepare_metadata_for_build_editable")
build_wheel = _hook("build_wheel")
build_editable = _hook("build_editable")
build_sdist = _hook("build_sdist")
