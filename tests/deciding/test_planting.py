"""Planted work is the share that it is said to be: operations are counted, not timed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from assay.base.errors import AssayError
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import Built, missing
from assay.catalog import catalog
from assay.catalog.catalog import Catalog, Contestant
from assay.data.workload import record_set
from assay.languages.every import RECIPES
from assay.languages.rust.copies import copy_package
from assay.languages.shared.recipe import Inputs
from assay.runner import session
from assay.runner.process import Limits
from studies.deciding.planting import OPERATION, check_spread, lay, name_of, work

COUNT = "ASSAY_TEST_COUNT"  # names the file to which a counting adapter adds a byte for every record that it encodes
# What makes the null contestant of a language count: in which file, instead of what.
COUNTING = {
    "python": (
        "adapter.py",
        "return {None: NOTHING}.get",
        "import os\n\n        def count(record):\n            with open("
        f'os.environ["{COUNT}"], "ab") as file:\n                file.write(b".")\n            return NOTHING'
        "\n\n        return count",
    ),
    "node": (
        "adapter.js",
        "return NOTHING;",
        f"require('node:fs').appendFileSync(process.env.{COUNT}, '.');\n    return NOTHING;",
    ),
    "java": (
        "src/assay/contestant/NullAdapter.java",
        "return NOTHING;",
        "try (var out = new java.io.FileOutputStream(System.getenv("
        f'"{COUNT}"), true)) {{ out.write(46); }} catch (java.io.IOException e) {{ throw new Error(e); }}\n'
        "        return NOTHING;",
    ),
    "rust": (
        "src/main.rs",
        "Ok(Vec::new())",
        f'let path = std::env::var("{COUNT}").unwrap();\n        let mut file = '
        "std::fs::OpenOptions::new().append(true).open(path).unwrap();\n        "
        'std::io::Write::write_all(&mut file, b".").unwrap();\n        Ok(Vec::new())',
    ),
}
RECORDS = 101


def counting(known: Catalog, language: str, root: Path) -> Contestant:
    """The null contestant of a language, which counts."""
    original = known.null(language)
    assert original is not None
    folder = root / "contestants" / language / "counting"
    folder.parent.mkdir(parents=True)
    copy = copy_package if language == "rust" else shutil.copytree
    copy(original.folder, folder)
    name, old, new = COUNTING[language]
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    return Contestant(f"{language}/counting", language, folder, original.manifest)


@pytest.mark.slow
def test_copies_that_are_written_before_either_is_built_are_two_programs(known: Catalog, tmp_path: Path) -> None:
    """Cargo tells packages of one name apart by the age of their files."""
    original = known.contestant("rust/null")
    if problem := missing(original):
        pytest.skip(problem)
    folders = [lay(original, extra, tmp_path / str(extra)) for extra in (None, 25)]
    programs = []
    for folder in folders:
        (made := folder / "made").mkdir()
        planted = Contestant(f"rust/{folder.name}", "rust", folder, original.manifest)
        RECIPES["rust"].build(Inputs(planted, None), made, tmp_path / "log")
        programs.append((made / "contestant").read_bytes())
    assert programs[0] != programs[1]


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(COUNTING))
@pytest.mark.parametrize("extra", [None, 5, 25])
def test_every_record_so_many_is_done_once_more(
    known: Catalog, language: str, extra: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = counting(known, language, tmp_path / "original")
    if problem := missing(original):
        pytest.skip(problem)
    lay(original, extra, tmp_path / "planted")
    planted = catalog.load([tmp_path / "planted"]).contestant(name_of(original, extra))
    count = tmp_path / "count"
    count.touch()
    monkeypatch.setenv(COUNT, str(count))

    recipe = RECIPES[language]
    made = tmp_path / "made"
    made.mkdir()
    recipe.build(Inputs(planted, None), made, tmp_path / "log")
    recipe.rest()
    built = Built(planted, recipe.start(planted, made, 0))
    records = record_set(known.workload("null"), RECORDS, 42)
    task = codec_task(records, OPERATION)
    with session.start(built, tmp_path / "log", Limits(4 << 30, 120)) as process:
        session.load(process, task, records.records)
        assert count.stat().st_size == 0
        for _ in range(3):
            output = str(tmp_path / "once.out")
            process.ask("once", operation=OPERATION, seed=1, samples=4, output=output)
    assert count.stat().st_size == work(extra or 0).operations(3 * RECORDS)


def test_shares_are_exact() -> None:
    assert [work(extra).operations(1000) for extra in (0, 2, 5, 10, 25)] == [1000, 1020, 1050, 1100, 1250]


def test_a_share_that_is_no_whole_number_of_records_is_an_error() -> None:
    with pytest.raises(AssayError, match="3% of extra work"):
        work(3)


def test_every_record_has_its_turn_to_be_done_twice() -> None:
    check_spread(1001, [0, 2, 5, 10, 25])
    with pytest.raises(AssayError, match="divisor in common"):
        check_spread(1000, [5])


def test_a_store_is_no_contestant_to_plant_work_in(known: Catalog, tmp_path: Path) -> None:
    store = next(one for one in known.contestants.values() if one.manifest.store and one.language == "rust")
    with pytest.raises(AssayError, match="encodes records"):
        lay(store, 5, tmp_path)


def test_a_planted_contestant_says_so(known: Catalog, tmp_path: Path) -> None:
    original = known.null("python")
    assert original is not None
    lay(original, 25, tmp_path)
    planted = catalog.load([tmp_path]).contestant("python/null-plus-25")
    assert planted.manifest.title.endswith(", + 25%")
    assert planted.manifest.operations == [OPERATION]
