"""An operation is one entry of a kit: its name stands quoted at one place of the kit's sources."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from assay.base.checkout import KITS
from assay.catalog import catalog
from assay.operations import OPERATIONS


@dataclass(frozen=True)
class Sources:
    """Of a kit: its folders under kits/, whose files with these ends are its own code."""

    folders: tuple[str, ...]
    suffixes: tuple[str, ...]


# A language whose kit has one entry an operation: add yours.
LANGUAGES = {
    "c": Sources(("c", "cpp"), (".cpp", ".hpp", ".h")),  # a bridge to the kit of C++
    "cpp": Sources(("cpp",), (".cpp", ".hpp")),
    "go": Sources(("go",), (".go",)),
    "browser": Sources(("browser", "node"), (".js", ".ts")),  # the kit of Node in a page
    "java": Sources(("java",), (".java",)),
    "node": Sources(("node",), (".js", ".ts")),
    "ocaml": Sources(("ocaml",), (".ml",)),
    "python": Sources(("python",), (".py",)),
    "ruby": Sources(("ruby",), (".rb",)),
    "rust": Sources(("rust",), (".rs",)),
}

# Operations whose names are words of the protocol, too: a key of the reply to `measure`, a part of a store's step.
ALSO_WORDS = {"batches", *(part for row in OPERATIONS.values() for part in row.parts)}

# What answers `conform` has a table of its own, which names what it is asked by the operation that it asks for, once.
CONFORM = re.compile(r"conform", re.IGNORECASE)

COMMENT = re.compile(r"\s*(//|/\*|\*|#|\(\*|--)")
NAME = re.compile(r"""["'](""" + "|".join(map(re.escape, OPERATIONS)) + r""")["']""")


def quoted(path: Path) -> Iterator[tuple[str, str]]:
    """The names of operations that stand quoted in a file, outside of lines that are comments, each with its place."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not COMMENT.match(line):
            for name in NAME.findall(line):
                yield name, f"{path.relative_to(KITS.parent)}:{number}"


def places(sources: Sources, *, conform: bool = False) -> dict[str, list[str]]:
    """Where each operation's name stands quoted: in what answers `conform`, or in all the rest."""
    found: dict[str, list[str]] = defaultdict(list)
    for folder in sources.folders:
        for path in sorted((KITS / folder).rglob("*")):
            wanted = "node_modules" not in path.parts and bool(CONFORM.match(path.name)) == conform
            if wanted and path.suffix in sources.suffixes:
                for name, place in quoted(path):
                    found[name].append(place)
    return found


@cache
def offered() -> dict[str, set[str]]:
    """The operations that the contestants of each language have."""
    found: dict[str, set[str]] = defaultdict(set)
    for contestant in catalog.load().contestants.values():
        found[contestant.name.partition("/")[0]].update(contestant.manifest.operations)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_operation_is_one_entry_of_a_kit(language: str) -> None:
    found = places(LANGUAGES[language])
    assert offered()[language] <= found.keys(), "an operation that the contestants have stands nowhere in the kit"
    several = {name: at for name, at in found.items() if len(at) > 1 and name not in ALSO_WORDS}
    assert not several, "the kit names an operation at several places"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_conform_asks_is_one_entry_of_a_kit(language: str) -> None:
    # Node's table has the name of what is asked and that of the adapter's method beside each other.
    several = {name: at for name, at in places(LANGUAGES[language], conform=True).items() if len({*at}) > 1}
    assert not several, "the kit names what it is asked at several places"


def test_a_second_place_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.KITS", tmp_path / "kits")
    folder = tmp_path / "kits" / "some"
    folder.mkdir(parents=True)
    (folder / "table.py").write_text('ROWS = {"encode-into": 1}\n# "encode-into" in a comment\n')
    (folder / "loop.py").write_text("x = 1\nif name == 'encode-into' or name == \"encoded\":\n    pass\n")
    assert places(Sources(("some",), (".py",))) == {"encode-into": ["kits/some/loop.py:2", "kits/some/table.py:1"]}
