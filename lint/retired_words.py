"""Finds words that this project no longer uses: `lint/run python lint/retired_words.py FILE...`.

retired_words.toml lists them, each with what to write instead.
"""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).resolve().with_suffix(".toml")
# A space of a pattern is any white space, also where a text goes on in the next line's comment or string.
GAP = r"""(?:\s*["'`]?\s*\n\s*(?://[/!]?|\#|\*|--)?\s*(?:[bfr]{0,2}["'`])?|\s)\s*"""


@dataclass(frozen=True)
class Retired:
    """``pattern``: a regular expression for whole words; the letter it begins with may be a capital."""

    pattern: str
    write: str

    @property
    def expression(self) -> re.Pattern[str]:
        first, rest = self.pattern[0], self.pattern[1:]
        begin = f"[{first}{first.upper()}]" if first.isalpha() else first
        return re.compile(rf"(?<!\w){begin}{rest.replace(' ', GAP)}(?!\w)")


def listed(text: str) -> list[Retired]:
    return [Retired(**row) for row in tomllib.loads(text)["retired"]]


def findings(name: str, text: str, words: list[Retired]) -> list[str]:
    """A line each: where, what was found, what to write instead."""
    return [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1}: {' '.join(hit.group().split())!r} is retired: {word.write}"
        for word in words
        for hit in word.expression.finditer(text)
    ]


def main(names: list[str]) -> int:
    words = listed(LIST.read_text(encoding="utf-8"))
    found = [line for name in names for line in findings(name, Path(name).read_text(encoding="utf-8"), words)]
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
