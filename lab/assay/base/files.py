"""Files and folders that users name, which may be too long a name, or in a folder that is closed to us."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path

from assay.base.errors import AssayError, reason

# Of the 255 bytes that file systems take: the rest is for dates, endings, and what else the lab adds.
LONGEST_STEM = 180


def check_regular(path: Path) -> None:
    """AssayError for what is not there, for a folder, and for a pipe, which would be waited for."""
    status = _status(path)
    if status is None:
        raise AssayError(f"{path}: there is no such file")
    if stat.S_ISDIR(status.st_mode):
        raise AssayError(f"{path}: a folder; name a file in it")
    if not stat.S_ISREG(status.st_mode):
        raise AssayError(f"{path}: not a regular file, and it is read more than once; save it to one first")


def is_there(path: Path) -> bool:
    """Whether there is a file or folder; AssayError where that cannot be known."""
    return _status(path) is not None


def is_folder(path: Path) -> bool:
    """Whether there is a folder; AssayError where that cannot be known."""
    status = _status(path)
    return status is not None and stat.S_ISDIR(status.st_mode)


def cut(stem: str, longest: int = LONGEST_STEM) -> str:
    """The beginning of a name that has no more than so many bytes, and no half of a character."""
    return os.fsencode(stem)[:longest].decode(errors="ignore") if len(os.fsencode(stem)) > longest else stem


def fitting(name: str) -> str:
    """A name of a folder: where it is too long for one, cut, and told from others by a digest."""
    short = cut(name)
    return name if short == name else f"{short}-{hashlib.sha256(name.encode()).hexdigest()[:20]}"


def _status(path: Path) -> os.stat_result | None:
    """None where nothing is there, as under a name that is too long for anything."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return None
        raise AssayError(f"{path}: cannot be looked at: {reason(error)}") from None
