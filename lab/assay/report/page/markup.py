"""HTML that several pages share. What is called safe is HTML already; every other text is escaped here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape


def link(address: str, text: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> str:
    """``rows`` are safe; the first cell of each names it. It scrolls by itself where it is wider than the page."""
    kind = [' class="right"' if number in right else "" for number in range(len(heads))]
    top = "".join(f'<th scope="col"{kind[number]}>{escape(head)}</th>' for number, head in enumerate(heads))
    lines = "\n".join(_row(row, kind) for row in rows)
    name = escape(caption)
    return (
        f'<div class="scrolling" role="region" aria-label="{name}" tabindex="0"><table class="plain">'
        f'<caption class="unseen">{name}</caption>'
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{lines}\n</tbody></table></div>"
    )


def _row(cells: Sequence[str], kind: Sequence[str]) -> str:
    rest = "".join(f"<td{kind[number]}>{cell}</td>" for number, cell in enumerate(cells) if number)
    return f'<tr><th scope="row"{kind[0]}>{cells[0]}</th>{rest}</tr>'


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"
