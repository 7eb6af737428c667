"""Planted contestants: each is called by the name of what it does, and nothing else is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.catalog.catalog import Contestant
from assay.cli.main import DONE, INTERRUPTED, NEGATIVE, app, main
from assay.measure.conform import course, rows
from assay.measure.conform.asking import Asker
from assay.measure.conform.rows import Rows
from assay.results import writing
from assay.results.conformance import Document, Finding, Subject, read

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
ROWS = HERE / "rows"
UNLUCKY = "data/thirteen"
LACKING = "resolution/int-as-long"
DEVIANTS = {
    "python/hangs": ("hangs", "1 s"),
    "python/waits": ("hangs", "1 s"),
    "python/dies": ("dies", "SIGABRT"),
    "python/takes-memory": ("takes", "more than 64.0 MiB"),
    "python/wrong": ("differs", "gives 14, not 13"),
    "python/refuses": ("refuses", "an unlucky number"),
}
HONEST = ("python/is-right", "python/keeps-memory", "python/trusting", "python/resolves")


def planted() -> list[Contestant]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_CATALOG", str(HERE / "catalog"))
        known = catalog.load()
    return [known.contestants[name] for name in (*DEVIANTS, *HONEST)]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Document:
    output = tmp_path_factory.mktemp("conform") / "conformance.json"
    document = course.ask_all(planted(), catalog.load(), rows.read(ROWS), output, Progress(quiet=True))
    assert read(output) == document
    return document


def subject(document: Document, name: str) -> Subject:
    return next(one for one in document.subjects if one.name == name)


def against(document: Document, name: str) -> list[Finding]:
    return [one for one in subject(document, name).findings if one.outcome not in ("agrees", "lacks")]


@pytest.mark.parametrize("name", DEVIANTS)
def test_each_is_called_by_what_it_does_and_goes_on_with_the_other_rows(asked: Document, name: str) -> None:
    outcome, how = DEVIANTS[name]
    (finding,) = against(asked, name)
    assert (finding.row, finding.outcome) == (UNLUCKY, outcome)
    assert how in finding.how
    assert subject(asked, name).asked == len(asked.rows)


@pytest.mark.parametrize("name", ["python/is-right", "python/keeps-memory"])
def test_of_who_is_right_nothing_is_said(asked: Document, name: str) -> None:
    """Memory that other rows have left behind is not a row's fault."""
    assert not against(asked, name)


def test_which_reading_it_agrees_by_is_said(asked: Document) -> None:
    (finding,) = (one for one in subject(asked, "python/is-right").findings if one.outcome == "agrees")
    assert (finding.row, finding.reading) == ("hostile/left", "strict")


def test_what_is_by_design_does_not_count(asked: Document) -> None:
    """Its answer to bytes that are left is another value than the lenient reading's."""
    found = {one.row: one for one in against(asked, "python/trusting")}
    assert {row for row, one in found.items() if one.counts} == {"hostile/left"}
    assert found["hostile/range"].design == "It leaves ranges to its callers."


def test_what_a_library_lacks_is_no_fault(asked: Document) -> None:
    lacking = [one for one in subject(asked, "python/is-right").findings if one.outcome == "lacks"]
    assert [one.row for one in lacking] == [LACKING]
    assert not lacking[0].counts
    assert LACKING not in {one.row for one in subject(asked, "python/resolves").findings}


def test_what_is_left_of_an_interrupted_one_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: Asker, row: rows.Row) -> Finding:
        if row.id == UNLUCKY:
            raise KeyboardInterrupt
        return Finding(row=row.id, outcome="agrees")

    monkeypatch.setattr(Asker, "finding", interrupt)
    output = tmp_path / "conformance.json"
    (one,) = (c for c in planted() if c.name == "python/is-right")
    wanted = rows.read(ROWS)
    with pytest.raises(KeyboardInterrupt):
        course.ask_all([one], catalog.load(), wanted, output, Progress(quiet=True))
    document = read(output)
    before = [row.id for row in wanted.rows].index(UNLUCKY)
    assert len(document.asked_of(subject(document, one.name))) == before


@pytest.mark.parametrize(
    ("name", "code", "said"), [("is-right", DONE, "is-right"), ("wrong", NEGATIVE, "gives 14, not 13")]
)
def test_the_command_says_so_with_its_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int, said: str
) -> None:
    result = _command(tmp_path, monkeypatch, "--contestant", f"python/{name}", "--rows", str(ROWS), "--to", "markdown")
    assert result.return_value == code, result.output
    assert said in result.output


def test_an_interrupted_command_says_where_the_rest_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> Document:
        raise KeyboardInterrupt

    monkeypatch.setattr(course, "ask_all", interrupt)
    assert main(["conform", "--quiet", "--output", str(tmp_path / "c.json")]) == INTERRUPTED


def test_a_category_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="hostil"):
        rows.read(ROWS, ["hostil"])
    with pytest.raises(AssayError, match="there are no rows"):
        rows.read(tmp_path)


def test_a_line_that_is_no_row_is_named(tmp_path: Path) -> None:
    (tmp_path / "data.jsonl").write_text('{"id": "data/x", "strict": "accept", "lenient": "perhaps"}\n')
    with pytest.raises(AssayError, match=r"data\.jsonl:1: not a row"):
        rows.read(tmp_path)


def test_rows_of_one_category_only(tmp_path: Path) -> None:
    found: Rows = rows.read(ROWS, ["hostile"])
    assert [row.id for row in found.rows] == ["hostile/range", "hostile/left", "hostile/end"]


def test_what_has_changed_between_two_documents_is_named(asked: Document, tmp_path: Path) -> None:
    """Once better, once worse, and by design neither."""
    renamed = [
        one.model_copy(update={"name": "python/one"})
        for one in asked.subjects
        if one.name in ("python/is-right", "python/wrong")
    ]
    paths = [tmp_path / f"{number}.json" for number in range(2)]
    wrong, right = (asked.model_copy(update={"subjects": [one]}) for one in renamed)
    for path, document in zip(paths, (right, wrong), strict=True):
        writing.write(document, path)
    for files, code in ((paths, NEGATIVE), (paths[::-1], DONE), (paths[:1] * 2, DONE)):
        result = CliRunner().invoke(app, ["compare", *map(str, files), "--to", "csv"], standalone_mode=False)
        assert result.return_value == code, result.output
        assert ("python/one,data/thirteen" in result.output) == (files[0] != files[1])


def _command(folder: Path, patch: pytest.MonkeyPatch, *words: str) -> Result:
    patch.setenv("ASSAY_CATALOG", str(HERE / "catalog"))
    output = ["--quiet", "--output", str(folder / "conformance.json")]
    return CliRunner().invoke(app, ["conform", *words, *output], standalone_mode=False)
