"""Objects that builds share: compiled once for the same content and options, whatever the schema."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.base.tools import find
from assay.languages.c.compiling import GXX, includes_generated
from assay.languages.c.native import compiled_once
from assay.languages.shared.recipe import BuildFailed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(find(GXX).problem), reason=find(GXX).problem),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "sources"
    (folder / "inner").mkdir(parents=True)
    (folder / "one.hpp").write_text("inline int one() { return 1; }\n", encoding="utf-8")
    for name in ("one.cpp", "inner/one.cpp"):
        (folder / name).write_text("#include <one.hpp>\nint number = one();\n", encoding="utf-8")
    return folder


def compiled(folder: Path, *options: str) -> list[Path]:
    sources = sorted(folder.rglob("*.cpp"))
    return compiled_once("test", sources, folder, [folder], [f"-I{folder}", *options])


def test_the_same_content_and_options_are_compiled_once(folder: Path) -> None:
    first = compiled(folder)
    assert [path.name for path in first] == ["inner-one.cpp.o", "one.cpp.o"]
    moments = [path.stat().st_mtime_ns for path in first]
    # Where headers are found is not part of it: what they hold is.
    assert compiled(folder, "-I/elsewhere") == first
    assert [path.stat().st_mtime_ns for path in first] == moments
    assert compiled(folder, "-DOTHER") != first
    (folder / "one.hpp").write_text("inline int one() { return 2; }\n", encoding="utf-8")
    assert compiled(folder) != first


def test_a_source_that_does_not_compile_fails_the_build(folder: Path) -> None:
    (folder / "one.cpp").write_text("int number = ;\n", encoding="utf-8")
    with pytest.raises(BuildFailed, match=r"one\.cpp:1.*error"):
        compiled(folder)
    (folder / "one.cpp").write_text("int number = 1;\n", encoding="utf-8")
    assert len(compiled(folder)) == 2


def test_what_includes_a_file_that_is_not_there_waits_for_generated_code(folder: Path, tmp_path: Path) -> None:
    (folder / "typed.hpp").write_text('#include "records.hpp"\n', encoding="utf-8")
    (folder / "typed.cpp").write_text('#include "typed.hpp"\n', encoding="utf-8")
    options, log = [f"-I{folder}"], tmp_path / "log"
    assert includes_generated(folder / "typed.cpp", options, log)
    assert not includes_generated(folder / "one.cpp", options, log)
