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
from assay.results.request import OwnFile, Request

CHUNK = 1 << 20


def own_file(path: Path) -> OwnFile:
    """A file that the user named; AssayError where it cannot be read."""
    return OwnFile(name=path.name, sha256=_digest(path), path=path.resolve())


def given(file: OwnFile) -> Path:
    """The path of a user's file; AssayError where this machine does not know it."""
    if file.path is None:
        raise AssayError(f"the path of {file.name} is not known here; give --data FILE (and --schema FILE) again")
    return file.path


def remember(request: Request, document: Path) -> None:
    """Write the paths of its files beside a document, for resuming."""
    paths = {key: str(file.path) for key, file in _files(request).items() if file.path}
    if paths:
        _beside(document).write_text(json.dumps(paths, indent=1) + "\n", encoding="utf-8")


def forget(document: Path) -> None:
    _beside(document).unlink(missing_ok=True)


def find_again(request: Request, document: Path) -> None:
    """Fill in the paths of the files of a request, and check their content. AssayError where it has changed."""
    files = _files(request)
    try:
        paths = json.loads(_beside(document).read_text(encoding="utf-8")) if files else {}
    except (OSError, ValueError):
        paths = {}
    for key, file in files.items():
        file.path = Path(paths[key]) if isinstance(paths, dict) and key in paths else None
        if file.path is None:
            raise AssayError(
                f"{document}: the path of {file.name} was kept in {_beside(document).name} beside it, "
                "which is missing; start a new run"
            )
        if _digest(file.path) != file.sha256:
            raise AssayError(f"{file.path}: its records have changed since the run started; start a new run")


def _files(request: Request) -> dict[str, OwnFile]:
    return {key: file for key, file in (("data", request.data), ("schema", request.data_schema)) if file}


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
