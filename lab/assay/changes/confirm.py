"""Suspects measured again, in fresh blocks: what has become slower by chance is not slower twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from assay.analysis.changes import Change
from assay.analysis.judged import Judged, confirmed
from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog.catalog import Catalog
from assay.measure.run import Show, run, unseen
from assay.results.document import Document
from assay.results.request import Request


def again(
    catalog: Catalog,
    document: Document,
    first: Judged,
    judged: Callable[[Document], Judged],
    beside: Path,
    progress: Progress,
    *,
    show: Show = unseen,
    **other: Any,
) -> Judged:
    """The judgement of ``document`` with what fresh blocks say of its suspects, by what ``judged`` says of these.

    The fresh run's document goes to `fresh_path`. ``other``: fields of its request that differ.
    """
    if not first.suspects:
        return first
    request = _narrowed(document, first.suspects).model_copy(update=other)
    progress.say(f"{len(first.suspects)} slower: measuring again, in fresh blocks")
    return confirmed(first, judged(run(catalog, request, fresh_path(beside), progress, show)))


def fresh_path(beside: Path) -> Path:
    """Of the document of fresh blocks, beside that path."""
    return beside.with_name(f"{beside.stem}-again.json")


def as_then(catalog: Catalog, document: Document, suspects: Sequence[Change]) -> dict[str, Any]:
    """What the request for the suspects of an earlier run differs in: they are measured beside its baseline alone.

    AssayError where this checkout does not have what was measured, or the data is a file of the user's own.
    """
    asked = document.plan.request
    if asked.data is not None:
        raise AssayError(
            f"{asked.data.name}: the document does not say where this file is, so its cells cannot be measured again: "
            "measure them with assay run, and compare that"
        )
    names = sorted({document.plan.baseline, *(change.contestant for change in suspects)})
    for name in names:
        there = catalog.contestants.get(name)
        then = document.contestant(name).version
        if there is None or there.manifest.version != then:
            now = f"has {there.manifest.version} of it" if there else "does not have it"
            raise AssayError(
                f"{name} was measured in version {then}, and this checkout {now}: it cannot be confirmed here"
            )
    return {"languages": None, "formats": None, "contestants": names, "baseline": document.plan.baseline}


def _narrowed(document: Document, suspects: Sequence[Change]) -> Request:
    """The request of a run, for the workloads and operations of suspects."""
    asked = document.plan.request
    workloads = [document.workload(change.subject[0]) for change in suspects]
    return asked.model_copy(
        update={
            "workloads": sorted({facts.base or facts.name for facts in workloads}) if asked.data is None else None,
            "operations": sorted({change.subject[1] for change in suspects}),
            "records": sorted({facts.records for facts in workloads}),
            "settings": asked.settings.model_copy(update={"process_rounds": 0}),
        }
    )
