"""Contestants whose speed beside each other is known by construction: one as it is, and copies with more work in them.

A copy's `encode` calls the original's, and does every Nth record once more: every 20th makes 5% more work. All copies
of a contestant are the same code but for two numbers, so what the wrapping costs is the same in all of them. They lie
in a catalog of their own, in the cache.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from pathlib import Path

from assay.base import cache
from assay.base.errors import AssayError
from assay.catalog.catalog import Contestant
from assay.languages.rust.copies import copy_package
from assay.languages.shared.frames import fill
from assay.languages.shared.recipe import PASSED_OVER, hash_sources

OPERATION = "encode"
FRAMES = Path(__file__).parent / "frames"
REFERENCE_PERIOD = 20  # of copies that repeat nothing; any will do


@dataclass(frozen=True)
class Work:
    """Every ``period``th record is done ``repeats`` times more."""

    period: int
    repeats: int

    @property
    def words(self) -> dict[str, str]:
        return {"period": str(self.period), "repeats": str(self.repeats)}

    def operations(self, records: int) -> int:
        """How many operations a process makes of its first ``records`` records."""
        return records + records // self.period * self.repeats


def work(extra: int) -> Work:
    """So many per cent more. AssayError where that is not one record in a whole number of them."""
    if extra == 0:
        return Work(REFERENCE_PERIOD, 0)
    if not 0 < extra <= 50 or 100 % extra:
        raise AssayError(f"{extra}% of extra work is not one record in a whole number of them: 2, 5, 10, 20, 25 are")
    return Work(100 // extra, 1)


def check_spread(records: int, extras: list[int]) -> None:
    """AssayError where the same records would be done twice in every pass: they may be longer than the others."""
    for extra in extras:
        if gcd(records, work(extra).period) != 1:
            raise AssayError(f"{records} records have a divisor in common with {work(extra).period}: take 1,001")


def name_of(original: Contestant, extra: int | None) -> str:
    """The name of a copy: with so many per cent more work, or (None) the one that all others are compared with."""
    return f"{original.name}-{'reference' if extra is None else f'plus-{extra}'}"


def plant(original: Contestant, extra: int | None) -> Path:
    """The root of a catalog with a copy of a contestant, from the cache or made now. AssayError where it cannot be."""
    parts = [hash_sources([original.folder, FRAMES, Path(__file__)]), str(original.folder), str(extra)]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

    def fill_in(root: Path) -> None:
        lay(original, extra, root)

    return cache.make_folder("planted", f"{original.folder.name}-{key}", fill_in)


def lay(original: Contestant, extra: int | None, root: Path) -> Path:
    """Lay a copy of a contestant into the root of a catalog; gives its folder. AssayError where it cannot be."""
    if original.language not in WRITERS:
        raise AssayError(f"{original.name}: work is planted in contestants of {', '.join(WRITERS)}")
    manifest = original.manifest
    if manifest.source or manifest.local or OPERATION not in manifest.operations:
        raise AssayError(f"{original.name}: work is planted in what encodes records, with a library from a registry")
    folder = root / "contestants" / name_of(original, extra)
    folder.parent.mkdir(parents=True, exist_ok=True)
    WRITERS[original.language](original, folder, work(extra or 0))
    _write_manifest(folder, extra)
    return folder


def _write_manifest(folder: Path, extra: int | None) -> None:
    path = folder / "contestant.toml"
    text = path.read_text(encoding="utf-8")
    more = "reference" if extra is None else f"+ {extra}%"
    text = re.sub(r'^title = "(.*)"$', rf'title = "\1, {more}"', text, flags=re.MULTILINE)
    text = re.sub(r"^operations = .*$", f'operations = ["{OPERATION}"]', text, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")


def _copy(original: Contestant, folder: Path) -> None:
    shutil.copytree(original.folder, folder, ignore=shutil.ignore_patterns(*PASSED_OVER))


def _python(original: Contestant, folder: Path, planted: Work) -> None:
    _copy(original, folder)
    with (folder / "adapter.py").open("a", encoding="utf-8") as adapter:
        adapter.write(fill(FRAMES / "planted.py.template", **planted.words))


def _node(original: Contestant, folder: Path, planted: Work) -> None:
    _copy(original, folder)
    (folder / "adapter.js").rename(folder / "original.js")
    (folder / "adapter.js").write_text(fill(FRAMES / "planted.js.template", **planted.words), encoding="utf-8")


def _rust(original: Contestant, folder: Path, planted: Work) -> None:
    copy_package(original.folder, folder)
    path = folder / "src" / "main.rs"
    text = path.read_text(encoding="utf-8")
    found = re.search(r"^assay_kit::main!\((\w+): [^)]+\);$", text, re.MULTILINE)
    if found is None:
        raise AssayError(f"{original.name}: src/main.rs does not say assay_kit::main!(…)")
    variant = fill(FRAMES / "planted.rs.template", adapter=found[1], **planted.words)
    path.write_text(text.replace(found[0], variant), encoding="utf-8")


def _java(original: Contestant, folder: Path, planted: Work) -> None:
    assert original.manifest.java is not None  # else it could not be built
    _copy(original, folder)
    package, _, name = original.manifest.java.adapter.rpartition(".")
    sources = folder / "src" / package.replace(".", "/")
    text = (sources / f"{name}.java").read_text(encoding="utf-8")
    library = re.search(r"^@Library\((?:[^()]|\([^()]*\))*\)", text, re.MULTILINE)
    if library is None:
        raise AssayError(f"{original.name}: {name}.java has no annotation Library")
    variant = fill(
        FRAMES / "Planted.java.template",
        package=package,
        imports="".join(re.findall(r"^import .*\n", text, re.MULTILINE)),
        library=library[0],
        adapter=name,
        **planted.words,
    )
    (sources / "Planted.java").write_text(variant, encoding="utf-8")
    path = folder / "contestant.toml"
    manifest = path.read_text(encoding="utf-8")
    path.write_text(manifest.replace(f'"{package}.{name}"', f'"{package}.Planted"'), encoding="utf-8")


WRITERS: dict[str, Callable[[Contestant, Path, Work], None]] = {
    "rust": _rust,
    "java": _java,
    "node": _node,
    "python": _python,
}
