"""What libraries said to the rows of a format's conformance, as JSON: every row on which one does not simply agree."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from assay.results import beside
from assay.results.document import Machine

FORMAT = "assay-conformance"

Outcome = Literal["agrees", "differs", "refuses", "hangs", "dies", "takes", "lacks"]
Reading = Literal["", "strict", "lenient", "letter"]
# What costs a library the name of conforming, unless it is by design.
AGAINST: tuple[Outcome, ...] = ("differs", "refuses", "hangs", "dies", "takes")


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Limits(Model):
    seconds: float = Field(description="in which a row has to be answered")
    more_bytes: int = Field(description="resident memory above that at the process' own start")


class RowFacts(Model):
    id: str
    shows: str

    @property
    def category(self) -> str:
        return self.id.partition("/")[0]

    @property
    def topic(self) -> tuple[str, str]:
        """What it has in common with other rows: the file that it is from, and what it shows."""
        return self.id.rpartition("/")[0], self.shows


class Finding(Model):
    """One row on which a library does not agree as all readings of the specification do."""

    row: str
    outcome: Outcome
    reading: Reading = Field(default="", description="of one that agrees: the only reading by which it does")
    how: str = Field(default="", description="what it gave, what it said, how it died")
    design: str = Field(default="", description="the reason in its manifest, if it is meant to be so")

    @property
    def category(self) -> str:
        return self.row.partition("/")[0]

    @property
    def counts(self) -> bool:
        """Whether it speaks against the library."""
        return self.outcome in AGAINST and not self.design


class Subject(Model):
    """A contestant. It agrees, by every reading, on those of the first ``asked`` rows that have no finding."""

    name: str
    library: str
    version: str
    runtime: str = ""
    status: Literal["asked", "missing", "failed", "left-out"] = "asked"
    reason: str = Field(default="", description="why it was not asked")
    asked: int = Field(default=0, description="rows, in their order, that it was asked so far")
    findings: list[Finding] = []


class Document(Model):
    """``rows``: in the order in which they are asked."""

    format: Literal["assay-conformance"] = "assay-conformance"
    version: Literal[1] = 1
    assay: str
    created: str
    machine: Machine
    limits: Limits
    digest: str = Field(description="SHA-256 of the files that the rows are from")
    rows: list[RowFacts]
    subjects: list[Subject]

    def asked_of(self, subject: Subject) -> list[RowFacts]:
        """The rows that a subject was asked so far."""
        return self.rows[: subject.asked]


def read(path: Path) -> Document:
    """AssayError where there is none, or none of this form."""
    return beside.read(Document, path, "conform")
