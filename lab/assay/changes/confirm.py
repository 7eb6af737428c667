"""Suspects measured again, in fresh blocks: what has become slower by chance is not slower twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assay.analysis.changes import Change
from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog.catalog import Catalog
from assay.measure.run import run
from assay.results.document import Document


def again(
    catalog: Catalog, document: Document, suspects: Sequence[Change], output: Path, progress: Progress
) -> Document:
    """Measure the suspects of a run again, beside its baseline, as they were measured then.

    AssayError where this checkout does not have what was measured, or the data is a file of the user's own.
    """
    asked = document.plan.request
    if asked.data is not None:
        raise AssayError(
            f"{asked.data.name}: the document does not say where this file is, so its cells cannot be measured again; "
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
    workloads = [document.workload(change.subject[0]) for change in suspects]
    request = asked.model_copy(
        update={
            "languages": None,
            "formats": None,
            "contestants": names,
            "workloads": sorted({facts.base or facts.name for facts in workloads}),
            "operations": sorted({change.subject[1] for change in suspects}),
            "records": sorted({facts.records for facts in workloads}),
            "baseline": document.plan.baseline,
            "settings": asked.settings.model_copy(update={"process_rounds": 0}),
        }
    )
    progress.say(f"measuring {len(suspects)} suspects again, beside {document.plan.baseline}")
    return run(catalog, request, output, progress)
