"""A contestant's adapter as a program of Criterion: its package with one more feature of the kit.

Criterion and what it needs are pinned by a lock of their own, that of kits/rust/criterion. Cargo takes one lock only,
so a contestant's and that one are laid together, and cargo may take no package that neither of them pins.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from assay.base.checkout import KITS
from assay.languages.rust.copies import copy_package
from assay.languages.shared.recipe import BuildFailed, run

KIT = KITS / "rust"
LOCK = KIT / "criterion" / "Cargo.lock"

# A second table of dependencies, for every system: cargo adds up the features that both ask for.
FEATURE = f"""
[target.'cfg(all())'.dependencies]
assay-kit = {{ path = "{KIT}", features = ["criterion"] }}
"""

Locked = dict[tuple[str, str], str | None]


def lay_benchmark(package: Path, folder: Path, log: Path) -> None:
    """Lay a copy of a contestant's package that builds with Criterion. BuildFailed where the locks do not pin all."""
    copy_package(package, folder)
    with (folder / "Cargo.toml").open("a", encoding="utf-8") as manifest:
        manifest.write(FEATURE)
    lock = folder / "Cargo.lock"
    if not lock.exists():  # then its own libraries are not pinned either
        return
    known = [_read(lock), _read(LOCK)]
    lock.write_text(_joined(known), encoding="utf-8")
    # Cargo adds what joins the two, and takes away what is in neither manifest.
    run(["cargo", "metadata", "--format-version", "1", "--manifest-path", str(folder / "Cargo.toml")], log)
    pinned = _checksums([one for packages in known for one in packages])
    for (name, version), checksum in _checksums(_read(lock)).items():
        if checksum is not None and pinned.get((name, version)) != checksum:
            raise BuildFailed(f"{name} {version} is pinned neither by the contestant's Cargo.lock nor by Criterion's")


def criterion_version() -> str:
    """The version that the lock pins."""
    return next(str(one["version"]) for one in _read(LOCK) if one["name"] == "criterion")


def _read(lock: Path) -> list[dict[str, Any]]:
    packages: list[dict[str, Any]] = tomllib.loads(lock.read_text(encoding="utf-8"))["package"]
    return packages


def _checksums(packages: list[dict[str, Any]]) -> Locked:
    return {(one["name"], one["version"]): one.get("checksum") for one in packages}


def _joined(locks: list[list[dict[str, Any]]]) -> str:
    """One lock of several. Each names what it depends on with the version, since several locks may have several."""
    entries: dict[tuple[str, str], str] = {}
    for packages in locks:
        versions: dict[str, str] = {one["name"]: one["version"] for one in packages}
        for one in packages:
            words = [word.split() for word in one.get("dependencies", [])]
            needs = [" ".join(word[:2] if len(word) > 1 else [word[0], versions[word[0]]]) for word in words]
            lines = [f'{key} = "{one[key]}"' for key in ("name", "version", "source", "checksum") if key in one]
            listed = "".join(f' "{need}",\n' for need in needs)
            text = "\n".join(["[[package]]", *lines, f"dependencies = [\n{listed}]", ""])
            entries.setdefault((one["name"], one["version"]), text)
    return "\n".join(["version = 4\n", *(entries[key] for key in sorted(entries))])
