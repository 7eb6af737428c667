"""Manifests with mistakes: the error names the file, the key, and the closest valid word."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.base.errors import AssayError
from assay.builder.builder import recipe_for
from assay.catalog import catalog

GOOD = """\
title = "t"
library = "l"
version = "1"
format = "avro"
description = "d"
operations = ["encode"]

[lane]
typing = "generic"
buffer = "fresh"
strings = "owned"
input_checking = true
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A contestant's folder in a catalog of its own."""
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))
    made = tmp_path / "contestants" / "python" / "made-up"
    made.mkdir(parents=True)
    return made


def error(folder: Path, manifest: str) -> str:
    (folder / "contestant.toml").write_text(manifest)
    with pytest.raises(AssayError) as caught:
        recipe_for(catalog.load().contestant("python/made-up"))
    assert str(folder) in str(caught.value)
    return str(caught.value)


def test_a_good_manifest_is_read(folder: Path) -> None:
    (folder / "contestant.toml").write_text(GOOD)
    assert catalog.load().contestant("made-up").name == "python/made-up"


def test_an_unknown_key(folder: Path) -> None:
    message = error(folder, GOOD.replace("title", "titel"))
    assert '"titel"' in message and 'did you mean "title"?' in message


def test_what_is_nested_too_deeply(folder: Path) -> None:
    message = error(folder, f"{GOOD}more = {'[' * 5000}{']' * 5000}\n")
    assert message.endswith("cannot be read as TOML: nested too deeply to be read")


def test_an_unknown_key_in_a_table(folder: Path) -> None:
    message = error(folder, GOOD.replace("buffer", "bufer"))
    assert '"lane.bufer"' in message and 'did you mean "buffer"?' in message


def test_a_missing_key(folder: Path) -> None:
    assert 'the key "version" is missing' in error(folder, GOOD.replace('version = "1"\n', ""))


def test_a_word_that_is_not_valid(folder: Path) -> None:
    message = error(folder, GOOD.replace('"fresh"', '"frsh"'))
    assert "lane.buffer" in message and '"frsh"' in message and 'did you mean "fresh"?' in message


def test_an_operation_that_there_is_not(folder: Path) -> None:
    message = error(folder, GOOD.replace('"encode"', '"encoed"'))
    assert '"encoed"' in message and 'did you mean "encode"?' in message


def test_a_value_of_the_wrong_type(folder: Path) -> None:
    assert "version" in error(folder, GOOD.replace('"1"', "1"))


def test_a_flag_of_a_compiler_among_a_package_s_own_variables(folder: Path) -> None:
    good = GOOD.replace('"l"', '"my-engine"') + '[python]\nbuild = { MY_ENGINE_PARTS = "" }\n'
    (folder / "contestant.toml").write_text(good)
    assert catalog.load().contestant("made-up")
    message = error(folder, good.replace("MY_ENGINE_PARTS", "RUSTFLAGS"))
    assert 'python.build: "RUSTFLAGS" is not valid' in message and "MY_ENGINE_" in message


def test_what_is_no_toml(folder: Path) -> None:
    assert "cannot be read as TOML" in error(folder, GOOD + "\nhello")


def test_a_flavour_of_types_that_no_generator_makes(folder: Path) -> None:
    message = error(folder, GOOD.replace('format = "avro"', 'format = "avro"\ntypes = "java-avro-specifc"'))
    assert "java-avro-specifc" in message


def test_a_language_without_a_kit(folder: Path) -> None:
    elsewhere = folder.parents[1] / "pythn" / "made-up"
    elsewhere.mkdir(parents=True)
    (elsewhere / "contestant.toml").write_text(GOOD)
    with pytest.raises(AssayError, match='did you mean "python"'):
        recipe_for(catalog.load().contestant("pythn/made-up"))


def test_the_same_name_twice(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "contestant.toml").write_text(GOOD)
    again = folder.parents[2] / "again" / "contestants" / "python" / "made-up"
    again.mkdir(parents=True)
    (again / "contestant.toml").write_text(GOOD)
    monkeypatch.setenv("ASSAY_CATALOG", f"{tmp_path}:{tmp_path / 'again'}")
    with pytest.raises(AssayError, match='there is a contestant "python/made-up" already'):
        catalog.load()


def test_every_manifest_of_the_house_is_good() -> None:
    known = catalog.load()
    for contestant in known.contestants.values():
        recipe_for(contestant)
    for suite in known.suites.values():
        for name in suite.manifest.workloads:
            known.workload(name)
        known.contestant(suite.manifest.baseline)
        for name in suite.manifest.without:
            known.contestant(name)
