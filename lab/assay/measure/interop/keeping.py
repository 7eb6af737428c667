"""The matrix of a finished run: made of the same contestants and records, and kept in its document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.base.errors import AssayError
from assay.catalog.catalog import Catalog
from assay.measure.selection.select import Selection, check_same, select
from assay.results.document import Cell, Document


def selection_of(catalog: Catalog, document: Document, path: Path) -> Selection:
    """What the run measured. AssayError where this checkout has other versions or records, or the data is not here."""
    request = document.plan.request
    if document.imported or request.data:
        data = request.data.name if request.data else "records of another harness"
        raise AssayError(f"{path}: was measured with {data}, which a document does not hold: no matrix can be made")
    names = [one.name for one in document.contestants if one.name in {cell.contestant for cell in _own(document)}]
    selection = select(catalog, request.model_copy(update={"contestants": names}))
    check_same(document, selection, path)
    return selection


def _own(document: Document) -> Iterator[Cell]:
    return (cell for cell in document.cells if not cell.harness)
