"""An engine of the checkout is compiled from its folder, and built again when that changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from languages.in_house import MANIFEST, expect_changes_are_built, lay_checkout

from assay.data.recordset import RecordSet
from assay.languages.cpp.recipe import RECIPE
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

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
FILES = {
    "contestants/cpp/engine/contestant.toml": MANIFEST.format(path=ENGINE).replace(
        "[source]", 'types = "cpp-structs"\n\n[source]'
    ),
    "contestants/cpp/engine/adapter.cpp": ADAPTER,
    f"{ENGINE}/CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(engine VERSION 0.1.0 LANGUAGES CXX)\n",
    f"{ENGINE}/engine.hpp": "#include <string>\nnamespace engine { std::string word(); }\n",
    f"{ENGINE}/words/word.cc": '#include <engine.hpp>\nstd::string engine::word() { return "one"; }\n',
}


def test_a_change_of_the_engine_is_built(
    people: RecordSet, limits: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_checkout(tmp_path, monkeypatch, FILES, RECIPE.tools)
    expect_changes_are_built("cpp/engine", tmp_path, f"{ENGINE}/words/word.cc", people, limits)
