"""Findings that maintainers have accepted, with their reasons: `accepted.toml` beside the documents."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from assay.base import toml
from assay.base.errors import AssayError
from assay.check.finding import Finding

NAME = "accepted.toml"
NEVER = {"private", "structure", "figures"}


class Acceptance(BaseModel):
    """``file``: name of the document. ``rule``: of the findings. ``reason``: why they are no obstacle."""

    model_config = ConfigDict(extra="forbid", strict=True)

    file: str
    rule: str
    reason: str


class _Page(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    accepted: list[Acceptance] = []


def read(folder: Path) -> list[Acceptance]:
    """What was accepted of the documents in a folder. AssayError where the file is not as it should be."""
    path = folder / NAME
    try:
        page = _Page.model_validate(toml.read(path))
    except FileNotFoundError:
        return []
    except ValidationError as error:
        first = error.errors()[0]
        raise AssayError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except (OSError, ValueError) as error:
        raise AssayError(f"{path}: cannot be read as TOML: {error}") from None
    for one in page.accepted:
        if one.rule in NEVER:
            raise AssayError(f'{path}: findings of "{one.rule}" cannot be accepted; correct the document')
    return page.accepted


def applied(found: list[Finding], file: str, acceptances: list[Acceptance]) -> list[Finding]:
    """The findings, those that were accepted as notes."""
    reasons = {one.rule: one.reason for one in acceptances if one.file == file}
    return [
        one.as_note(f"accepted: {reasons[one.rule]}") if one.rule in reasons and not one.note else one for one in found
    ]
