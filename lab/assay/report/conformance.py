"""Who conforms to a format's rows, and who does what instead: of `assay conform`, and of its documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from assay.base import words
from assay.base.tables import Failure, Line, Section, Table
from assay.report.exporters import markdown
from assay.results.conformance import AGAINST, Document, Finding, Outcome, Subject

TITLE = "Conformance"
COLUMNS: dict[Outcome, str] = {
    "differs": "differs",
    "refuses": "refuses",
    "hangs": "hangs",
    "dies": "dies",
    "takes": "takes too much",
}
AGREES, LACKS, BY_DESIGN = "agrees", "lacks", "by design"
FINE = (AGREES, LACKS, BY_DESIGN)
ALL = "✓"  # of a topic on whose rows a contestant agrees, each
BY = {"strict": "by the strict reading only", "lenient": "by the lenient reading only", "letter": "by the letter"}
NOTES = [
    "*Agrees*: gives the value where the row has one, and an error where it wants one, by the strict or by the lenient "
    "reading; *leniently*: by the lenient one only. *Differs*: gives another value, or one where there is none. "
    "*Refuses*: an error where there is a value. *By design*: any of these, and the contestant's manifest says why. "
    "*Lacks*: the library, or the contestant's adapter, has no such thing, which is no fault.",
    "Memory is the resident set of the whole process beyond that after its start and its first records. Runtimes "
    "collect garbage when they see fit, so a row that takes too much is asked again in a fresh process, and what it "
    "takes there counts; so it is with rows that hang or die.",
]


def render(document: Document) -> str:
    """As part of a page in Markdown, without the single rows."""
    about, *parts, notes = sections(document)
    tables = [
        "\n\n".join([f"### {one.title}", *one.notes, "\n".join(markdown.table(one.table))])
        for one in parts
        if one.table and not one.reference
    ]
    missing = [f"- {one.name} is {one.status}: {one.reason}" for part in parts for one in part.failures]
    return "\n\n".join([*about.notes, *tables, *missing, "\n".join(markdown.sentences(notes))]) + "\n"


def sections(document: Document) -> list[Section]:
    """First what was asked, then how each did, in all, by category and by topic, then every row; last notes."""
    asked = [one for one in document.subjects if one.status == "asked"]
    missing = [Failure(one.name, one.status, one.reason) for one in document.subjects if one.status != "asked"]
    numbered = ", ".join(f"{number} {one.name} {one.version}" for number, one in enumerate(asked, 1))
    return [
        Section("", notes=[_about(document)], lead=True),
        Section("All rows", _totals(asked), missing),
        Section("By category: rows that it agrees on, of those that it has", _categories(document, asked)),
        Section("Who does what", _topics(document, asked), notes=[f"Contestants: {numbered}."] if asked else []),
        Section("Row by row", _rows(asked), reference=True),
        Section("", notes=NOTES, lead=True),
    ]


@dataclass(frozen=True)
class Change:
    """What has become of a row for a contestant, in words. ``worse``: it speaks against it now, and did not before."""

    contestant: str
    row: str
    before: str
    now: str
    worse: bool


def changed(old: Document, new: Document) -> list[Change]:
    """Of the rows that a contestant was asked in both documents, those that speak against it in one only.

    What it lacked before it cannot have lost.
    """
    found = []
    before = {one.name: one for one in old.subjects}
    for one in new.subjects:
        if one.name in before:
            was, now = _said(before[one.name]), _said(one)
            both = {row.id for row in old.asked_of(before[one.name])} & {row.id for row in new.asked_of(one)}
            for row in sorted(both & (was.keys() | now.keys())):
                then, here = was.get(row, AGREES), now.get(row, AGREES)
                if (then in FINE) != (here in FINE):
                    found.append(Change(one.name, row, then, here, here not in FINE and then != LACKS))
    return found


def of_changes(changes: Sequence[Change]) -> Section:
    lines = [
        Line([one.contestant, one.row, one.before, one.now], "slower" if one.worse else "faster") for one in changes
    ]
    notes = [] if lines else ["On every row each contestant of both documents does what it did."]
    return Section(
        "Changes", Table(["contestant", "row", "before", "now"], lines, names=(0, 1)) if lines else None, notes=notes
    )


def _said(subject: Subject) -> dict[str, str]:
    """By row: what a contestant does, in a word."""
    return {one.row: BY_DESIGN if one.design else COLUMNS.get(one.outcome, one.outcome) for one in subject.findings}


def _about(document: Document) -> str:
    machine, limits = document.machine, document.limits
    return (
        f"{document.created[:10]}, {machine.cpu}, {words.many(machine.cores, 'core')}, {machine.system}. "
        f"{len(document.rows):,} rows; each has {limits.seconds:g} s, and {words.size(limits.more_bytes)} above what "
        "the process had at its start."
    )


def _totals(subjects: Sequence[Subject]) -> Table:
    columns = ["contestant", "version", "rows", "agrees", "leniently", *COLUMNS.values(), BY_DESIGN, LACKS]
    lines = []
    for one in subjects:
        said = Counter(finding.outcome for finding in one.findings if not finding.design)
        leniently = sum(finding.reading == "lenient" for finding in one.findings)
        design = sum(bool(finding.design) for finding in one.findings)
        numbers = [leniently, *(said[outcome] for outcome in COLUMNS), design, said["lacks"]]
        agrees = one.asked - sum(finding.outcome != "agrees" for finding in one.findings)
        verdict = "missed" if any(finding.counts for finding in one.findings) else "met"
        shown = [str(number) if number else words.NONE for number in numbers]
        lines.append(Line([one.name, one.version, str(one.asked), str(agrees), *shown], verdict))
    return Table(columns, lines, set(range(2, len(columns))))


def _categories(document: Document, subjects: Sequence[Subject]) -> Table:
    names = list(dict.fromkeys(row.category for row in document.rows))
    lines = []
    for one in subjects:
        asked = Counter(row.category for row in document.asked_of(one))
        off = Counter(finding.category for finding in one.findings if finding.outcome in AGAINST)
        lacks = Counter(finding.category for finding in one.findings if finding.outcome == "lacks")
        cells = []
        for name in names:
            has = asked[name] - lacks[name]
            cells.append(f"{has - off[name]}/{has}" if has else words.NONE)
        lines.append(Line([one.name, *cells]))
    return Table(["contestant", *names], lines, set(range(1, len(names) + 1)))


def _topics(document: Document, subjects: Sequence[Subject]) -> Table:
    """A line for each topic on which somebody does not agree: what each does instead, and on how many of its rows."""
    topics: dict[tuple[str, str], set[str]] = {}
    for row in document.rows:
        topics.setdefault(row.topic, set()).add(row.id)
    found = [{finding.row: finding for finding in one.findings} for one in subjects]
    asked = [{row.id for row in document.asked_of(one)} for one in subjects]
    lines = []
    for (place, shows), ids in topics.items():
        here = [[of[row] for row in sorted(ids & of.keys())] for of in found]
        if any(finding.outcome in AGAINST for findings in here for finding in findings):
            cells = [_cell(findings, len(ids & mine)) for findings, mine in zip(here, asked, strict=True)]
            lines.append(Line([place, shows, str(len(ids)), *cells]))
    columns = ["rows", "show", "n", *(str(number) for number in range(1, len(subjects) + 1))]
    return Table(columns, lines, {2}, names=(0, 1))


def _cell(findings: Sequence[Finding], asked: int) -> str:
    counts: Counter[Outcome] = Counter(finding.outcome for finding in findings if finding.outcome != "agrees")
    if not asked or counts["lacks"] == asked:
        return words.NONE
    if not any(counts[outcome] for outcome in AGAINST):
        return ALL
    said = [
        COLUMNS[outcome] + (f" {counts[outcome]}" if counts[outcome] < asked else "")
        for outcome in AGAINST
        if counts[outcome]
    ]
    return ", ".join(said)


def _rows(subjects: Sequence[Subject]) -> Table:
    """Every row on which somebody does not simply agree."""
    lines = [
        Line([one.name, finding.row, _word(finding), _how(finding)])
        for one in subjects
        for finding in one.findings
        if finding.outcome != "lacks"
    ]
    return Table(["contestant", "row", "says", "how"], lines, names=(0, 1))


def _word(finding: Finding) -> str:
    word = COLUMNS.get(finding.outcome, finding.outcome)
    return f"{word}, by design" if finding.design else word


def _how(finding: Finding) -> str:
    return finding.design or finding.how or BY.get(finding.reading, "")
