"""Libraries from a registry's package: what describes them, and compilations that end with the time of the build."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest

from assay.base.tools import CARGO, find
from assay.builder.builder import recipe_for
from assay.catalog import catalog
from assay.languages.c.compiling import GXX, compile_all, precompile
from assay.languages.c.packages import ARCHIVE, COMMON, CRATE, PACKAGES, PROGRAMS, SOURCES, describe, is_crate
from assay.languages.shared.recipe import BuildFailed, TooLate, ending_at


def test_every_package_is_described_and_used() -> None:
    used = {
        name
        for one in catalog.load().contestants.values()
        if one.manifest.native
        for name in one.manifest.native.packages
    }
    assert {folder.name for folder in PACKAGES.iterdir()} == used
    for name in used:
        described, folder = describe(name), PACKAGES / name
        assert described.version and described.include
        if is_crate(name):
            assert {path.name for path in folder.iterdir()} == {"package.toml", "Cargo.toml", CRATE, SOURCES}
            locked = tomllib.loads((folder / CRATE).read_text(encoding="utf-8"))["package"]
            assert all("checksum" in package for package in locked if "source" in package)
            assert described.archive in {package["name"] for package in locked}
            continue
        # The archive is of the release that a lock pins, with a hash; so is what unpacks it.
        assert (folder / ARCHIVE).read_text(encoding="utf-8").startswith(f"{described.archive.replace('_', '-')}==")
        # A wheel needs no programs to be fetched, and holds headers, of which nothing is compiled.
        # The header of what many sources include is there where it saves time.
        assert {path.name for path in folder.iterdir()} - {COMMON} == {
            "package.toml",
            ARCHIVE,
            *([] if described.wheel else [PROGRAMS, SOURCES]),
        }
        for lock in folder.glob("*.lock"):
            assert "--hash=sha256:" in lock.read_text(encoding="utf-8")
        for sources in folder.glob(SOURCES):
            listed = sources.read_text(encoding="utf-8").split()
            assert listed == sorted(set(listed))


def test_what_a_crate_brings_needs_cargo_and_nothing_else_does() -> None:
    for one in catalog.load().contestants.values():
        if one.language == "cpp":
            names = one.manifest.native.packages if one.manifest.native else []
            assert (CARGO in recipe_for(one).tools_for(one)) == any(is_crate(name) for name in names), one.name


def test_a_name_without_a_folder_is_refused_in_one_line() -> None:
    with pytest.raises(BuildFailed, match=r"^no package nowhere: kits/cpp/packages has no such folder$"):
        describe("nowhere")


@pytest.mark.slow
@pytest.mark.skipif(bool(find(GXX).problem), reason=find(GXX).problem)
def test_a_header_is_read_once_and_by_sources_of_cpp_alone(tmp_path: Path) -> None:
    header, made = tmp_path / "common.hpp", tmp_path / "made"
    header.write_text("#include <string>\ninline std::string word() { return WORD; }\n", encoding="utf-8")
    (tmp_path / "one.cpp").write_text("std::string said = word();\n", encoding="utf-8")
    (tmp_path / "two.c").write_text("int number = 1;\n", encoding="utf-8")
    made.mkdir()
    options = ['-DWORD="word"']
    first = precompile(header, made, options, made / "log", [])
    assert (made / "common.hpp.gch").exists()
    (made / "common.hpp").write_text("#error it is read again\n", encoding="utf-8")
    sources = [tmp_path / "one.cpp", tmp_path / "two.c"]
    assert len(compile_all(sources, tmp_path, made, options, [], first)) == len(sources)
    with pytest.raises(BuildFailed, match="it is read again"):  # where other options have made another of it
        compile_all(sources, tmp_path, made, [*options, "-fno-exceptions"], [], first)


@pytest.mark.slow
@pytest.mark.skipif(bool(find(GXX).problem), reason=find(GXX).problem)
def test_compilations_side_by_side_end_with_the_time_of_the_build(tmp_path: Path) -> None:
    sources = [tmp_path / f"{number}.cpp" for number in range(4)]
    for source in sources:
        source.write_text("int number = 1;\n", encoding="utf-8")
    made = tmp_path / "made"
    made.mkdir()
    with ending_at(time.monotonic()), pytest.raises(TooLate):
        compile_all(sources, tmp_path, made, [])
    assert [path.name for path in compile_all(sources, tmp_path, made, [])] == [f"{n}.cpp.o" for n in range(4)]
