"""The page of sections as they stand: tables, charts, courses, flamegraphs to zoom and search."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from typing import Any

from assay.base.tables import Call, Flames, Section
from assay.report.page.assemble import assemble
from assay.report.page.markup import paragraph, table
from assay.report.page.packing import Strings

STYLES = ("base", "tables", "flames", "narrow", "print")
KEYS = "Arrow keys go from call to call, Enter zooms into one, Escape out again, / searches."


def render(title: str, parts: Sequence[Section]) -> str:
    """``title``: where it is empty, the first section's."""
    flames = [part for part in parts if part.flames]
    title = title or next((part.title for part in parts if part.title), "Results")
    body = [f"<h1>{escape(title)}</h1>"]
    for part in parts:
        if part.flames and part is flames[0]:
            body += [_legend(part.flames), paragraph(KEYS)]
        body.append(_section(part, f"graph-{flames.index(part)}" if part in flames else ""))
    if not flames:
        return assemble(title, {}, (), f"<main>{''.join(body)}</main>", STYLES)
    main = f'<main aria-busy="true">{"".join(body)}</main>'
    texts = Strings()
    graphs = [_graph(f"graph-{number}", part.title, part.flames, texts) for number, part in enumerate(flames)]
    data = {"graphs": graphs, "texts": texts.all}
    return assemble(title, data, ("dom", "embedded", "words", "flames"), main, STYLES)


def _section(section: Section, place: str) -> str:
    head = f"<h2>{escape(section.title)}</h2>" if section.title else ""
    made = []
    if place:
        made.append(f'<div id="{place}"></div>')
    if section.chart or section.course:
        from assay.report import charts  # takes a second to load

        drawn = base64.b64encode(charts.saved(charts.draw("", [section]), "svg")).decode()
        # As a picture, which the styles of the page leave alone; its figures stand in the table.
        made.append(f'<img class="drawn" alt="{escape(section.title)}" src="data:image/svg+xml;base64,{drawn}">')
    if section.table and not section.lead:
        rows = [[escape(cell) for cell in line.cells] for line in section.table.lines]
        made.append(table(section.title, section.table.columns, rows, section.table.right))
    made += [paragraph(f"{one.name}: {one.status}: {one.reason}") for one in section.failures]
    made += map(paragraph, section.notes)
    return f"<section>{head}{''.join(made)}</section>" if head else "".join(made)


def _graph(place: str, title: str, flames: Flames | None, texts: Strings) -> dict[str, Any]:
    assert flames is not None
    return {"id": place, "title": title, "root": _packed(flames.root, flames, texts)}


def _packed(call: Call, flames: Flames, texts: Strings) -> list[Any]:
    """As the script reads it: name, what is said of it, colour, value, children."""
    said = [texts.place(text) for text in (call.name, flames.said(call), flames.colour(call))]
    return [*said, float(f"{call.value:.5g}"), [_packed(child, flames, texts) for child in call.children]]


def _legend(flames: Flames) -> str:
    if flames.other:
        return paragraph("Red: more time a record than in the other; blue: less; white: the same.")
    rows = (
        f'<li><span class="swatch" style="background-color:{colour}"></span>{escape(words)}</li>'
        for words, colour in flames.legend
    )
    return f'<ul class="kinds">{"".join(rows)}</ul>'
