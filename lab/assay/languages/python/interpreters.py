"""Which Python runs contestants, and how it was built.

An interpreter without profile-guided optimization is slower than the one that most people have. Where the lab itself
runs on such a one, contestants run on an optimized one, if the machine has any.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from assay.results.document import RuntimeBuild

CHOICE = "ASSAY_PYTHON"  # an interpreter that the user names runs the lab, and contestants too
OLDEST, NEWEST = 11, 14  # of Python 3, as the launcher has them
# What Debian calls the packages with an interpreter that will do, and the headers that some libraries are built with.
DEBIAN = ("python3", "python3-dev")
LINES = {10: "2021-10", 11: "2022-10", 12: "2023-10", 13: "2024-10", 14: "2025-10", 15: "2026-10"}

# Debian's builds for these processors are optimized, but it takes the flags out of what sysconfig tells (changelog of
# python3.8), so that extensions are not built with them. Its own installation scheme shows which builds are its own.
ASK = """
import importlib.util, json, os, platform, sys, sysconfig
from datetime import datetime

def built():
    try:
        return datetime.strptime(" ".join(platform.python_build()[1].split()), "%b %d %Y %H:%M:%S").date().isoformat()
    except ValueError:
        return None

arguments = sysconfig.get_config_var("CONFIG_ARGS") or ""
debian = "deb_system" in sysconfig.get_scheme_names() and platform.machine() in ("x86_64", "aarch64")
print(json.dumps({
    "path": sys.executable,
    "identity": f"{sys.version} {sys.base_prefix}",
    "name": platform.python_implementation(),
    "version": platform.python_version(),
    "minor": sys.version_info[1] if sys.version_info[0] == 3 else 0,
    "compiler": platform.python_compiler(),
    "date": built(),
    "pgo": debian or "--enable-optimizations" in arguments,
    "lto": debian or "--with-lto" in arguments and "--with-lto=no" not in arguments,
    "debug": bool(sysconfig.get_config_var("Py_DEBUG")) or "--with-pydebug" in arguments,
    "free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    "by": "Debian" if debian else "",
    "complete": importlib.util.find_spec("venv") is not None
    and os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")),
}))
"""


@dataclass(frozen=True)
class Interpreter:
    """``identity`` tells one build from another; ``date`` of that build. ``by``: whose, where the runtime tells.

    ``complete``: it makes environments, and has the headers that some libraries are built with.
    """

    path: str
    identity: str
    name: str
    version: str
    minor: int
    compiler: str
    date: str | None
    pgo: bool
    lto: bool
    debug: bool
    free_threaded: bool
    by: str
    complete: bool

    @property
    def optimized(self) -> bool:
        return self.pgo and not self.debug

    @property
    def build(self) -> RuntimeBuild:
        done = [word for word, there in (("profile-guided optimization", self.pgo), ("LTO", self.lto)) if there]
        left = [word for word, there in (("profile-guided optimization", self.pgo), ("LTO", self.lto)) if not there]
        parts = [
            f"built {f'by {self.by} ' if self.by else ''}with {self.compiler}",
            *([f"with {' and '.join(done)}"] if done else []),
            *([f"without {' and '.join(left)}"] if left else []),
            *(["for debugging"] if self.debug else []),
            *(["without the global lock"] if self.free_threaded else []),
        ]
        return RuntimeBuild(
            how=", ".join(parts),
            # Another implementation has other options.
            optimized=self.optimized if self.name == "CPython" else None,
            built=self.date,
            line=LINES.get(self.minor),
        )


@lru_cache
def ask(path: str) -> Interpreter | None:
    """What an interpreter tells of itself; None where it does not run."""
    try:
        done = subprocess.run(
            [path, "-I", "-c", ASK], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True
        )
        return Interpreter(**json.loads(done.stdout))
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


@lru_cache
def chosen() -> Interpreter:
    """The interpreter that contestants' environments are made with.

    The lab's own where it is optimized, or where the user named it. Else the first optimized one at hand, or, where
    there is none, the lab's own all the same.
    """
    own = lab_own()
    if own.optimized or os.environ.get(CHOICE) or own.name != "CPython":
        return own
    return better(own, map(ask, _at_hand(own.minor))) or own


def better(own: Interpreter, others: Iterator[Interpreter | None]) -> Interpreter | None:
    """The first of some interpreters that is optimized and can do all that the lab's own one does."""
    return next((one for one in others if one and _will_do(own, one)), None)


def _will_do(own: Interpreter, one: Interpreter) -> bool:
    alike = one.name == own.name and one.free_threaded == own.free_threaded
    return one.optimized and one.complete and alike and OLDEST <= one.minor <= NEWEST


def lab_own() -> Interpreter:
    own = ask(getattr(sys, "_base_executable", "") or sys.executable)
    assert own is not None  # it runs
    return own


def _at_hand(minor: int) -> Iterator[str]:
    """Interpreters of the machine: those of the lab's own version first, then the newest; and where systems have them.

    Shims on PATH stand for others, which may be missing: these do not run, and are passed over.
    """
    numbers = sorted(range(OLDEST, NEWEST + 1), key=lambda number: (number != minor, -number))
    names = [*(f"python3.{number}" for number in numbers), "python3"]
    for name in names:
        for path in ("/usr/bin", "/usr/local/bin", None):
            if found := shutil.which(name, path=path):
                yield found


def packages() -> list[str]:
    """The Debian packages of an optimized interpreter, where the machine has none; else an empty list."""
    return [] if chosen().optimized or os.environ.get(CHOICE) else list(DEBIAN)
