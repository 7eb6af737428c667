"""Flamegraphs as one SVG file: callers above what they call, as wide as their share; names in full as tooltips."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from assay.base import words
from assay.languages.sampling.stacks import KINDS, Kind
from assay.profile.graph import Graph
from assay.profile.tree import Node, boxes

WIDTH = 1200
ROW = 18
MARGIN = 10
HEAD = 30
LETTER = 6.6  # pixels, of the font below
LEAST = 0.3  # pixels, below which nothing is seen
COLOURS: dict[Kind, str] = {
    "library": "#f4a261",
    "adapter": "#8fd19e",
    "kit": "#9ec5e8",
    "runtime": "#f2d479",
    "system": "#d3b3e8",
    "other": "#c2c8cd",
}
BRIEF = re.compile(r"[^:]*(?:::\{[^:]*\})?$")  # a function alone, a closure with the one that it is in
STRONGEST = 0.25  # of all, from which a change has the deepest colour


def render(title: str, graphs: Sequence[Graph]) -> str:
    parts: list[str] = []
    top = HEAD - 8
    for graph in graphs:
        parts.append(_text(MARGIN, top, graph.title, "heading"))
        top += 8
        parts += _picture(graph, top)
        top += graph.root.depth * ROW + HEAD
    parts += _legend(graphs, top)
    height = top + ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img"><title>{escape(title)}</title>'
        "<style>text{font:11px ui-monospace,Menlo,Consolas,monospace;fill:#1b1f23}"
        ".heading{font-weight:bold;font-size:13px}</style>"
        f'<rect width="{WIDTH}" height="{height}" fill="#fdfdfc"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _picture(graph: Graph, top: float) -> list[str]:
    found = []
    wide = WIDTH - 2 * MARGIN
    for node, left, share, row in boxes(graph.root):
        width = share * wide
        if width >= LEAST:
            x, y = MARGIN + left * wide, top + row * ROW
            found.append(
                f'<g><title>{escape(_words(graph, node))}</title><rect x="{x:.1f}" y="{y:.0f}" '
                f'width="{max(width - 0.5, LEAST):.1f}" height="{ROW - 1}" fill="{_colour(graph, node)}"/>'
                f"{_text(x + 3, y + 13, _fitting(node.frame.shown, width))}</g>"
            )
    return found


def _words(graph: Graph, node: Node) -> str:
    share = words.percent(node.value / graph.root.value)
    change = ""
    if node.change:
        change = f", {graph.amount(abs(node.change))} {'more' if node.change > 0 else 'less'} than {graph.other}"
    return f"{node.frame.shown}: {share}, {graph.amount(node.value)} a record{change}"


def _colour(graph: Graph, node: Node) -> str:
    if node.change is None:
        return COLOURS[node.frame.kind] if node is not graph.root else "#d5d9dc"
    strength = min(1.0, abs(node.change) / graph.root.value / STRONGEST) ** 0.6
    rest = round(255 - 125 * strength)
    return f"rgb(255,{rest},{rest})" if node.change > 0 else f"rgb({rest},{round(255 - 75 * strength)},255)"


def _legend(graphs: Sequence[Graph], top: float) -> list[str]:
    if graphs[0].other:
        return [_text(MARGIN, top, "red: more time a record than in the other; blue: less; white: the same")]
    there = {node.frame.kind for graph in graphs for node, *_ in boxes(graph.root) if node is not graph.root}
    found, left = [], float(MARGIN)
    for kind in (kind for kind in KINDS if kind in there):
        found.append(f'<rect x="{left:.0f}" y="{top - 10:.0f}" width="12" height="12" fill="{COLOURS[kind]}"/>')
        found.append(_text(left + 17, top, KINDS[kind]))
        left += 35 + LETTER * len(KINDS[kind])
    return found


def _fitting(text: str, width: float) -> str:
    letters = int((width - 5) / LETTER)
    if letters < len(text) and "::" in text:  # the path before the name says less than the name
        text = BRIEF.search(text)[0]  # type: ignore[index]  # it always matches
    if letters >= len(text):
        return text
    return f"{text[: letters - 1]}…" if letters > 2 else ""


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.0f}"{named}>{escape(text)}</text>' if text else ""
