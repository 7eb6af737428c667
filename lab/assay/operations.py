"""The operations: what each takes and gives, how its outputs are sampled, and its words. One row each.

A row and the kits' code make an operation; nothing else in the lab lists them. ``gives`` says who judges it: the
boundary's own table of judges has an entry for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.base.errors import AssayError, closest

Takes = Literal["records", "encoded", "container", "documents"]
Gives = Literal["encoded", "values", "readings", "container", "acknowledgement", "documents", "projections"]


@dataclass(frozen=True)
class Operation:
    """``boundary``: the kind of way in which it is done.

    ``sampled``: what is kept of a timed batch. *each*: outputs of single records, drawn at random; *whole*: one output
    of a whole pass; *all*: every output; *none*: outputs are looked for afterwards.
    ``writes``: it changes a store, so it begins with a store of its own. ``parts``: of a step of a store, the parts
    whose times it reports, where these are not one part of its own name. ``appends``: its output goes into a kept
    buffer, whatever lane the contestant's own buffer is.
    """

    name: str
    boundary: Literal["codec", "container", "store"]
    takes: Takes
    gives: Gives
    sampled: Literal["each", "whole", "all", "none"]
    words: str
    writes: bool = False
    parts: tuple[str, ...] = ()
    appends: bool = False

    @property
    def makes_bytes(self) -> bool:
        """Whether its output is bytes in the contestant's format, and its input is not."""
        return self.gives in ("encoded", "container")

    @property
    def makes_values(self) -> bool:
        """Whether it hands over domain values, which must be finished ones."""
        return self.gives == "values"


_WRITES = ("write", "flush")

OPERATIONS: dict[str, Operation] = {
    row.name: row
    for row in (
        Operation("encode", "codec", "records", "encoded", "each", "a record to bytes"),
        Operation("encode-into", "codec", "records", "encoded", "each", "a record to the end of a kept buffer",
                  appends=True),
        Operation("decode", "codec", "encoded", "values", "each", "bytes to a record"),
        Operation("access", "codec", "encoded", "readings", "each", "bytes to every field read"),
        Operation("write", "container", "records", "container", "whole", "all records to a container file"),
        Operation("read", "container", "container", "values", "each", "a container file to all records"),
        Operation("put", "store", "documents", "acknowledgement", "none", "all documents into an empty store",
                  writes=True, parts=_WRITES),
        Operation("scan", "store", "documents", "documents", "each", "every document"),
        Operation("get", "store", "documents", "documents", "each", "documents by their keys", parts=("lookup",)),
        Operation("filter", "store", "documents", "documents", "all", "documents with a number in a range"),
        Operation("project", "store", "documents", "projections", "each", "two fields of every document"),
        Operation("update", "store", "documents", "acknowledgement", "none", "other documents under the same keys",
                  writes=True, parts=_WRITES),
        Operation("delete", "store", "documents", "acknowledgement", "none", "documents by their keys, gone",
                  writes=True, parts=_WRITES),
        Operation("batches", "store", "documents", "documents", "each", "all documents in lists, in a random order"),
    )
}  # fmt: skip


def operation(name: str) -> Operation:
    """The row of an operation; AssayError for a word that names none."""
    if name not in OPERATIONS:
        raise AssayError(f'unknown operation "{name}": {closest(name, OPERATIONS)}')
    return OPERATIONS[name]


def named(boundary: str) -> list[str]:
    """The names of a boundary's operations."""
    return [row.name for row in OPERATIONS.values() if row.boundary == boundary]
