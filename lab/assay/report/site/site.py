"""Writes the site of a folder."""

from __future__ import annotations

from pathlib import Path

from assay.base.errors import AssayError
from assay.report.page import document
from assay.report.site import pages
from assay.report.site.folder import INDEX, Entry, read, suite_page
from assay.report.site.machines import shared

PLACE = "site"


def write(folder: Path, output: Path | None) -> Path:
    """The path of its index. ``output`` is made where it is missing; by default it is a folder in the other one.

    AssayError where the folder holds no document, or the site cannot be written.
    """
    place = output or folder / PLACE
    suites: dict[str, list[Entry]] = {}
    for entry in read(folder):
        suites.setdefault(entry.suite, []).append(entry)
    by_machine = {suite: shared(entries) for suite, entries in suites.items()}
    files = {INDEX: pages.index(suites, by_machine)}
    files |= {suite_page(suite): pages.suite(suite, found) for suite, found in by_machine.items() if found}
    for entries in suites.values():
        files |= {entry.page: document.render(entry.analysis, INDEX) for entry in entries}
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (place / name).write_text(content, encoding="utf-8")
    except OSError as error:
        raise AssayError(f"{place}: cannot write the site: {error.strerror}") from None
    return place / INDEX
