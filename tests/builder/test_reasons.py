"""A build that fails says why in one line, without paths of the machine: the line goes into results documents."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from assay.base import cache
from assay.base.checkout import CHECKOUT
from assay.languages.shared.recipe import BuildFailed, error_line, run


def test_the_reason_names_no_path_of_the_machine() -> None:
    folder = cache.root() / "build" / "test-reasons"
    folder.mkdir(parents=True, exist_ok=True)
    complaint = f"error: {CHECKOUT}/kits and {Path.home()}/somewhere cannot be compiled"
    with pytest.raises(BuildFailed) as caught:
        run([sys.executable, "-c", f"raise SystemExit({complaint!r})"], folder / "build.log")
    reason = str(caught.value)
    assert "cannot be compiled (log: $ASSAY_CACHE/build/test-reasons/build.log)" in reason
    assert not [place for place in (cache.root(), CHECKOUT, Path.home()) if str(place) in reason]


def test_a_step_that_was_killed_says_so_and_not_what_it_wrote_last(tmp_path: Path) -> None:
    script = "import os, signal; print('{\"artifact\": 1}', flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    with pytest.raises(BuildFailed, match=r"failed: it was killed by SIGKILL \(log: "):
        run([sys.executable, "-c", script], tmp_path / "build.log")


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (
            "$ mvn package\n\x1b[0m[ERROR] COMPILATION ERROR : \n[ERROR] A.java:[4,9] x is defined twice\nmore\n",
            "[ERROR] A.java:[4,9] x is defined twice",
        ),
        ("Compiling\n\x1b[31merror[E0308]\x1b[0m: mismatched types\n --> lib.rs:1\n", "error[E0308]: mismatched types"),
        (
            "  error: subprocess-exited-with-error\n    raise ConfigError(\n      ConfigError: no version was given\n",
            "ConfigError: no version was given",
        ),
        ("Downloaded thiserror v2.0.21\nerror: no such target\nmore\n", "error: no such target"),
        (
            "main.o: main.cpp \\\n kit/error.hpp \\\n error.hpp errors/Error.java \\\n"
            "$ g++ main.cpp\nIn file included from main.cpp:1:\na.hpp:3:21: error: no member named 'x'\n    ^~~\n",
            "a.hpp:3:21: error: no member named 'x'",
        ),
        (
            "error: failed to run custom build command for `x v1.0.0`\n\nCaused by:\n  --- stderr\n\n"
            "  thread 'main' (17) panicked at /registry/prost-build/src/lib.rs:1170:13:\n"
            "  variant names overlap: `A2`\n  stack backtrace:\n",
            "variant names overlap: `A2`",
        ),
        ("  File x.py\nOSError: no such file\nmore\n", "OSError: no such file"),
        ("$ make\nnothing to be done\nkilled\n", "killed"),
        ("$ make\n", "no output"),
    ],
)
def test_the_reason_is_the_first_error_that_says_something(tmp_path: Path, log: str, reason: str) -> None:
    path = tmp_path / "build.log"
    path.write_text(log, encoding="utf-8")
    assert error_line(path) == reason
