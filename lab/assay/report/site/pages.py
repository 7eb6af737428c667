"""The site's own pages: the index of suites and machines, and a suite by machine."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import urlencode

from assay.analysis.figures import Comparison
from assay.base import words
from assay.report.columns import COLUMNS
from assay.report.page import markup
from assay.report.page.assemble import assemble
from assay.report.site.folder import INDEX, Entry, suite_page
from assay.report.site.machines import Place, Shared

HEADS = ("date", "document", "machine", "system", "cells with a number", "blocks", "state")


def index(suites: dict[str, list[Entry]], shared: dict[str, list[Shared]]) -> str:
    entries = [entry for one in suites.values() for entry in one]
    machines = sorted({entry.machine for entry in entries})
    parts = [
        "<header><h1>Results</h1>",
        markup.paragraph(
            f"{words.many(len(entries), 'results document')} of {words.many(len(suites), 'suite')}, from "
            f"{words.many(len(machines), 'kind')} of machines: {'; '.join(machines)}."
        ),
        "</header><main>",
    ]
    for suite, documents in suites.items():
        parts.append(f"<section><h2>{escape(suite)}</h2>")
        parts.append(markup.table(f"Documents of {suite}", HEADS, [_document(entry) for entry in documents], {4, 5}))
        if shared[suite]:
            parts.append(
                f"<p>{markup.link(suite_page(suite), f'{suite} by machine')}: {escape(_outcome(shared[suite]))}</p>"
            )
        parts.append("</section>")
    return assemble("Results", {}, (), "\n".join([*parts, "</main>"]))


def _document(entry: Entry) -> list[str]:
    document = entry.analysis.document
    cells = [cell for cell in document.cells if not cell.harness]
    measured = sum(cell.status == "measured" for cell in cells)
    state = document.state + (", disturbed" if document.plan.request.disturbed else "")
    texts = [entry.machine, document.machine.system, f"{measured} of {len(cells)}", str(len(document.blocks)), state]
    name = entry.page.removesuffix(".html")
    return [escape(document.created[:10]), markup.link(entry.page, name), *map(escape, texts)]


def _outcome(shared: Sequence[Shared]) -> str:
    differing = sum(len(one.differing) for one in shared)
    ranks = sum(len(one.contestants) for one in shared)
    return f"{differing} of {words.many(ranks, 'rank')} differ between machines"


def suite(name: str, shared: Sequence[Shared]) -> str:
    parts = [
        f'<header><p class="home">{markup.link(INDEX, "All results")}</p><h1>{escape(name)} by machine</h1>',
        markup.paragraph(
            f"{_outcome(shared)}. Ranks are among the contestants that all of these machines measured; those that a "
            "machine does not tell apart share one. Times of different machines are not compared, versions may differ."
        ),
        "</header><main>",
        *(_section(one) for one in shared),
        "</main>",
    ]
    return assemble(f"{name} by machine", {}, (), "\n".join(parts))


def _section(shared: Shared) -> str:
    heads = ["contestant"]
    for place in shared.places:
        heads += [f"rank on {place.entry.machine}", "time/record"]
    differing = set(shared.differing)
    rows = [
        [
            escape(name),
            *(text for place in shared.places for text in _place(place, name)),
            "ranks differ" if name in differing else "",
        ]
        for name in shared.contestants
    ]
    sources = ", ".join(markup.link(p.entry.page, p.entry.page.removesuffix(".html")) for p in shared.places)
    reversed_pairs = [
        f"{one.first} is faster than {one.second} on {one.one}, and slower on {one.other}." for one in shared.reversals
    ]
    listed = "".join(f"<li>{escape(text)}</li>" for text in reversed_pairs)
    pairs = words.many(len(reversed_pairs), "pair")
    told = (
        f"<details><summary>{pairs} in opposite order, told apart on both machines</summary><ul>{listed}</ul></details>"
    )
    return "\n".join(
        [
            f"<section><h2>{escape(shared.title)}</h2><p class='quiet'>From {sources}.</p>",
            markup.table(shared.title, [*heads, ""], rows, set(range(1, len(heads)))),
            told if reversed_pairs else markup.paragraph("No two contestants change their order for sure."),
            "</section>",
        ]
    )


def _place(place: Place, name: str) -> list[str]:
    rank = markup.link(_cell_address(place.entry.page, place.comparison, name), str(place.ranks[name]))
    return [rank, escape(COLUMNS["time/record"].cell(place.rows[name]))]


def _cell_address(page: str, comparison: Comparison, contestant: str) -> str:
    """The address that shows one cell of a document's page (page/choice.js reads it)."""
    choice = {
        "workload": comparison.workload.base or comparison.workload.name,
        "records": comparison.workload.records,
        "operation": comparison.operation,
        "way": comparison.way.words,
        "cell": contestant,
    }
    return f"{page}#{urlencode({key: value for key, value in choice.items() if value})}"
