"""Results documents on disk: where they may be written, and read with errors that say what is wrong."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from assay.base.errors import AssayError, reason
from assay.base.files import is_there
from assay.results import writing
from assay.results.computable import faults
from assay.results.document import FORMAT, Document
from assay.results.migrations import migrated
from assay.results.references import broken


def check_writable(path: Path) -> None:
    """Find out before an hour of measuring whether a file can be written; what is there stays as it is."""
    there = is_there(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        raise AssayError(f"{path}: cannot write the results here: {error.strerror}") from None


def check_replaceable(path: Path) -> None:
    """The same for a document, which takes the place of what is there: of another document, or of an empty file.

    A device would be gone, and so would the user's own data.
    """
    _check_kind(path)
    check_writable(path)
    check_writable(path.with_name(writing.part(path.name)))
    if _holds_something(path) and not is_document(path):
        raise AssayError(f"{path}: there is a file that is no results document; name another, or remove it first")


def check_beside(path: Path, document: Path, ours: bool) -> None:
    """The same for what goes beside a document, such as its report.

    ``ours``: whether what is there went beside a document; else it is the user's own, and may be empty only.
    """
    check_apart(path, document)
    _check_kind(path)
    check_writable(path)
    if _holds_something(path) and not ours:
        raise AssayError(
            f"{path}: would be replaced by a file that goes with {document.name}; "
            "name another document, or remove it first"
        )


def check_apart(path: Path, document: Path) -> None:
    """AssayError where what goes beside a document would take its place."""
    if path == document or (is_there(path) and is_there(document) and path.samefile(document)):
        raise AssayError(f"{document}: {path.suffix} is for a file beside it; let the document's name end in .json")


def _check_kind(path: Path) -> None:
    if is_there(path) and not (path.is_file() or path.is_dir()):
        raise AssayError(f"{path}: not a regular file, which would be replaced; name another file")


def _holds_something(path: Path) -> bool:
    return is_there(path) and path.stat().st_size > 0


def is_document(path: Path) -> bool:
    """Whether a file holds a document of any of the lab's forms."""
    try:
        content = parsed(path.read_bytes(), path)
    except (AssayError, OSError, ValueError):
        return False
    return isinstance(content, dict) and str(content.get("format")).startswith("assay-")


def parsed(text: str | bytes, path: Path, **options: Any) -> Any:
    """JSON of a file. ValueError where it is none; AssayError where it is nested too deeply for any reader."""
    try:
        return json.loads(text, **options)
    except RecursionError:
        raise AssayError(f"{path}: its JSON is nested too deeply to be read") from None


def read(path: Path) -> Document:
    """A document that can be computed with. AssayError, one line, for everything else."""
    document = read_as_it_is(path)
    for place, what in itertools.chain(broken(document), faults(document)):
        raise AssayError(f"{path}: not a valid results document: {place}: {what}; `assay check` says what else")
    return document


def read_as_it_is(path: Path) -> Document:
    """A document of the right form, whether or not it can be computed with. AssayError for everything else."""
    try:
        document = parsed(path.read_text(encoding="utf-8"), path)
    except FileNotFoundError:
        raise AssayError(f"{path}: there is no such results document") from None
    except OSError as error:
        raise AssayError(f"{path}: not a results document: {reason(error)}") from None
    except ValueError as error:
        raise AssayError(f"{path}: not a results document: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise AssayError(f'{path}: not a results document: "format" is not "{FORMAT}"')
    try:
        return Document.model_validate(migrated(document, str(path)))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise AssayError(f"{path}: not a valid results document: {place}: {first['msg']}") from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of results documents as they are written, as docs/results.schema.json holds it."""
    schema = Document.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
