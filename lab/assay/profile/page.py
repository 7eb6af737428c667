"""A profile as one HTML file that needs no network: flamegraphs to zoom and search, and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from assay.base.tables import Section
from assay.languages.sampling.stacks import KINDS
from assay.profile.graph import Graph
from assay.profile.svg import COLOURS
from assay.profile.tree import Node, boxes
from assay.report.page.assemble import assemble
from assay.report.page.packing import Strings
from assay.report.site.markup import paragraph, table

SCRIPTS = ("embedded", "dom", "flames")
STYLES = ("base", "tables", "flames", "narrow", "print")
KEYS = "Arrow keys go from call to call, Enter zooms into one, Escape out again, / searches."


def render(title: str, notes: Sequence[str], graphs: Sequence[Graph], sections: Sequence[Section]) -> str:
    """``notes``: what is said of the whole; ``sections``: tables, in their order below the pictures."""
    names = Strings()
    drawn = [
        {
            "id": f"graph-{number}",
            "title": graph.title,
            "unit": graph.unit,
            "other": graph.other,
            "root": _packed(graph.root, graph.root.value, names),
        }
        for number, graph in enumerate(graphs)
    ]
    parts = [f"<h1>{escape(title)}</h1>", *map(paragraph, notes), _legend(graphs), paragraph(KEYS)]
    for number, graph in enumerate(graphs):
        parts.append(f'<section><h2>{escape(graph.title)}</h2><div id="graph-{number}"></div></section>')
    parts += map(_section, sections)
    body = f'<main aria-busy="true">{"".join(parts)}</main>'
    data = {"graphs": drawn, "names": names.all, "colours": COLOURS}
    return assemble(title, data, SCRIPTS, body, STYLES)


def _packed(node: Node, whole: float, names: Strings) -> list[Any]:
    """As the script reads it: name, kind, value, change as a share of the picture, children."""
    change = None if node.change is None else round(node.change / whole, 5)
    children = [_packed(child, whole, names) for child in node.children]
    return [names.place(node.frame.shown), node.frame.kind, float(f"{node.value:.5g}"), change, children]


def _legend(graphs: Sequence[Graph]) -> str:
    if graphs[0].other:
        return paragraph("Red: more time a record than in the other; blue: less; white: the same.")
    there = {node.frame.kind for graph in graphs for node, *_ in boxes(graph.root) if node is not graph.root}
    rows = (
        f'<li><span class="swatch" style="background-color:{COLOURS[kind]}"></span>{escape(words)}</li>'
        for kind, words in KINDS.items()
        if kind in there
    )
    return f'<ul class="kinds">{"".join(rows)}</ul>'


def _section(section: Section) -> str:
    notes = "".join(map(paragraph, section.notes))
    if section.table is None:
        return notes
    rows = [[escape(cell) for cell in line.cells] for line in section.table.lines]
    made = table(section.title, section.table.columns, rows, section.table.right)
    return f"<section><h2>{escape(section.title)}</h2>{made}{notes}</section>"
