"""Flavours of generated code are found by their files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.languages.shared.flavours import flavours_in
from assay.languages.shared.frames import fill


def test_a_file_is_a_flavour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "flavours_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "some_lib.py").write_text('WORD = "classes"')
    (package / "a_lib.py").write_text('WORD = "functions"')
    monkeypatch.syspath_prepend(tmp_path)
    found: dict[str, Any] = flavours_in("flavours_of_a_test")
    assert {name: module.WORD for name, module in found.items()} == {"a-lib": "functions", "some-lib": "classes"}
    assert list(found) == sorted(found)


def test_a_frame_wants_all_its_words(tmp_path: Path) -> None:
    frame = tmp_path / "one.template"
    frame.write_text("let $name = $value")
    assert fill(frame, name="word", value="1") == "let word = 1"
    with pytest.raises(KeyError):
        fill(frame, name="word")
