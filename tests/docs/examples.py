"""The commands that pages show, read out of their Markdown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click
from markdown_it import MarkdownIt

from assay.base.errors import AssayError
from assay.catalog.catalog import Catalog
from assay.cli.main import app

# `./assay run …` is there to be typed; `assay run [SUITE] …` shows a form, or speaks of a command.
TYPED = re.compile(r"^(?P<variables>(?:[A-Z_]+=\S+ )*)\./assay (?P<rest>.*)$")
NAMED = re.compile(r"(?:^|[\s`])assay (?P<rest>[a-z]+\b[^`]*)")
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
ENDS = {"|", "||", "&&", ";", ">", ">>"}
PLACEHOLDER = re.compile(r".*(\b[A-Z]+\b|<).*")  # SUITE, java/NAME, <language>/<name>


@dataclass(frozen=True)
class Example:
    """``typed``: it can be typed as it is. ``line``: where its code, or its paragraph, begins on the page."""

    line: int
    text: str
    typed: bool
    variables: str = ""

    @property
    def words(self) -> list[str]:
        """Those of the command itself: without comments, and what other programs do with its output."""
        lexer = shlex.shlex(self.text, posix=True, punctuation_chars="|&;>")
        lexer.whitespace_split = True
        words = list(lexer)
        return words[: next((at for at, word in enumerate(words) if word in ENDS), len(words))]


def found(page: str) -> Iterator[Example]:
    """The examples of a page, in code blocks and within sentences."""
    for token in MarkdownIt("commonmark").parse(page):
        line = token.map[0] + 1 if token.map else 0
        block = token.type in ("fence", "code_block")
        if block:
            codes = token.content.replace("\\\n", " ").splitlines()
        else:
            codes = [part.content for part in token.children or [] if part.type == "code_inline"]
        for code in codes:
            if match := TYPED.match(code):
                # In a sentence a command alone is its name.
                yield Example(line, match["rest"], block or " " in match["rest"], match["variables"])
            elif match := NAMED.search(code):
                yield Example(line, match["rest"], False)


def problem(example: Example, catalog: Catalog) -> str:
    """Why the command would not be understood; empty where it would be. Nothing of it is run."""
    try:
        if example.typed and "<" not in example.text:
            return _parsed(example, catalog)
        command = _command(example.text.split()[0])
        known = {flag for one in command.params for flag in (*one.opts, *one.secondary_opts)}
        unknown = [flag for flag in FLAG.findall(example.text) if flag not in known]
        return f"no such option: {', '.join(unknown)}" if unknown else ""
    except (click.ClickException, AssayError, ValueError) as error:
        return error.format_message() if isinstance(error, click.ClickException) else str(error)


def _command(name: str) -> click.Command:
    command = app.get_command(click.Context(app), name)
    assert command is not None  # an unknown one is a UsageError
    return command


def _parsed(example: Example, catalog: Catalog) -> str:
    name, *rest = example.words
    if PLACEHOLDER.fullmatch(name):
        return ""
    values = _command(name).make_context(name, rest).params
    own = "ASSAY_CATALOG=" in example.variables  # with contestants of the reader's
    names = [(kind, one) for kind in ("suite", "workload", "contestant") for one in _named(values, kind)]
    for kind, one in names:
        if not (PLACEHOLDER.fullmatch(one) or own):
            getattr(catalog, kind)(one)
    return ""


def _named(values: dict[str, Any], kind: str) -> list[str]:
    """What the command names of the catalog, by an option of one or of several."""
    given = [values.get(kind) or [], values.get(f"{kind}s") or []]
    return [one for value in given for one in ([value] if isinstance(value, str) else value)]
