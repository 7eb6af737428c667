"""The marked places of a page, renewed from results documents. docs/benchmarks/README.md says how they are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from assay.analysis import changes
from assay.analysis.judged import judge
from assay.base import toml
from assay.base.errors import AssayError, closest, reason
from assay.base.tables import Line, Table
from assay.options import page
from assay.options import table as options
from assay.report import changed, conformance
from assay.report.exporters import markdown
from assay.report.pages import deciding, figures, tables
from assay.report.pages.sources import Sources
from assay.report.sections import sections
from assay.results.conformance import read as conformance_of
from assay.results.deciding import read

DOCUMENTS = re.compile(r"<!-- documents\n(.*?)-->", re.DOTALL)
SECTION = re.compile(r"(<!-- from ([^\n]+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
TABLE = re.compile(r"(<!-- table\n(.*?)-->\n)(.*?)(<!-- end -->)", re.DOTALL)
DECIDING = re.compile(r"(<!-- deciding ([^\n]+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
CONFORMANCE = re.compile(r"(<!-- conformance ([^\n]+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
COMPARE = re.compile(r"(<!-- compare ([^\n]+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
OPTIONS = re.compile(r"(<!-- options ([^\n]+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
FIGURE = re.compile(r"(<!-- = ([^\n]+?) -->)(.*?)(<!-- /= -->)", re.DOTALL)
OPENING = re.compile(r"<!-- (?:from|table|deciding|conformance|compare|options|=)\s")
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)  # code, which shows marks and has none


def refresh(path: Path) -> bool:
    """Renew a page in place; whether that changed it. AssayError where a mark asks for what does not exist."""
    try:
        text = path.read_text(encoding="utf-8")
        renewed = refreshed(text, path)
        if renewed != text:
            path.write_text(renewed, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AssayError(f"{path}: cannot renew the page: {reason(error)}") from None
    return renewed != text


def refreshed(text: str, path: Path) -> str:
    """The text of the page at ``path`` with what stands between its marks as the documents have it today."""
    sources = Sources(path.parent, documents(text, path))
    pieces, at = [], 0
    for fence in FENCE.finditer(text):
        pieces += [_renewed(text[at : fence.start()], path, sources), fence.group()]
        at = fence.end()
    return "".join([*pieces, _renewed(text[at:], path, sources)])


def marked(text: str) -> list[str]:
    """What stands between marks: figures that documents answer for."""
    return [
        match[3]
        for kind in (SECTION, TABLE, DECIDING, CONFORMANCE, COMPARE, FIGURE)
        for match in kind.finditer(FENCE.sub("", text))
    ]


def unmarked(text: str) -> str:
    """The text without what stands between marks, without marks and without code."""
    for kind in (FENCE, DOCUMENTS, SECTION, TABLE, DECIDING, CONFORMANCE, COMPARE, OPTIONS, FIGURE):
        text = kind.sub("", text)
    return text


def documents(text: str, path: Path) -> dict[str, str]:
    """The documents that a page names, by the names that its marks use; paths from the page's folder."""
    found = {}
    for match in DOCUMENTS.finditer(FENCE.sub("", text)):
        try:
            found.update(toml.parsed(match[1]))
        except ValueError as error:
            raise AssayError(f"{path}: not a list of documents: {error}") from None
    return {name: str(place) for name, place in found.items()}


def _renewed(text: str, path: Path, sources: Sources) -> str:
    for kind, content in KINDS:
        text = _replaced(text, kind, content, path, sources)
    left = OPENING.search(unmarked(text))
    if left:
        raise AssayError(f"{path}: a mark has no end: {unmarked(text)[left.start() :].splitlines()[0]}")
    return text


def _replaced(
    text: str, kind: re.Pattern[str], content: Callable[[str, Sources], str], path: Path, sources: Sources
) -> str:
    def replaced(match: re.Match[str]) -> str:
        try:
            return f"{match[1]}{content(match[2], sources)}{match[4]}"
        except AssayError as error:
            raise AssayError(f"{path}: {match[1].splitlines()[0]}: {error}") from None

    return kind.sub(replaced, text)


def _section(wanted: str, sources: Sources) -> str:
    """ "DOCUMENT: SECTION", or "DOCUMENT: SECTION | COLUMN, COLUMN": its table, or these columns of it.

    Of a section without a table that answers in sentences, these. "SECTION?" may be missing, as from documents
    of before the lab had it.
    """
    name, _, rest = wanted.partition(": ")
    begin, _, columns = rest.partition(" | ")
    optional, begin = begin.endswith("?"), begin.removesuffix("?")
    found = {section.title: section for section in sections(sources.analysis(name)) if section.table or section.lead}
    title = begin if begin in found else next((title for title in found if title.startswith(f"{begin},")), None)
    if title is None and optional:
        return ""
    if title is None:
        raise AssayError(f'no section of that document is named "{begin}": {closest(begin, found)}')
    chosen = found[title].table
    if chosen is None:
        return "\n" + "\n".join(markdown.sentences(found[title])) + "\n\n"
    return _lines(_columns(chosen, [one.strip() for one in columns.split(",")]) if columns else chosen)


def _columns(of: Table, names: list[str]) -> Table:
    for name in names:
        if name not in of.columns:
            raise AssayError(f'the table has no column "{name}": {closest(name, of.columns)}')
    places = [of.columns.index(name) for name in names]
    lines = [type(line)([line.cells[place] for place in places], line.verdict) for line in of.lines]
    return Table(names, lines, {number for number, place in enumerate(places) if place in of.right})


def _table(wanted: str, sources: Sources) -> str:
    return _lines(tables.table(wanted, sources))


def _deciding(wanted: str, sources: Sources) -> str:
    return f"\n{deciding.render(read(sources.path(wanted)))}\n"


def _conformance(wanted: str, sources: Sources) -> str:
    return f"\n{conformance.render(conformance_of(sources.path(wanted)))}\n"


def _compare(wanted: str, sources: Sources) -> str:
    """ "DOCUMENT: OLD | NEW": two contestants of one run, as `assay compare` has them, and how many changed."""
    name, _, rest = wanted.partition(": ")
    old, _, new = rest.partition(" | ")
    document = sources.analysis(name).document
    threshold = options.standards("compare", "command")["threshold"]
    judged = judge(changes.within(document, old, new), threshold, document.plan.settings.confidence)
    (section,) = changed.sections(judged)
    # The sentences after the first one explain the table to somebody who has nothing else to read.
    return (_lines(section.table) if section.table else "\n") + f"{changed.summary(judged)}\n\n"


def _options(wanted: str, sources: Sources) -> str:
    return _lines(Table(page.COLUMNS, [Line(cells) for cells in page.rows(wanted)]))


def _lines(table: Table) -> str:
    """With an empty line on both sides, which Markdown wants between a comment and a table."""
    return "\n" + "\n".join(markdown.table(table)) + "\n\n"


def _figure(wanted: str, sources: Sources) -> str:
    name, _, rest = wanted.partition(": ")
    return figures.figure(sources.analysis(name), rest)


KINDS = (
    (SECTION, _section),
    (TABLE, _table),
    (DECIDING, _deciding),
    (CONFORMANCE, _conformance),
    (COMPARE, _compare),
    (OPTIONS, _options),
    (FIGURE, _figure),
)
