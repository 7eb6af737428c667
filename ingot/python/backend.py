"""What pip builds the package by: maturin, behind one clear line where Rust is missing.

``INGOT_FEATURES`` names the parts that are built in, with spaces between: ``arrow`` and ``command`` (which
are in if it is not set) and ``stable-abi``. Empty, it is the smallest build, and the one that is done soonest.
"""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Callable
from typing import Any

MISSING = (
    "ingot is built with Rust 1.88 or newer, and there is no cargo on PATH: "
    "install Rust (a package of the system, or rustup), or a wheel that was built elsewhere (wheels.sh)"
)
FEATURES = ("arrow", "command", "stable-abi")


def feature_arguments() -> str:
    """What maturin is told of the features that are wanted."""
    wanted = os.environ["INGOT_FEATURES"].split()
    unknown = [name for name in wanted if name not in FEATURES]
    if unknown:
        sys.exit(f"INGOT_FEATURES: {unknown[0]} is no part of ingot: there are {', '.join(FEATURES)}")
    return " ".join(["--no-default-features", *(f"--features={name}" for name in wanted)])


def _hook(name: str) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        if shutil.which("cargo") is None:
            sys.exit(MISSING)
        if "INGOT_FEATURES" in os.environ:
            given, wanted = os.environ.get("MATURIN_PEP517_ARGS", ""), feature_arguments()
            # A frontend may call several hooks in one process.
            if not given.endswith(wanted):
                os.environ["MATURIN_PEP517_ARGS"] = f"{given} {wanted}".strip()
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
