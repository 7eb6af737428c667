"""The faults that are planted: what each breaks, where, and which tests find it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("faults.toml")


@dataclass(frozen=True)
class Fault:
    """``old`` stands in ``file`` exactly once; ``tests``: the words that pytest is called with."""

    breaks: str
    file: str
    old: str
    new: str
    tests: list[str]

    def plant(self, checkout: Path) -> None:
        """Put it into a checkout. ValueError where its place is not there, or not once."""
        path = checkout / self.file
        text = path.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} times, not once: {self.old!r}")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


def faults() -> list[Fault]:
    return [Fault(**entry) for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["fault"]]
