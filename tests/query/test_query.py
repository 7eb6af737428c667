"""Questions in SQL: what they say is what reports say, and they reach nothing but the tables."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from measure.replay import Replay
from report.measured import BASE, FAST, SLOW, measured

from assay.analysis.figures import analyse
from assay.analysis.query.answer import Answer, answer
from assay.analysis.query.tables import TABLES, described
from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.cli.main import main
from assay.report import exporters
from assay.results import folder, writing
from assay.results.folder import Found
from assay.results.request import Settings

RESULTS = CHECKOUT / "results"


def shown(said: Answer, form: str) -> str:
    return str(exporters.exporter(form).sections("", [said.section]))


@pytest.fixture
def found(settings: Settings) -> list[Found]:
    return [Found(Path("made.json"), measured(settings, Replay()))]


def test_the_figures_are_those_of_reports(found: list[Found]) -> None:
    said = answer(
        found,
        "select contestant, ns, ns_low, ns_high, rank, ratio, ratio_low, ratio_high, verdict "
        "from cells where not control order by ns",
    )
    rows = [row for row in analyse(found[0].document).comparisons[0].rows if not row.cell.control]
    expected = [
        (
            row.name,
            *((row.time.value, row.time.low, row.time.high) if row.time else (None,) * 3),
            row.rank,
            *((row.ratio.ratio, row.ratio.low, row.ratio.high) if row.ratio else (None,) * 3),
            row.verdict,
        )
        for row in rows
    ]
    assert said.rows == expected
    assert [row[0] for row in said.rows] == [FAST, BASE, SLOW]


def test_raw_values_stand_as_in_the_document(found: list[Found]) -> None:
    document = found[0].document
    batches = [sample.batches for cell in document.cells for sample in cell.samples]
    said = answer(found, "select count(*), sum(wall_ns)::bigint, sum(records)::bigint from batches")
    assert said.rows == [
        (
            sum(len(one.wall_ns) for one in batches),
            sum(sum(one.wall_ns) for one in batches),
            sum(sum(one.records) for one in batches),
        )
    ]
    assert answer(found, "select count(*) from samples").rows == [(len(batches),)]
    assert answer(found, "select count(*) from blocks").rows == [(6,)]


def test_a_name_in_any_spelling_fills_its_table(found: list[Found]) -> None:
    for statement in ('select count(*) from "Blocks"', "select count(*) from query_table('blo' || 'cks')"):
        assert answer(found, statement).rows == [(6,)]


@pytest.mark.slow
def test_every_table_holds_what_was_committed() -> None:
    """All columns of all tables are made of all committed documents: none raises, none has a wrong type."""
    documents = folder.documents([RESULTS])
    total = "select " + ", ".join(f"(select count(*) from {name})" for name in TABLES)
    counts = dict(zip(TABLES, answer(documents, total).rows[0], strict=True))
    assert counts["documents"] == len(documents)
    assert counts["cells"] == sum(len(one.document.cells) for one in documents)
    assert counts["batches"] == sum(
        len(sample.batches.wall_ns) for one in documents for cell in one.document.cells for sample in cell.samples
    )
    assert all(counts.values())


@pytest.mark.parametrize(
    "statement",
    [
        "select * from read_text('{secret}')",
        "select * from '{secret}'",
        "select * from read_csv('https://example.org/a.csv')",
        "copy cells to '{secret}'",
        "attach '{secret}' as other",
        "install httpfs",
        "load httpfs",
        "set enable_external_access = true",
        "insert into documents (document) values ('x')",
        "drop table cells",
        "select 1; select 2",
        "select * from found",  # a variable of this process
        "select getenv('HOME')",
        "-- nothing",
        "",
    ],
)
def test_a_statement_reaches_nothing_else(found: list[Found], tmp_path: Path, statement: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a\nhidden\n")
    with pytest.raises(AssayError) as error:
        answer(found, statement.format(secret=secret))
    assert "\n" not in str(error.value) and "hidden" not in str(error.value)
    assert secret.read_text() == "a\nhidden\n" and list(tmp_path.iterdir()) == [secret]


def test_forms() -> None:
    said = Answer(["a", "b"], [(1, "x|y, z"), (None, "–"), (float("inf"), "")])
    assert shown(said, "markdown").splitlines()[2] == r"| 1 | x\|y, z |"
    assert list(csv.reader(io.StringIO(shown(said, "csv")))) == [
        ["a", "b"],
        ["1", "x|y, z"],
        ["", "–"],
        ["inf", ""],
    ]
    assert json.loads(shown(said, "json")) == [
        {"a": 1, "b": "x|y, z"},
        {"a": None, "b": "–"},
        {"a": None, "b": ""},
    ]
    assert "x|y, z" in shown(said, "terminal")


def test_values_that_json_does_not_have(found: list[Found]) -> None:
    said = answer(
        found, "select [1.5::double, 'nan'::double] as l, map {1: 2} as m, 1.5::decimal(3, 1) as d, null as n"
    )
    assert json.loads(shown(said, "json")) == [{"l": [1.5, None], "m": {"1": 2}, "d": 1.5, "n": None}]


def test_columns_of_one_name_are_all_kept(found: list[Found]) -> None:
    said = answer(found, "select 1 as ns, 2 as ns, 3 as ns_2, 4 as ns")
    assert json.loads(shown(said, "json")) == [{"ns": 1, "ns_3": 2, "ns_2": 3, "ns_4": 4}]
    assert shown(said, "csv") == "ns,ns,ns_2,ns\n1,2,3,4\n"


def test_the_page_has_the_tables() -> None:
    page = (CHECKOUT / "docs" / "query.md").read_text(encoding="utf-8")
    assert described().strip() in page, "put what `assay query --tables` prints into docs/query.md"


def test_the_queries_of_the_page_are_answered() -> None:
    text = (CHECKOUT / "docs" / "query.md").read_text(encoding="utf-8")
    asked = [
        part.split('"')[1] for part in text.split("assay query ")[2:] if part.startswith('"select ') and "…" not in part
    ]
    assert len(asked) == 4
    documents = folder.documents([RESULTS])
    for statement in asked:
        assert answer(documents, statement).rows


PAGE = CHECKOUT / "docs" / "benchmarks" / "ingot.md"
ASKED = re.compile(r'^    \./assay query "(select [^"]+)" (results/\S+\.json)\n\n((?:\|.*\n)+)', re.MULTILINE)


@pytest.mark.parametrize(
    "asked", list(ASKED.finditer(PAGE.read_text(encoding="utf-8"))), ids=lambda one: Path(one[2]).stem
)
def test_a_table_that_stands_below_its_query_says_what_that_answers(asked: re.Match[str]) -> None:
    table = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in asked[3].splitlines()]
    for contestant, *answered in answer(folder.documents([CHECKOUT / asked[2]]), asked[1]).rows:
        cells = " ".join(" ".join(line[1:]) for line in table if line[0] == contestant)
        numbers = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", cells)}
        assert {one for one in answered if isinstance(one, float)} <= numbers, f"{contestant}: {cells}"


def test_a_page_has_such_tables() -> None:
    assert len(ASKED.findall(PAGE.read_text(encoding="utf-8"))) == 4


def test_the_command(settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    writing.write(measured(settings, Replay()), tmp_path / "r.json")
    (tmp_path / "other.json").write_text('{"format": "other"}')
    assert main(["query", "select file, suite from documents", str(tmp_path), "--to", "csv"]) == 0
    assert capsys.readouterr().out == f"file,suite\n{tmp_path / 'r.json'},s\n"
    assert main(["query"]) == 0
    assert "### batches" in capsys.readouterr().out


def test_a_document_that_is_there_twice_counts_once(settings: Settings, tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        writing.write(measured(settings, Replay()), tmp_path / name)
    assert len(folder.documents([tmp_path, tmp_path / "a.json"])) == 1
