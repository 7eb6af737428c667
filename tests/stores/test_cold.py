"""Taking files out of the page cache: what a system cannot do costs the cells that ask for it, with a reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assay.boundaries.stores import cold
from assay.runner.broken import Unsupported


def test_a_system_that_drops_no_files_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_bytes(bytes(10_000))
    monkeypatch.delattr(os, "posix_fadvise")
    with pytest.raises(Unsupported, match="cannot be asked to drop files"):
        cold.drop(tmp_path)
