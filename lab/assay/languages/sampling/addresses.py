"""From addresses in a program to functions and files, by its debug information: inlined functions included."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

LOADED = 1  # PT_LOAD: a segment that is mapped into the process


@dataclass(frozen=True)
class Line:
    """A function, demangled, and the file of its source; empty where that is not known."""

    function: str
    file: str


class Lines:
    """``offsets``: in the file of the program, all that will be asked for: one start of addr2line answers them."""

    def __init__(self, program: Path, offsets: Iterable[int]) -> None:
        segments = loaded(program.read_bytes()[: 64 * 1024])
        addresses = {offset: _address(offset, segments) for offset in sorted(set(offsets))}
        self._lines = _asked(program, addresses)

    def at(self, offset: int) -> list[Line]:
        """The functions at this place, the one that was inlined last at the end; none where nothing is known."""
        return self._lines.get(offset, [])


def loaded(head: bytes) -> list[tuple[int, int, int]]:
    """The segments of a 64-bit little-endian ELF file: offset in the file, address, size. None of another one."""
    if head[:6] != b"\x7fELF\x02\x01":
        return []
    (table,) = struct.unpack_from("<Q", head, 0x20)
    size, count = struct.unpack_from("<HH", head, 0x36)
    found = []
    for number in range(count):
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", head, table + number * size)
        if kind == LOADED:
            found.append((offset, address, length))
    return found


def _address(offset: int, segments: list[tuple[int, int, int]]) -> int:
    for start, address, length in segments:
        if start <= offset < start + length:
            return offset - start + address
    return offset


def _asked(program: Path, addresses: dict[int, int]) -> dict[int, list[Line]]:
    """By offset. addr2line names the innermost function first, two lines for each, after a line with the address."""
    if not addresses:
        return {}
    done = subprocess.run(
        ["addr2line", "-e", str(program), "-a", "-i", "-f", "-C"],
        input="".join(f"{address:#x}\n" for address in addresses.values()),
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    found: dict[int, list[Line]] = {}
    lines: list[str] = []
    blocks: list[list[str]] = []
    for line in done.stdout.splitlines():
        if line.startswith("0x"):
            lines = []
            blocks.append(lines)
        else:
            lines.append(line)
    for offset, block in zip(addresses, blocks, strict=False):
        pairs = list(zip(block[::2], block[1::2], strict=False))
        known = [Line(name, "" if place.startswith("??") else place.rpartition(":")[0]) for name, place in pairs]
        if all(line.function != "??" for line in known):
            found[offset] = known[::-1]
    return found
