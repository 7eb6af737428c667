"""The checkout as one archive, so that every machine of a cluster runs the same code as this one."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import subprocess
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from assay.base.errors import AssayError

# What building and measuring need always; tests, documentation and results stay here.
PARTS = ("lab", "kits", "contestants", "workloads", "suites", "requirements.lock")


@dataclass(frozen=True)
class Archive:
    """``content``: a compressed tar; ``digest``: SHA-256 of the tar, the same for the same files."""

    digest: str
    content: bytes


def pack(checkout: Path, sources: Iterable[str] = ()) -> Archive:
    """All files that git knows or would add, as they are in the work tree. AssayError where git does not tell.

    ``sources``: further folders of the checkout, of libraries that contestants build from it.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for name in _files(checkout, [*PARTS, *sources]):
            path = checkout / name
            if path.is_file():  # a file that was deleted and not committed is still known
                tar.add(path, name, recursive=False, filter=_plain)
    return Archive(hashlib.sha256(buffer.getvalue()).hexdigest(), gzip.compress(buffer.getvalue(), 6, mtime=0))


def _files(checkout: Path, parts: Iterable[str]) -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *parts]
    try:
        found = subprocess.run(command, cwd=checkout, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        words = error.stderr.decode(errors="replace") if isinstance(error, subprocess.CalledProcessError) else error
        raise AssayError(f"cannot tell what belongs to the checkout, to send it to the cluster: git: {words}") from None
    return sorted(set(filter(None, os.fsdecode(found.stdout).split("\0"))))


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without what differs from checkout to checkout of the same files."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    return entry
