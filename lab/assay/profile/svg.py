"""Flamegraphs as one SVG file: callers above what they call, as wide as their share; names in full as tooltips."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from assay.profile.graph import Graph, legend
from assay.profile.tree import boxes

WIDTH = 1200
ROW = 18
MARGIN = 10
HEAD = 30
LETTER = 6.6  # pixels, of the font below
LEAST = 0.3  # pixels, below which nothing is seen
BRIEF = re.compile(r"[^:]*(?:::\{[^:]*\})?$")  # a function alone, a closure with the one that it is in


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
                f'<g><title>{escape(f"{node.name}: {graph.said(node)}")}</title><rect x="{x:.1f}" y="{y:.0f}" '
                f'width="{max(width - 0.5, LEAST):.1f}" height="{ROW - 1}" fill="{graph.colour(node)}"/>'
                f"{_text(x + 3, y + 13, _fitting(node.frame.shown, width))}</g>"
            )
    return found


def _legend(graphs: Sequence[Graph], top: float) -> list[str]:
    if graphs[0].other:
        return [_text(MARGIN, top, "red: more time a record than in the other; blue: less; white: the same")]
    found, left = [], float(MARGIN)
    for said, colour in legend(graphs):
        found.append(f'<rect x="{left:.0f}" y="{top - 10:.0f}" width="12" height="12" fill="{colour}"/>')
        found.append(_text(left + 17, top, said))
        left += 35 + LETTER * len(said)
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
