"""The codecs of container files: those of Ingot, and `lz4`, which only fastavro has, where its package is installed."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ingot import _ingot

NATIVE = ("null", "deflate", "bzip2", "xz", "snappy", "zstandard")


def _packer(name: str) -> Callable[[bytes, int | None], bytes]:
    return lambda block, level: _ingot.fastavro_pack(name, level, block)


def _unpacker(name: str) -> Callable[[bytes], bytes]:
    return lambda packed: _ingot.fastavro_unpack(name, packed)


def _lz4() -> Any:
    try:
        return importlib.import_module("lz4.block")
    except ImportError:
        message = "lz4 codec is supported but you need to install one of the following libraries: ('lz4',)"
        raise ValueError(message) from None


#: What packs a block, given its bytes and a level or none; and what unpacks it.
BLOCK_WRITERS: dict[str, Callable[[bytes, int | None], bytes]] = {name: _packer(name) for name in NATIVE}
BLOCK_READERS: dict[str, Callable[[bytes], bytes]] = {name: _unpacker(name) for name in NATIVE}
BLOCK_WRITERS["lz4"] = lambda block, level: _lz4().compress(block)
BLOCK_READERS["lz4"] = lambda packed: _lz4().decompress(packed)
