"""Files that users name."""

from __future__ import annotations

from pathlib import Path

from assay.base.errors import AssayError


def check_regular(path: Path) -> None:
    """AssayError for what is not there, for a folder, and for a pipe, which would be waited for."""
    if not path.exists():
        raise AssayError(f"{path}: there is no such file")
    if path.is_dir():
        raise AssayError(f"{path}: a folder; name a file in it")
    if not path.is_file():
        raise AssayError(f"{path}: not a regular file, and it is read more than once; save it to one first")
