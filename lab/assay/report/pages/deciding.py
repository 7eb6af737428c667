"""The tables of the benchmark "time to a right verdict"."""

from __future__ import annotations

import statistics

from assay.base import words
from assay.base.tables import Line, Section, Table
from assay.report.exporters import markdown
from assay.results.deciding import Document, Trial

LEAST = 20  # trials of a row, from which on a share of wrong ones says something


def render(document: Document) -> str:
    """As part of a page in Markdown."""
    about, *tables, notes = sections(document)
    parts = [f"### {one.title}\n\n" + "\n".join(markdown.table(one.table)) for one in tables if one.table]
    return "\n\n".join([*about.notes, *parts, "\n".join(markdown.sentences(notes))]) + "\n"


def sections(document: Document) -> list[Section]:
    """Tables of all languages and of each, on a quiet and on a disturbed machine; first what was asked, last notes."""
    asked = document.asked
    found = [Section("", notes=[_about(document)], lead=True)]
    for busy in asked.disturbed:
        state = "disturbed" if busy else "quiet"
        here = [trial for trial in document.trials if trial.disturbed == busy]
        groups = {name: [t for t in here if t.language == language] for language, name in asked.contestants.items()}
        if sum(map(bool, groups.values())) > 1:
            groups = {"All languages": here, **groups}
        for title, trials in groups.items():
            if trials:
                rows = {tool: [t for t in trials if t.tool == tool] for tool in asked.tools}
                table = _table({tool: mine for tool, mine in rows.items() if mine}, asked.extras)
                found.append(Section(f"{title}, {state} machine", table))
    notes = [f"*{tool}* {facts.version}: {facts.rule}" for tool, facts in document.tools.items()]
    notes += [f"Not tried: {one.what}: {one.hint}" for one in document.missing]
    return [*found, Section("", notes=notes, lead=True)]


def _about(document: Document) -> str:
    asked, machine = document.asked, document.machine
    most = "" if _whole(document) else "at most "
    return (
        f"{document.created[:10]}, {machine.cpu}, {words.many(machine.cores, 'core')}, "
        f"{words.size(machine.memory_bytes)}, {machine.system}. {words.many(len(document.trials), 'trial')}: each pair "
        f"{most}{words.many(asked.repeats, 'time')} before each tool, {asked.records:,} records of {asked.workload}, "
        f"{asked.operation}, same within {words.percent(asked.margin)}."
        + (f" Disturbed is beside {document.load}." if any(asked.disturbed) else "")
    )


def _whole(document: Document) -> bool:
    """Whether all trials that were asked for are there; else the benchmark was stopped, and can go on."""
    asked = document.asked
    tried = {(trial.tool, trial.language) for trial in document.trials}
    return len(document.trials) >= len(tried) * len(asked.extras) * len(asked.disturbed) * asked.repeats


def _table(rows: dict[str, list[Trial]], extras: list[int]) -> Table:
    columns = ["tool", "seconds to a verdict", *(f"+{extra}%" for extra in extras), "wrong", "undecided"]
    lines = [Line([tool, *_cells(trials, extras)]) for tool, trials in rows.items()]
    return Table(columns, lines, set(range(1, len(columns))))


def _cells(trials: list[Trial], extras: list[int]) -> list[str]:
    """Median seconds; of each share of extra work how many said "slower"; how many were wrong, and undecided."""
    said = []
    for extra in extras:
        mine = [trial for trial in trials if trial.extra == extra]
        said.append(f"{sum(trial.verdict == 'slower' for trial in mine)} of {len(mine)}" if mine else "–")
    counts = [sum(trial.judgement == word for trial in trials) for word in ("wrong", "undecided")]
    seconds = statistics.median(trial.seconds for trial in trials)
    return [words.three(seconds), *said, *(_share(count, len(trials)) for count in counts)]


def _share(count: int, all_of_them: int) -> str:
    share = f" ({count / all_of_them:.0%})" if all_of_them >= LEAST else ""
    return f"{count} of {all_of_them}{share}"
