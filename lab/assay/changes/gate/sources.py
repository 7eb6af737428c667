"""What `--old` and `--new` of `assay gate` name: a folder, an archive, a release, or a Git revision."""

from __future__ import annotations

import subprocess
from pathlib import Path

from assay.base import cache
from assay.base.errors import AssayError
from assay.base.files import check_regular, is_folder, is_there
from assay.languages.shared.recipe import Library

RELEASE = "=="
ARCHIVES = (".whl", ".crate", ".tgz", ".tar.gz", ".zip")


def library(word: str, repository: Path, inside: str) -> Library:
    """The library that a word names.

    ``==1.2.3`` is a release; what exists as a folder or file is that; anything else is a revision of the Git
    ``repository``. ``inside``: where the library lies below the repository's root. AssayError for what is none of them.
    """
    if word.startswith(RELEASE):
        release = word.removeprefix(RELEASE).strip()
        if not release or release.startswith("-") or any(sign.isspace() for sign in release):
            raise AssayError(f'"{word}" names no release; write it like ==1.2.3')
        return Library(word, release=release)
    path = Path(word)
    if is_folder(path):
        return Library(word, folder=path.resolve())
    if is_there(path):
        check_regular(path)
        if not path.name.endswith(ARCHIVES):
            raise AssayError(f"{word}: not an archive of a library: {', '.join(ARCHIVES)} are")
        return Library(word, archive=path.resolve())
    return Library(word, folder=_revision(word, repository, inside))


def _revision(word: str, repository: Path, inside: str) -> Path:
    """A revision of a repository, copied into the cache; the folder that is asked for in it."""
    none = f'"{word}" is not a folder, an archive, a release (==1.2.3) or a Git revision of {repository}'
    found = _git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{word}^{{commit}}")
    if found is None:
        raise AssayError(none)
    commit = found.decode().strip()

    def lay(folder: Path) -> None:
        packed = _git(repository, "archive", "--format=tar", commit)
        unpacked = packed and subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, capture_output=True)
        if not unpacked or unpacked.returncode != 0:
            raise AssayError(f"{repository}: the files of {word} cannot be copied into the cache")

    root = cache.make_folder("revisions", commit, lay)
    if not (root / inside).is_dir():
        raise AssayError(f"{word} has no folder {inside}; name it with --inside")
    return root / inside


def _git(repository: Path, *words: str) -> bytes | None:
    """What Git prints; None where it fails. AssayError without Git."""
    try:
        # From the root of the repository: `git archive` takes only what is below the folder where it is called.
        top = subprocess.run(["git", "-C", str(repository), "rev-parse", "--show-toplevel"], capture_output=True)
        if top.returncode != 0:
            return None
        root = top.stdout.decode().strip()
        done = subprocess.run(["git", "-C", root, *words], capture_output=True)
    except OSError:
        raise AssayError("git is not installed, so a revision cannot be read; name a folder") from None
    return done.stdout if done.returncode == 0 else None
