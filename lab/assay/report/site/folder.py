"""The results documents of a folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from assay.analysis.figures import Analysis, analyse
from assay.base.errors import AssayError
from assay.report.sections import title
from assay.results.document import Machine
from assay.results.folder import documents

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
    entries = [Entry(f"{one.path.stem}.html", analyse(one.document)) for one in documents([folder])]
    reserved = {INDEX, *(suite_page(entry.suite) for entry in entries)}
    for entry in entries:
        if entry.page in reserved:
            raise AssayError(f"{folder}: {entry.page} is a page of the site itself; rename the document of that name")
    return sorted(entries, key=lambda entry: (entry.analysis.document.created, entry.page), reverse=True)
