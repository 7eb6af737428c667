"""The tools, in the order in which pages show them."""

from __future__ import annotations

from assay.deciding.tools.assay import Assay
from assay.deciding.tools.criterion import Criterion
from assay.deciding.tools.gate import Gate
from assay.deciding.tools.hyperfine import Hyperfine
from assay.deciding.tools.jmh import Jmh
from assay.deciding.tools.mitata import Mitata
from assay.deciding.tools.pyperf import Pyperf
from assay.deciding.tools.tool import Tool
from assay.errors import AssayError, closest

TOOLS: tuple[Tool, ...] = (Assay(), Gate(), Criterion(), Jmh(), Pyperf(), Mitata(), Hyperfine())


def named(name: str) -> Tool:
    """By its name, in any case."""
    found = next((tool for tool in TOOLS if tool.name.lower() == name.lower()), None)
    if found is None:
        raise AssayError(f'unknown tool "{name}": {closest(name, [tool.name for tool in TOOLS])}')
    return found
