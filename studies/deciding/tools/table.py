"""The tools, in the order in which pages show them."""

from __future__ import annotations

from assay.base.errors import AssayError, closest
from studies.deciding.tools.assay import Assay
from studies.deciding.tools.criterion import Criterion
from studies.deciding.tools.gate import Gate
from studies.deciding.tools.hyperfine import Hyperfine
from studies.deciding.tools.jmh import Jmh
from studies.deciding.tools.mitata import Mitata
from studies.deciding.tools.pyperf import Pyperf
from studies.deciding.tools.tool import Tool

TOOLS: tuple[Tool, ...] = (Assay(), Gate(), Criterion(), Jmh(), Pyperf(), Mitata(), Hyperfine())


def named(name: str) -> Tool:
    """By its name, in any case."""
    found = next((tool for tool in TOOLS if tool.name.lower() == name.lower()), None)
    if found is None:
        raise AssayError(f'unknown tool "{name}": {closest(name, [tool.name for tool in TOOLS])}')
    return found
