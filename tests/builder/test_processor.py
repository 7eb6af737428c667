"""Code for this machine's own processor: another build if compilers have an option for it, else the same one."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from assay.builder.builder import build_one, folder_name, missing, recipe_for
from assay.catalog import catalog
from assay.data.workload import record_set
from assay.languages.rust.recipe import flags, target_folder
from assay.languages.shared.recipe import Inputs
from assay.results.request import Cpu


@pytest.mark.parametrize("language", ["rust", "c", "cpp"])
def test_it_is_a_build_of_its_own(language: str) -> None:
    contestant = catalog.load().contestant(f"{language}/null")
    recipe = recipe_for(contestant)
    assert recipe.by_processor
    assert len({folder_name(recipe, Inputs(contestant, None, cpu)) for cpu in get_args(Cpu)}) == 2


def test_rust_keeps_the_users_flags_and_what_it_made_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUSTFLAGS", "--cfg mine")
    assert flags("native") == {"RUSTFLAGS": "--cfg mine -C target-cpu=native"}
    assert flags("baseline") == {}
    assert target_folder("native") != target_folder("baseline")


@pytest.mark.slow
def test_the_compilers_are_told(tmp_path: Path) -> None:
    contestant = catalog.load().contestant("c/null")
    if problem := missing(contestant):
        pytest.skip(problem)
    for cpu in get_args(Cpu):
        folder = tmp_path / cpu
        folder.mkdir()
        recipe_for(contestant).build(Inputs(contestant, None, cpu), folder, folder / "log")
        assert ("-march=native" in (folder / "log").read_text()) == (cpu == "native")


@pytest.mark.slow
def test_other_languages_have_one_build() -> None:
    known = catalog.load()
    contestant, records = known.contestant("python/null"), record_set(known.workload("null"), 10, 1)
    assert build_one(contestant, records, "native").start == build_one(contestant, records).start
