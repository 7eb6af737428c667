"""All that is to be said of one document."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.catalog.catalog import Catalog
from assay.check import accepted, figures, origins, private, rules, structure
from assay.check.finding import Finding
from assay.results import beside, conformance, deciding, store
from assay.results.document import Document

# Of what a document of an earlier form breaks these, the lab of its time did not know better.
OF_THEIR_TIME = {"lane", "contestant"}


def judge(path: Path, catalog: Catalog, names: Sequence[str] = ()) -> list[Finding]:
    """The findings and notes of the document in a file. AssayError where it holds none.

    ``names``: words that must not be in it.
    """
    if found_there := _without_cells(path):
        return list(private.findings(found_there, names))
    document = store.read_as_it_is(path)
    raw = store.parsed(path.read_text(encoding="utf-8"), path, parse_constant=partial(_no_number, path))
    found = [*private.findings(raw, names), *_of_document(document, catalog)]
    if document.migrated_from is not None:
        why = f"written in version {document.migrated_from} of the form, by the lab of its time"
        found = [one.as_note(why) if one.rule in OF_THEIR_TIME and not one.note else one for one in found]
    return accepted.applied(found, path.name, accepted.read(path.parent))


def _without_cells(path: Path) -> dict[str, Any] | None:
    """A document of a command whose findings are no cells, so that there is nothing to judge; None for a run's."""
    for module in (deciding, conformance):
        if beside.is_of(path, module.FORMAT):
            module.read(path)
            whole: dict[str, Any] = store.parsed(path.read_bytes(), path)
            return whole
    return None


def _no_number(path: Path, word: str) -> None:
    raise AssayError(f"{path}: not a results document: {word} is not a JSON number")


def _of_document(document: Document, catalog: Catalog) -> list[Finding]:
    """Each step can rely on those before it: what does not hold together is not analysed."""
    if broken := list(structure.findings(document)):
        return broken
    found = [
        *rules.findings(document),
        *origins.of_contestants(document, catalog),
        *origins.of_data(document, catalog),
    ]
    if odd := list(figures.findings(document)):
        return [*found, *odd]
    return [*found, *rules.of_control(document)]
