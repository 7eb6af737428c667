"""The machine in words, as far as a document tells."""

from __future__ import annotations

from assay.base import words
from assay.results.document import Machine
from assay.results.importing import NOT_TOLD


def processor(machine: Machine) -> list[str]:
    """CPU and number of cores."""
    cpu = [machine.cpu] if machine.cpu != NOT_TOLD else []
    return [*cpu, *([words.many(machine.cores, "core")] if machine.cores else [])]


def facts(machine: Machine) -> list[str]:
    """CPU, cores, memory."""
    return [*processor(machine), *([words.size(machine.memory_bytes)] if machine.memory_bytes else [])]
