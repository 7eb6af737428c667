"""Checks the links of Markdown pages to files and headings of this repository: `lint/run python lint/links.py`.

Always of all pages, since a heading that is renamed breaks links of other pages. Links to other sites are not followed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

PARSER = MarkdownIt("commonmark")
# What GitHub leaves out of a heading to make its anchor.
NO_ANCHOR = re.compile(r"[^\w\- ]")


class Page:
    """``anchors``: of its headings. ``links``: their targets, each with the line where its paragraph begins."""

    def __init__(self, text: str) -> None:
        tokens = PARSER.parse(text)
        self.anchors = set(_anchors(tokens))
        self.links = list(_links(tokens))


def _anchors(tokens: list[Token]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            said = "".join(part.content for part in inline.children or [] if part.type in ("text", "code_inline"))
            anchor = NO_ANCHOR.sub("", said.lower()).replace(" ", "-")
            times = seen.get(anchor, 0)
            seen[anchor] = times + 1
            yield f"{anchor}-{times}" if times else anchor


def _links(tokens: list[Token]) -> Iterator[tuple[int, str]]:
    for token in tokens:
        line = token.map[0] + 1 if token.map else 0
        for part in token.children or []:
            target = part.attrGet("href") or part.attrGet("src")
            if target is not None:
                yield line, str(target)


def findings(root: Path, names: list[str]) -> list[str]:
    """What is wrong, a line each: the page, the line, the link, and what is not there."""
    pages = {(root / name).resolve(): Page((root / name).read_text(encoding="utf-8")) for name in names}
    found = []
    for name in names:
        path = (root / name).resolve()
        for line, target in pages[path].links:
            if wrong := _wrong(path, target, pages, root.resolve()):
                found.append(f"{name}:{line}: {target}: {wrong}")
    return found


def _wrong(page: Path, target: str, pages: dict[Path, Page], root: Path) -> str:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return ""
    other = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not other.is_relative_to(root):
        return "the link leaves the repository"
    if not other.exists():
        return "no such file; correct the path"
    if parts.fragment and other in pages and unquote(parts.fragment) not in pages[other].anchors:
        return "that page has no such heading; correct the part after #"
    return ""


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "-z", "--", "*.md"], capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split("\0")[:-1] if Path(name).exists()]
    found = findings(Path(), names)
    print("\n".join(found), file=sys.stderr if found else sys.stdout, end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main())
