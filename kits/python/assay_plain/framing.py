"""Framed bytes (docs/contract.md): each record as its length in four bytes, least significant first, and its bytes."""

from __future__ import annotations

from pathlib import Path


def frame(data: bytes) -> bytes:
    return len(data).to_bytes(4, "little") + data


def read_frames(path: Path) -> list[bytes]:
    """The byte strings of a framed file, each an object of its own; ValueError when the last one is cut off."""
    data = path.read_bytes()
    frames: list[bytes] = []
    at = 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "little")
        if end > len(data):
            raise ValueError(f"{path.name} ends inside frame {len(frames)}")
        frames.append(data[at + 4 : end])
        at = end
    return frames
