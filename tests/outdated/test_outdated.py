"""`assay outdated`: what it asks for, what it says, and its exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.builder import outdated
from assay.catalog import catalog
from assay.cli.main import main
from assay.languages.every import RECIPES, part_of

Plant = Callable[..., Path]
Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two contestants that pin the same packages of npm, one of them an older one, beside those of the checkout."""
    for name, version in (("one", "5.7.9"), ("other", "5.7.8")):
        folder = tmp_path / "mine" / "contestants" / "node" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"dependencies": {"avsc": version}}))
        (folder / "contestant.toml").write_text(
            f'title = "One"\nlibrary = "avsc"\nversion = "{version}"\nformat = "avro"\ndescription = "One."\n'
            'operations = ["encode"]\n[lane]\ntyping = "generic"\nbuffer = "fresh"\nstrings = "owned"\n'
            "input_checking = false\n"
        )
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path / "mine"))
    return tmp_path


def rows(capsys: Capsys, *words: str) -> list[dict[str, object]]:
    main(["outdated", *words, "--quiet", "--to", "json"])
    shown: list[dict[str, object]] = json.loads(capsys.readouterr().out)["sections"][0]["rows"]
    return shown


def test_behind_exits_with_1_and_comes_first(mine: Path, plant: Plant, capsys: Capsys) -> None:
    plant("npm", "npm.txt")
    assert main(["outdated", "node/one", "node/other", "--quiet", "--to", "csv"]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if "avsc" in line]
    assert ["5.7.8" in lines[0] and "behind" in lines[0], "5.7.9" in lines[1]] == [True, True]


def test_nothing_behind_exits_with_0(mine: Path, plant: Plant, capsys: Capsys) -> None:
    plant("npm", "npm.txt")
    assert main(["outdated", "node/one", "--quiet"]) == 0
    assert "1 newest" in capsys.readouterr().out


def test_a_package_is_asked_for_once(mine: Path, plant: Plant, capsys: Capsys) -> None:
    calls = plant("npm", "npm.txt")
    shown = rows(capsys, "node/one", "node/other", "node/avsc")
    assert [(row["pinned"], row["pinned by"]) for row in shown if row["package"] == "avsc"] == [
        ("5.7.8", ["node/other"]),
        ("5.7.9", ["node/avsc", "node/one"]),
    ]
    assert sum("view avsc" in line for line in calls.read_text().splitlines()) == 1


def test_offline_is_one_line(mine: Path, plant: Plant, capsys: Capsys) -> None:
    plant("npm", says="npm error code ENOTFOUND", code=1)
    assert main(["outdated", "node/one", "--quiet"]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err == "assay: no registry answered: npm cannot be reached\n"


def test_reason_beside_answers_of_others(mine: Path, plant: Plant, capsys: Capsys) -> None:
    plant("npm", "npm.txt")
    plant("apt-cache", says="E: Could not resolve 'mirror'", code=100)
    shown = rows(capsys, "node/one", "c/avro-c")
    assert {row["package"]: row["state"] for row in shown} == {
        "avsc": "newest",
        "libavro-dev": "not known: Debian cannot be reached",
    }


def test_no_registry_is_asked_for_what_none_carries(plant: Plant, capsys: Capsys) -> None:
    (row,) = rows(capsys, "ocaml/avro-simple")
    assert (row["registry"], row["newest"]) == (None, None)
    assert str(row["state"]).startswith("not known: no registry carries it")


def test_files_that_cannot_be_read(mine: Path, capsys: Capsys) -> None:
    (mine / "mine" / "contestants" / "node" / "one" / "package.json").write_text("{")
    assert main(["outdated", "node/one", "--quiet"]) == 2
    assert "what it pins cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["node/avcs"], 'did you mean "node/avsc"?'),
        (["kits/jaava"], 'did you mean "kits/java"?'),
        (["--language", "jaava"], 'did you mean "java"?'),
        (["--limit", "0s"], "must be above 0"),
    ],
)
def test_bad_words(words: list[str], said: str, capsys: Capsys) -> None:
    assert main(["outdated", *words]) == 2
    assert said in capsys.readouterr().err


def test_every_language_with_a_registry_pins_something() -> None:
    found = outdated.pinned(catalog.load())
    places = {place for names in found.values() for place in names}
    for language in RECIPES:
        if part_of(language, "newest"):
            assert any(place.startswith(f"{language}/") for place in places), language
    assert {"kits/rust/prost-build", "kits/java", "kits/go/protobuf", "kits/cpp/packages/protobuf"} <= places
