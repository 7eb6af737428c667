"""Contestants that differ from ours in one thing, for runs that show what it is worth: those of variants.toml.

    .venv/bin/python -m studies.variants.make FOLDER
    ASSAY_CATALOG=FOLDER ./assay run … --contestant java/jackson,java/jackson-serial --baseline java/jackson

docs/fairness.md has the commands, and what came of them.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
TABLE = Path(__file__).parent / "variants.toml"


@dataclass(frozen=True)
class Variant:
    """``of``: the contestant that it is a copy of. ``changes``: file, what stands there once, what comes instead."""

    name: str
    of: str
    what: str
    changes: list[tuple[str, str, str]]


def variants() -> Iterator[Variant]:
    for row in tomllib.loads(TABLE.read_text(encoding="utf-8"))["variant"]:
        changes = [(file, old, new) for file, old, new in row["changes"]]
        yield from (Variant(f"{name}-{row['suffix']}", name, row["what"], changes) for name in row["of"])


def make(variant: Variant, folder: Path) -> None:
    """Lay the variant into a folder that a run can take as ASSAY_CATALOG. ValueError where a change has no place."""
    place = folder / "contestants" / variant.name
    shutil.copytree(CHECKOUT / "contestants" / variant.of, place, dirs_exist_ok=True)
    for file, old, new in variant.changes:
        text = (place / file).read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise ValueError(f"{variant.of}/{file}: {old!r} is there {text.count(old)} times, and not once")
        (place / file).write_text(text.replace(old, new), encoding="utf-8")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "kits").exists():
        (folder / "kits").symlink_to(CHECKOUT / "kits")  # adapters find their kit beside them
    # Cargo and the lab know a package by its real place, so this is a copy.
    unbuilt = shutil.ignore_patterns("node_modules", "target", "__pycache__", ".venv*")
    shutil.copytree(CHECKOUT / "ingot" / "rust", folder / "ingot" / "rust", ignore=unbuilt, dirs_exist_ok=True)
    for variant in variants():
        make(variant, folder)
        print(f"{variant.name}: {variant.what}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
