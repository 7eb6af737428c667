"""A contestant's environment lacks what would set its runtime up in another way than documents say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from assay.builder.builder import Built, build_one
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.languages.every import RECIPES
from assay.languages.shared.recipe import Start
from assay.runner import session
from assay.runner.process import Limits

# What people set for all their programs, by language.
SETTINGS = {
    "browser": "NODE_OPTIONS",
    "go": "GOGC",
    "java": "JAVA_TOOL_OPTIONS",
    "node": "NODE_OPTIONS",
    "ocaml": "OCAMLRUNPARAM",
    "python": "PYTHONMALLOC",
    "ruby": "RUBY_GC_MALLOC_LIMIT",
}
# Answers every line with its own environment.
TELLS = """
import json, os, sys
for _ in sys.stdin:
    print(json.dumps({"ok": dict(os.environ)}), flush=True)
"""


def test_every_language_with_a_runtime_has_its_own() -> None:
    compiled = {"c", "cpp", "rust"}
    assert {name for name, recipe in RECIPES.items() if recipe.settings} == RECIPES.keys() - compiled == set(SETTINGS)
    assert all(name.startswith(RECIPES[language].settings) for language, name in SETTINGS.items())


def test_the_process_does_not_get_them(
    known: Catalog, limits: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GOGC", "MALLOC_ARENA_MAX", "KEPT"):
        monkeypatch.setenv(name, "8")
    start = Start([sys.executable, "-c", TELLS], {"OWN": "1"}, without=("MALLOC_", "GOGC"))
    built = Built(known.contestant("python/fastavro"), start)
    with session.start(built, tmp_path / "log", limits) as process:
        found = process.ask_line(b"1\n")
    assert found["OWN"] == "1" and found["KEPT"] == "8"
    assert not {"GOGC", "MALLOC_ARENA_MAX"} & found.keys()


def test_what_is_built_is_started_without_them(
    known: Catalog, people: RecordSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONMALLOC", "debug")
    monkeypatch.setenv("MALLOC_ARENA_MAX", "1")
    built = build_one(known.contestant("python/json"), people)
    assert built.start is not None, built.reason
    found = built.start.surroundings
    assert not {"PYTHONMALLOC", "MALLOC_ARENA_MAX"} & found.keys()
    assert "PYTHONPATH" in found and "PATH" in found
