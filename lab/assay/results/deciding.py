"""What the benchmark found, as JSON: every trial, and all that was asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from assay.results import beside
from assay.results.document import Machine

FORMAT = "assay-deciding"
VERSION = 1

Verdict = Literal["faster", "slower", "same", "undecided"]
Judgement = Literal["right", "finer", "wrong", "undecided"]
Key = tuple[str, str, int, bool, int]  # tool, language, extra, disturbed, repeat: what a document has once


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Asked(Model):
    """What the benchmark was asked for. One that goes on must have been asked for the same, or for more repeats."""

    tools: list[str]
    contestants: dict[str, str] = Field(description="by language: in which work is planted")
    extras: list[int] = Field(description="extra work of the second program, in per cent")
    repeats: int
    disturbed: list[bool] = Field(description="whether beside a background load")
    workload: str
    records: int
    operation: str
    margin: float = Field(description="what differs by no more is the same")
    seed: int


class ToolFacts(Model):
    version: str
    rule: str = Field(description="how the tool is used, and when it says that two programs differ")


class Missing(Model):
    """What was not tried, and what it takes."""

    what: str
    hint: str


class Trial(Model):
    """One pair of programs before one tool."""

    tool: str
    language: str
    extra: int
    disturbed: bool
    repeat: int
    seconds: float = Field(description="from the start of measuring to the verdict, builds aside")
    verdict: Verdict = Field(description="of the second program, which has the extra work")
    judgement: Judgement
    said: str = Field(description="by the tool: what its verdict rests on")

    @property
    def key(self) -> Key:
        return self.tool, self.language, self.extra, self.disturbed, self.repeat


class Document(Model):
    format: Literal["assay-deciding"] = "assay-deciding"
    version: Literal[1] = 1
    assay: str
    created: str
    machine: Machine
    load: str = Field(description="what disturbs the machine, where it is disturbed")
    asked: Asked
    contestants: dict[str, str] = Field(description="by language: library and version")
    tools: dict[str, ToolFacts]
    missing: list[Missing]
    trials: list[Trial] = []


def judged(verdict: Verdict, extra: int, margin: float) -> Judgement:
    """What a verdict is worth about a program with so many per cent more work.

    Within the margin the truth is "same". Who says "slower" there is not wrong, but finer than was asked for; who says
    so of the same code is wrong.
    """
    if verdict == "undecided":
        return "undecided"
    truth: Verdict = "same" if extra <= 100 * margin else "slower"
    if verdict == truth:
        return "right"
    return "finer" if verdict == "slower" and extra > 0 else "wrong"


def read(path: Path) -> Document:
    """AssayError where there is none, or none of this form."""
    return beside.read(Document, path, "deciding")
