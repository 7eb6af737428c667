"""Pages whose figures come from results documents: what is marked is renewed, and nothing else is a figure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.cli import report
from assay.report.pages import marks

PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs" / "benchmarks").glob("*.md"))]
MARKED = [*PAGES, *sorted((CHECKOUT / "docs").glob("*.md"))]
RUN = CHECKOUT / "results" / "2026-11-22-avro-languages.json"
FIGURE = re.compile(r"\d[\d.,]*\s?(?:ns|µs|ms|MB/s|[KMG]i?B|K|M|×|% faster|times as fast)(?![\w/])")
MEASURED_BY = re.compile(r"`(?:\./assay|cargo bench) [^`]+`.*\d{1,2} \w+ 20\d\d", re.DOTALL)  # a command and a day


@pytest.mark.parametrize("page", MARKED, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_what_stands_between_marks_is_renewed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert marks.refreshed(text, page) == text, f"run: ./assay report --refresh {page.relative_to(CHECKOUT)}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_a_figure_without_a_mark_names_the_command_and_the_day(page: Path) -> None:
    for paragraph in re.split(r"\n\s*\n|\n(?=[-|] )", marks.unmarked(page.read_text(encoding="utf-8"))):
        found = FIGURE.findall(re.sub(r"`[^`]*`", "", paragraph))
        assert not found or MEASURED_BY.search(paragraph), f"{page.name}: {found}: {paragraph}"


@pytest.mark.parametrize("page", MARKED, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_another_digit_between_marks_is_found(page: Path) -> None:
    """Of every marked place, the last digit is made another one."""
    text = page.read_text(encoding="utf-8")
    code = [range(*match.span()) for match in marks.FENCE.finditer(text)]
    found = [
        match
        for kind in (marks.SECTION, marks.TABLE, marks.DECIDING, marks.CONFORMANCE, marks.COMPARE, marks.FIGURE)
        for match in kind.finditer(text)
    ]
    places = [match for match in found if not any(match.start() in span for span in code)]
    wrong = text
    for match in places:
        begin, end = match.span(3)
        digits = list(re.finditer(r"\d", text[begin:end]))
        if digits:
            at = begin + digits[-1].start()
            wrong = wrong[:at] + str((int(text[at]) + 1) % 10) + wrong[at + 1 :]
    assert (marks.refreshed(wrong, page) == text) and (wrong != text or not places)


def page(folder: Path, text: str) -> Path:
    path = folder / "page.md"
    path.write_text(f'<!-- documents\nrun = "{RUN}"\n-->\n\n{text}', encoding="utf-8")
    return path


def renewed(folder: Path, text: str) -> str:
    path = page(folder, text)
    return marks.refreshed(path.read_text(encoding="utf-8"), path).partition("-->\n\n")[2]


def renewed_table(folder: Path, table: str) -> list[str]:
    """The lines of a page after its one mark, a table beside figures that others published."""
    (folder / "others.toml").write_text('[o]\na = { encode = 250, decode = "some" }\nb = { encode = 100 }\n')
    text = f'<!-- table\ndocument = "run"\nfile = "others.toml"\n{table}-->\n<!-- end -->\n'
    return renewed(folder, text).partition("-->\n")[2].splitlines()


def test_a_figure_in_a_sentence_is_renewed(tmp_path: Path) -> None:
    mark = "<!-- = run: person encode | c/avro-c | time -->"
    text = f"It takes {mark}7 s<!-- /= --> a record.\n"
    assert renewed(tmp_path, text) == f"It takes {mark}184 ns<!-- /= --> a record.\n"


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        ("person encode | java/avro-generic | speed", "1 (baseline)"),
        ("person encode | c/avro-c | speed", "1.05× (0.996–1.12)"),
        ("person encode, 10,000 records | c/avro-c | ratio", "1.05×"),
        ("person encode | c/avro-c | rate", "5.45 M"),
        ("person encode | java/* | time", "152 ns"),
        ("person encode | */avsc | peak", "95.0 MiB"),
        ("person encode | node/avsc | allocated", "–"),
        ("person encode | ocaml/avro-simple | time", "–"),
        ("person encode | c/avro-c | time ÷ java/avro-generic", "0.949×"),
        ("person encode | floor", "6.60%"),
        ("blocks", "5 blocks"),
        ("date", "2026-11-22"),
        ("command", "`./assay run`"),
    ],
)
def test_a_figure_is_named_by_what_where_and_whose(tmp_path: Path, figure: str, words: str) -> None:
    assert renewed(tmp_path, f"<!-- = run: {figure} --><!-- /= -->") == f"<!-- = run: {figure} -->{words}<!-- /= -->"


def test_a_section_is_its_table_or_columns_of_it(tmp_path: Path) -> None:
    whole = renewed(tmp_path, "<!-- from run: person encode -->\nold\n<!-- end -->\n").splitlines()
    assert whole[2].startswith("| # | contestant | lane | time/record | ± |")
    some = "<!-- from run: person encode | contestant, time/record -->\n<!-- end -->\n"
    assert renewed(tmp_path, some).splitlines()[2:5] == [
        "| contestant | time/record |",
        "|---|---:|",
        "| rust/serde_avro_fast | 112 ns |",
    ]


def test_a_section_that_may_be_missing_is_left_out(tmp_path: Path) -> None:
    missing = "<!-- from run: Engines? -->\n<!-- end -->\n"
    assert renewed(tmp_path, missing) == missing
    there = "<!-- from run: person encode? | contestant -->\n<!-- end -->\n"
    assert renewed(tmp_path, there).splitlines()[2] == "| contestant |"


def test_a_table_puts_cells_of_several_sections_together(tmp_path: Path) -> None:
    table = """\
workload = "person"
published = ["o"]
heads = ["library"]
rows = [
  { words = ["avsc"], contestant = "node/avsc", published = ["encode"] },
  { words = ["none"], contestant = "ocaml/avro-simple", published = ["encode"] },
]
columns = [
  { title = "encode", operation = "encode" },
  { title = "decode, µs", operation = "decode", unit = "µs" },
  { title = "÷ C", operation = "encode", show = "rate", over = "c/avro-c" },
  { title = "% of Node's", operation = "encode", among = ["node/avsc", "node/avro-js"] },
]
"""
    assert renewed_table(tmp_path, table)[1:-1] == [
        "| library | encode | decode, µs | ÷ C | % of Node's |",
        "|---|---:|---:|---:|---:|",
        "| avsc | 367 ns | 0.312 | 0.500× | 100 |",
        "| none | missing | missing | missing | missing |",
        "",
    ]


def test_what_others_published_stands_beside_our_figures(tmp_path: Path) -> None:
    table = """\
published = ["o", "a"]
heads = ["what"]
rows = [{ words = ["it"] }]
columns = [
  { title = "encode", show = "published", published = ["encode"] },
  { title = "decode", show = "published", published = ["decode"] },
  { title = "scan", show = "published", published = ["scan"] },
]
"""
    assert renewed_table(tmp_path, table)[-3] == "| it | 250 | some | – |"


def test_marks_in_code_are_no_marks(tmp_path: Path) -> None:
    text = "```\n<!-- = run: blocks -->7<!-- /= -->\n```\n"
    assert renewed(tmp_path, text) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<!-- = rum: blocks -->7<!-- /= -->", 'no document is named "rum": did you mean "run"?'),
        ("<!-- = none.json: blocks -->7<!-- /= -->", "there is no such results document"),
        ("<!-- = run: persons encode | c/avro-c | time --><!-- /= -->", 'did you mean "person encode"?'),
        ("<!-- = run: person encode | c/avro | time --><!-- /= -->", 'did you mean "c/avro-c"?'),
        ("<!-- = run: person encode | c/avro-c | tim --><!-- /= -->", 'did you mean "time"?'),
        ("<!-- = run: block --><!-- /= -->", '"block" is not "what was measured'),
        ("<!-- from run: person encod -->\n<!-- end -->", 'no section of that document is named "person encod"'),
        ("<!-- from run: person encode | contestant, tim -->\n<!-- end -->", 'no column "tim"'),
        ("<!-- from run: person encode -->\n", "a mark has no end: <!-- from run: person encode -->"),
        ("<!-- = run: blocks -->7", "a mark has no end"),
        ("<!-- compare run: c/avro-c | c/avro -->\n<!-- end -->", 'this run has no contestant "c/avro"'),
        ("<!-- compare run: c/avro-c -->\n<!-- end -->", 'this run has no contestant ""'),
        ("<!-- table\nheads = 7\n-->\n<!-- end -->", "not a table: heads"),
        ("<!-- table\nheads = [\n-->\n<!-- end -->", "not a table"),
    ],
)
def test_a_mark_that_asks_for_what_is_not_there_is_one_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(AssayError, match=re.escape(words)) as caught:
        renewed(tmp_path, text)
    assert str(caught.value).startswith(str(tmp_path / "page.md")) and "\n" not in str(caught.value)


def test_the_command_renews_pages_in_place(tmp_path: Path) -> None:
    path = page(tmp_path, "<!-- = run: blocks -->7<!-- /= -->\n")
    first = CliRunner().invoke(report.command, ["--refresh", str(path)])
    assert first.output == f"{path}: renewed\n"
    assert "-->5 blocks<!--" in path.read_text(encoding="utf-8")
    assert CliRunner().invoke(report.command, ["--refresh", str(path)]).output == f"{path}: up to date\n"


def test_over_which_time_a_run_was_spread(tmp_path: Path) -> None:
    """By the clock, with what lay between the blocks, and not the time of measuring."""
    path = page(tmp_path, "<!-- = run: course -->?<!-- /= -->")
    assert "-->3 min 26 s<!--" in marks.refreshed(path.read_text(encoding="utf-8"), path)
