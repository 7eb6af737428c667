"""Taking files out of the page cache, and making sure that they are out."""

from __future__ import annotations

import ctypes
import mmap
import os
from pathlib import Path

from assay.runner.broken import Unsupported


def resident_bytes(folder: Path) -> int:
    """Bytes of the folder's files that are in the page cache, by mincore(2). Unsupported where that is not reported."""
    return sum(_resident(path) for path in _files(folder))


def drop(folder: Path) -> int:
    """Write the folder's files to the device and have the kernel drop them; gives the bytes that were resident before.

    Unsupported where pages stay all the same: then there is no such mode here.
    """
    if not hasattr(os, "posix_fadvise"):
        raise Unsupported("this system cannot be asked to drop files from the page cache")
    before = resident_bytes(folder)
    for path in _files(folder):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)
    if left := resident_bytes(folder):
        raise Unsupported(
            f"{left:,} bytes of {folder.name} stay in the page cache; this machine does not let it go cold"
        )
    return before


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink() and path.stat().st_size]


def _resident(path: Path) -> int:
    size = path.stat().st_size
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "mincore"):
        raise Unsupported("this system cannot report what is in the page cache")
    pages = -(-size // mmap.PAGESIZE)
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE) as view,
    ):
        address = ctypes.addressof(ctypes.c_char.from_buffer(view))
        flags = (ctypes.c_ubyte * pages)()
        if libc.mincore(ctypes.c_void_p(address), ctypes.c_size_t(size), flags) != 0:
            raise Unsupported(f"mincore: {os.strerror(ctypes.get_errno())}")
        count = sum(flag & 1 for flag in flags)
        # What holds the address must be gone before the map is closed.
        del address
    return min(count * mmap.PAGESIZE, size)
