"""The user's own files: a document keeps their names and digests; a file beside it keeps their paths.

A document is made to be shared, and these paths exist on one machine only. The file beside an unfinished document has
its name with the ending `.files`; it is gone when the run is finished.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from assay.base.errors import AssayError
from assay.base.files import check_regular
from assay.results import store
from assay.results.request import OwnFile, Request

CHUNK = 1 << 20
KEYS = ("data", "schema")


def own_file(path: Path) -> OwnFile:
    """A file that the user named; AssayError where it cannot be read."""
    return OwnFile(name=path.name, sha256=_digest(path), path=path.resolve())


def given(file: OwnFile) -> Path:
    """The path of a user's file; AssayError where this machine does not know it."""
    if file.path is None:
        raise AssayError(f"the path of {file.name} is not known here; give --data FILE (and --schema FILE) again")
    return file.path


def check_place(document: Path) -> None:
    """AssayError where what is remembered beside a document would take the place of something else."""
    path = _beside(document)
    store.check_beside(path, document, ours=_holds_paths(path))


def remember(request: Request, document: Path) -> None:
    """Write the paths of its files beside a document, for resuming. AssayError as of `check_place`."""
    paths = {key: str(file.path) for key, file in _files(request).items() if file.path}
    if paths:
        check_place(document)
        _beside(document).write_text(json.dumps(paths, indent=1) + "\n", encoding="utf-8")


def forget(request: Request, document: Path) -> None:
    """Remove what was remembered, and nothing else that may be there."""
    path = _beside(document)
    if _files(request) and _holds_paths(path):
        path.unlink()


def find_again(request: Request, document: Path) -> None:
    """Fill in the paths of the files of a request, and check their content. AssayError where it has changed."""
    files = _files(request)
    paths = _paths(_beside(document)) if files else {}
    for key, file in files.items():
        file.path = Path(paths[key]) if key in paths else None
        if file.path is None:
            raise AssayError(
                f"{document}: the path of {file.name} was kept in {_beside(document).name} beside it, "
                "which is missing; start a new run"
            )
        if _digest(file.path) != file.sha256:
            raise AssayError(f"{file.path}: its records have changed since the run started; start a new run")


def _files(request: Request) -> dict[str, OwnFile]:
    return {key: file for key, file in zip(KEYS, (request.data, request.data_schema), strict=True) if file}


def _holds_paths(path: Path) -> bool:
    """Whether a file is one that `remember` wrote."""
    return bool(_paths(path))


def _paths(path: Path) -> dict[str, str]:
    """The paths that a file remembers, by what they are of; empty where it is no such file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict) or not found.keys() <= set(KEYS):
        return {}
    return found if all(isinstance(one, str) for one in found.values()) else {}


def _beside(document: Path) -> Path:
    return document.with_suffix(".files")


def _digest(path: Path) -> str:
    check_regular(path)
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise AssayError(f"{path}: cannot read: {error.strerror}") from None
    return digest.hexdigest()
