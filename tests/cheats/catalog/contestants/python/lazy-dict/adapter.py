"""Decode hands over a thing that acts like a dict and decodes when it is asked."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class LazyRecord(dict[str, Any]):
    def __init__(self, decode: Callable[[bytes], Any], data: bytes) -> None:
        super().__init__()
        self.load: Callable[[], dict[str, Any]] = lambda: decode(data)

    def __getitem__(self, name: str) -> Any:
        return self.load()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.load()

    def __len__(self) -> int:
        return len(self.load())


class Adapter(Honest):
    def decode(self, data: bytes) -> Any:
        return LazyRecord(super().decode, data)
