"""Whether what was measured is this checkout's: its contestants, in their versions and lanes, on its data."""

from __future__ import annotations

from collections.abc import Iterator

from assay.catalog.catalog import Catalog
from assay.check.finding import Finding
from assay.data.workload import record_set
from assay.results.document import SYSTEM, ContestantFacts, Document, WorkloadFacts

MOST_RECORDS = 100_000  # in a set that is made again; more take minutes


def of_contestants(document: Document, catalog: Catalog) -> Iterator[Finding]:
    measured = {cell.contestant for cell in document.cells if cell.status == "measured" and not cell.harness}
    for facts in document.contestants:
        if facts.name in measured:
            yield from _contestant(facts, catalog)
    if document.plan.suite not in catalog.suites:
        yield Finding("suite", "plan.suite", f'there is no suite "{document.plan.suite}" in this checkout', note=True)


def _contestant(facts: ContestantFacts, catalog: Catalog) -> Iterator[Finding]:
    place = f"contestants {facts.name}"
    if facts.name not in catalog.contestants:
        yield Finding("contestant", place, "no contestant of this checkout: add it, or measure without it")
        return
    manifest = catalog.contestants[facts.name].manifest
    version = manifest.version
    if version not in (SYSTEM, facts.shown_version):
        words = f"{facts.library} {facts.shown_version}; this checkout has {version}"
        yield Finding("version", place, words, note=True)
    lane = manifest.lane.model_dump()
    differs = [f"{name} {value}" for name, value in facts.lane.model_dump().items() if lane[name] != value]
    if differs:
        yield Finding("lane", place, f"{', '.join(differs)}: its manifest says otherwise; measure with this checkout")
    if facts.format != manifest.format:
        yield Finding("lane", place, f"format {facts.format}; its manifest says {manifest.format}")


def of_data(document: Document, catalog: Catalog) -> Iterator[Finding]:
    """The record sets made again from their seeds: the digests must come out."""
    for facts in document.workloads:
        yield from _data(facts, catalog)


def _data(facts: WorkloadFacts, catalog: Catalog) -> Iterator[Finding]:
    place = f"workloads {facts.name}"
    name = facts.base or facts.name
    if facts.data is not None:
        yield Finding("data", place, f"measured on a private file, {facts.data}: others cannot repeat it")
    elif name not in catalog.workloads:
        yield Finding("data", place, f'there is no workload "{name}" in this checkout')
    elif facts.records > MOST_RECORDS:
        yield Finding("data", place, f"{facts.records:,} records: too many to make them again here", note=True)
    elif facts.records < 1 or facts.seed < 0:
        yield Finding("data", place, f"{facts.records} records by the seed {facts.seed}")
    else:
        made = record_set(catalog.workloads[name], facts.records, facts.seed).facts
        if made.digest != facts.digest:
            words = f"not the records of this checkout for seed {facts.seed}: their digest is {made.digest[:12]}…"
            yield Finding("data", place, f"{words}, not {facts.digest[:12]}…; measure with this checkout")
        elif (made.json_bytes, made.avro_bytes) != (facts.json_bytes, facts.avro_bytes):
            yield Finding("data", place, "the records are this checkout's, their sizes are not")
