"""What the driver of a run on a cluster asks of a machine's lab, and what that answers: JSON, a line each."""

from __future__ import annotations

import json
from typing import Literal, TypeVar

from pydantic import BaseModel

from assay.base.errors import AssayError
from assay.measure.blocks import MeasuredBlock
from assay.measure.cluster.machines import Lost
from assay.results.document import Document
from assay.results.request import Request

Answer = TypeVar("Answer", bound=BaseModel)


class Prepare(BaseModel):
    """Build and prove what a request names. ``data``, ``schema_file``: paths of the user's files on that machine."""

    do: Literal["prepare"] = "prepare"
    request: Request
    data: str | None = None
    schema_file: str | None = None


class Measure(BaseModel):
    """Measure one block of these cells, by their keys. ``number`` decides groups and orders."""

    do: Literal["measure"] = "measure"
    number: int
    cells: list[str]


class Prepared(BaseModel):
    """The planned document of that machine. ``ready``: the keys of the cells that were proved there."""

    document: Document
    ready: list[str]


class Measured(BaseModel):
    block: MeasuredBlock


def understood(answer: str | Lost, kind: type[Answer]) -> Answer:
    """The answer of a machine. AssayError where it is lost, or says that it cannot do what was asked for."""
    if isinstance(answer, Lost):
        raise AssayError(answer.reason)
    if "error" in (found := json.loads(answer)):
        raise AssayError(Failed.model_validate(found).error)
    return kind.model_validate_json(answer)


class Failed(BaseModel):
    """What was asked for cannot be done there, in a line for the user."""

    error: str
