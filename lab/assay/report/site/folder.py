"""The results documents of a folder."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from assay.errors import AssayError
from assay.report.analysis import Analysis, analyse
from assay.report.sections import title
from assay.results import store
from assay.results.document import FORMAT, Machine

INDEX = "index.html"


@dataclass(frozen=True)
class Entry:
    """One document. ``page``: the name of its file in the site."""

    page: str
    analysis: Analysis

    @property
    def suite(self) -> str:
        return title(self.analysis)

    @property
    def machine(self) -> str:
        return kind(self.analysis.document.machine)


def kind(machine: Machine) -> str:
    """Machines of one kind are compared as if they were one."""
    return f"{machine.cpu}, {machine.cores} cores"


def suite_page(suite: str) -> str:
    return f"suite-{re.sub(r'[^a-zA-Z0-9_.-]+', '-', suite)}.html"


def read(folder: Path) -> list[Entry]:
    """The newest first. AssayError where there is none, where one is broken, or where two would share a page."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError as error:
        raise AssayError(f"{folder}: cannot read the folder: {error.strerror}") from None
    entries = [Entry(f"{path.stem}.html", analyse(store.read(path))) for path in paths if not _of_other_format(path)]
    if not entries:
        raise AssayError(f"{folder}: no results document (*.json) is in this folder; assay run makes them")
    reserved = {INDEX, *(suite_page(entry.suite) for entry in entries)}
    for entry in entries:
        if entry.page in reserved:
            raise AssayError(f"{folder}: {entry.page} is a page of the site itself; rename the document of that name")
    return sorted(entries, key=lambda entry: (entry.analysis.document.created, entry.page), reverse=True)


def _of_other_format(path: Path) -> bool:
    """Whether it is a whole document of something else; what is no document at all is `store.read`'s to refuse."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return not isinstance(content, dict) or content.get("format") != FORMAT
