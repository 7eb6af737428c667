"""Documents of other forms than a run's: each is one model."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from assay.base.errors import AssayError
from assay.results import store

M = TypeVar("M", bound=BaseModel)


def read(model: type[M], path: Path, command: str) -> M:
    """AssayError where there is none, or none of this form, which ``command`` writes."""
    try:
        return model.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise AssayError(f"{path}: cannot be read: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise AssayError(f"{path}: not a document of `assay {command}`: {place}: {first['msg']}") from None


def is_of(path: Path, form: str) -> bool:
    """Whether a file is a document that says it is of this form; False where it cannot be read at all."""
    try:
        raw = store.parsed(path.read_bytes(), path)
    except (OSError, ValueError):
        return False
    return isinstance(raw, dict) and raw.get("format") == form
