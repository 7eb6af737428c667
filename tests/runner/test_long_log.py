"""A process that says why it died, and then much more: the reason is shown however long the rest is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from assay.builder.builder import Built
from assay.catalog.catalog import Catalog
from assay.languages.shared.recipe import Start
from assay.runner import session
from assay.runner.broken import Died
from assay.runner.process import Limits

# As Go's runtime does when a stack is full: the reason, then the stack of every goroutine.
DIES = """
import sys
sys.stdin.readline()
sys.stderr.write("fatal error: stack overflow\\n\\ngoroutine 1 [running]:\\n" + "main.again()\\n" * 5000)
sys.stderr.write("created by runtime.gcBgMarkStartWorkers in goroutine 1\\n")
sys.exit(2)
"""


def test_the_reason_is_found_before_a_long_stack(known: Catalog, limits: Limits, tmp_path: Path) -> None:
    built = Built(known.contestant("python/fastavro"), Start([sys.executable, "-c", DIES]))
    with (
        session.start(built, tmp_path / "log", limits) as process,
        pytest.raises(Died, match=r"exit code 2 .*; its last words: fatal error: stack overflow$"),
    ):
        process.ask_line(b"prove\n")
