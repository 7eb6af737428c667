"""An engine of the checkout is compiled from its folder, and built again when that changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from languages.in_house import MANIFEST, encoded, write

from assay.data.recordset import RecordSet
from assay.languages.cpp.recipe import RECIPE
from assay.recipes.tools import find
from assay.runner.process import Limits

pytestmark = pytest.mark.compiles

ENGINE = "engine/cpp"
ADAPTER = """
#include <assay/kit.hpp>
#include <engine.hpp>
#include "records.hpp"

class Engine {
public:
    using Record = records::Root;
    static constexpr const char *library = "engine";
    static std::string version() { return ASSAY_LIBRARY_VERSION; }
    explicit Engine(const assay::Setup &setup) : schema_(setup.resolved) {}
    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }
    std::string encode(const Record &) { return engine::word(); }

private:
    const assay::Schema &schema_;
};

ASSAY_MAIN(Engine)
"""
WORD = '#include <engine.hpp>\nstd::string engine::word() {{ return "{}"; }}\n'
FILES = {
    "contestants/cpp/engine/contestant.toml": MANIFEST.format(path=ENGINE).replace(
        "[source]", 'types = "cpp-structs"\n\n[source]'
    ),
    "contestants/cpp/engine/adapter.cpp": ADAPTER,
    f"{ENGINE}/CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(engine VERSION 0.1.0 LANGUAGES CXX)\n",
    f"{ENGINE}/engine.hpp": "#include <string>\nnamespace engine { std::string word(); }\n",
    f"{ENGINE}/words/word.cc": WORD.format("one"),
}


def test_a_change_of_the_engine_is_built(
    people: RecordSet, limits: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tool in RECIPE.tools:
        if problem := find(tool).problem:
            pytest.skip(problem)
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))
    write(tmp_path, FILES)
    first, before = encoded("cpp/engine", people, limits, tmp_path)
    assert before == b"one"
    write(tmp_path, {f"{ENGINE}/words/word.cc": WORD.format("two")})
    second, after = encoded("cpp/engine", people, limits, tmp_path)
    assert after == b"two"
    assert first != second
    write(tmp_path, FILES)
    assert encoded("cpp/engine", people, limits, tmp_path) == (first, b"one")
