"""The operations that the kit knows, one row each: what an operation takes and gives, and the loop of its passes.

An operation is a method of the adapter by the same name, with _ for -. A row and that method make a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from assay_kit import into, loop


@dataclass(frozen=True)
class Operation:
    """``takes`` and ``gives``: of one record, but for a container, which holds all.

    ``appends``: the adapter's method takes a buffer, too, to whose end it writes. ``method``: of the adapter, where it
    has another name.
    """

    takes: Literal["records", "encoded", "container"]
    gives: Literal["encoded", "values", "readings", "container"]
    passes: Callable[..., Any]
    appends: bool = False
    method: str = ""

    @property
    def about_containers(self) -> bool:
        return "container" in (self.takes, self.gives)


def method(operation: str) -> str:
    """The name of the adapter's method."""
    return OPERATIONS[operation].method or operation.replace("-", "_")


DECODE = "decode"

OPERATIONS = {
    "encode": Operation("records", "encoded", loop.record_passes),
    "encode-into": Operation("records", "encoded", into.passes, appends=True),
    DECODE: Operation("encoded", "values", loop.record_passes),
    "access": Operation("encoded", "readings", loop.record_passes, method=DECODE),
    "write": Operation("records", "container", loop.write_passes),
    "read": Operation("container", "values", loop.read_passes),
}
