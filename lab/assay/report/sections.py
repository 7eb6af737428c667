"""The sections of a report, in their order: the one list, whatever form they are shown in."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.base.tables import Section
from assay.report import about, advice, controls, growth, machines, overview, pairs, processes, ranked, sizes


def sections(analysis: Analysis) -> list[Section]:
    return [*advice.sections(analysis), *rankings(analysis), *_further(analysis)]


def rankings(analysis: Analysis) -> list[Section]:
    """One for each comparison, in their order."""
    return [ranked.section(analysis, comparison) for comparison in analysis.comparisons]


def further(analysis: Analysis) -> list[Section]:
    """What is said of the whole run."""
    return [*advice.sections(analysis), *_further(analysis)]


def _further(analysis: Analysis) -> list[Section]:
    return [
        *controls.sections(analysis),
        *machines.sections(analysis),
        *processes.sections(analysis),
        *sizes.sections(analysis),
        *growth.sections(analysis),
        *overview.sections(analysis),
        *pairs.of(analysis),
        *about.sections(analysis),
    ]


def title(analysis: Analysis) -> str:
    """What was run."""
    document = analysis.document
    if document.plan.request.trial:
        return f"Trial of {document.workloads[0].data or document.workloads[0].name}"
    return document.plan.suite or "Run"
