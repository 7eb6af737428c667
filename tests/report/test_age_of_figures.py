"""No page shows a figure that is older than the code which measured it, but those that say so.

A figure rests on the contestant's adapter, on its language's kit (of Python's, not on modules that other adapters ask
for), and, where the house makes the library itself, on the library's sources: in Rust on the crates that are built into
it. Where one of them is not as it was when the document was made, the document is made again, or listed in
`docs/benchmarks/older.toml` with what its figures are still good for. The list is of now: what has been measured again
leaves it.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from assay.base.checkout import CHECKOUT
from assay.catalog.catalog import Catalog, Contestant, load
from assay.report.pages import marks

PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs" / "benchmarks").glob("*.md"))]
LIST = CHECKOUT / "docs" / "benchmarks" / "older.toml"
# What is in none of these is built into contestants. Stubs are for type checkers: no program reads them.
NOT_BUILT = re.compile(r"/(tests|bench|benches|docs|examples|ingot-cli)/|\.(md|pyi|sh)$")
# A change of lines of comments alone changes nothing that is built.
COMMENTS = "--ignore-matching-lines=^[[:space:]]*(//|#( |$))"
# Python's kit, and what imports a module of it.
PYTHON = CHECKOUT / "kits" / "python" / "assay_kit"
IMPORT = re.compile(r"^ *from assay_kit(?:\.(\w+))? import (.+)", re.MULTILINE)


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=CHECKOUT, check=True, capture_output=True, text=True).stdout


@cache
def catalog() -> Catalog:
    return load()


@cache
def commits() -> list[tuple[datetime, str]]:
    """When each commit was made, the newest first, and its name."""
    lines = git("log", "--format=%cI %H").splitlines()
    return [(datetime.fromisoformat(when), name) for when, name in (line.split() for line in lines)]


@cache
def changed_after(made: datetime) -> frozenset[str]:
    """The files that are built into contestants, and that are not as they were at that time."""
    then = next(name for when, name in commits() if when <= made)
    lines = git("diff", "--numstat", "--no-renames", COMMENTS, then, "HEAD", "--", "contestants", "kits", "ingot")
    return built("\n".join(line.split("\t")[2] for line in lines.splitlines()))


def built(files: str) -> frozenset[str]:
    return frozenset(file for file in files.splitlines() if not NOT_BUILT.search(file))


def in_house(contestant: Contestant) -> set[str]:
    """The folders of a library that the house makes itself, within the checkout.

    A folder of crates counts by those of them that the contestant, or the library's own crate, is built from, and by
    what they have in common; with which features they are built is not asked.
    """
    source = contestant.manifest.source
    folders = [CHECKOUT / folder for folder in source.folders] if source else []
    crates = {found for start in [contestant.folder, *folders] for found in crates_below(start)}
    places = {folder for folder in folders if not any(crate.is_relative_to(folder) for crate in crates)} | crates
    shared = {crate.parent / "Cargo.toml" for crate in crates}
    places |= {manifest for manifest in shared if "members" in read_toml(manifest).get("workspace", {})}
    return {place.relative_to(CHECKOUT).as_posix() for place in places if folders}


def read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def crates_below(folder: Path) -> set[Path]:
    """The crates beside this one that it is built from, and those that they are built from."""
    known = read_toml(folder.parent / "Cargo.toml").get("workspace", {}).get("dependencies", {})
    needed = read_toml(folder / "Cargo.toml").get("dependencies", {})
    beside = {(folder / one["path"]).resolve() for one in needed.values() if "path" in one}
    beside |= {folder.parent / known[name]["path"] for name in needed if "path" in known.get(name, ())}
    beside = {crate for crate in beside if not crate.is_relative_to(CHECKOUT / "kits")}  # these count by their kit
    return beside | {deeper for crate in beside for deeper in crates_below(crate)}


def changed_since(document: Path, changed: Callable[[datetime], Iterable[str]] = changed_after) -> list[str]:
    """The folders that a document's figures rest on, and that are not as they were when it was made."""
    found = json.loads(document.read_text(encoding="utf-8"))
    # Not on those that were missing.
    names = {cell["contestant"] for cell in found.get("cells", ()) if cell["status"] in ("measured", "unstable")}
    rests_on = {place for name in names for place in foundation(name)}
    files = changed(datetime.fromisoformat(found["created"]))
    return sorted(rests_on & {place_of(file, rests_on | libraries()) for file in files})


def place_of(file: str, places: Iterable[str]) -> str:
    """The one of these that a file is or is in, the innermost: a library can lie within another."""
    return max((place for place in places if f"{file}/".startswith(f"{place}/")), key=len, default="")


@cache
def libraries() -> frozenset[str]:
    """What counts for itself, though it lies in a folder of something else."""
    in_houses = {folder for contestant in catalog().contestants.values() for folder in in_house(contestant)}
    by_adapters = asked_for((CHECKOUT / "contestants" / "python").glob("*/*.py"))
    return frozenset(in_houses | by_adapters - asked_for([PYTHON / "__main__.py"]))


def asked_for(files: Iterable[Path]) -> set[str]:
    """The modules of Python's kit that these files import, and those that they import."""
    found: set[Path] = set()
    left = list(files)
    while left:
        for module, names in IMPORT.findall(left.pop().read_text(encoding="utf-8")):
            asked = [module] if module else re.findall(r"\w+", names)
            new = {PYTHON / f"{name}.py" for name in [*asked, "__init__"]} - found
            found |= {path for path in new if path.is_file()}
            left += [path for path in new if path.is_file()]
    return {path.relative_to(CHECKOUT).as_posix() for path in found}


def foundation(name: str) -> set[str]:
    """A contestant's folder, its kits' and its library's, if that is the house's own.

    Those of the browser are Node.js's contestants, and use some of its kit.
    """
    known = catalog().contestants.get(name)
    folder = known.folder.relative_to(CHECKOUT).as_posix() if known else f"contestants/{name}"
    return {
        folder,
        f"kits/{name.partition('/')[0]}",
        f"kits/{folder.split('/')[1]}",
        *(in_house(known) if known else ()),
        *asked_for((CHECKOUT / folder).glob("*.py")),
    }


def documents(page: Path) -> Iterable[Path]:
    """The documents that a page's figures come from."""
    for place in marks.documents(page.read_text(encoding="utf-8"), page).values():
        yield (page.parent / place).resolve()


def test_every_older_document_of_a_page_is_listed_with_its_reason_and_no_other() -> None:
    if git("rev-parse", "--is-shallow-repository").strip() == "true":
        pytest.skip("this clone has no history, which says when a kit was last changed")
    shown = {path for page in PAGES for path in documents(page)}
    older = {path.name: places for path in sorted(shown) if (places := changed_since(path))}
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    unlisted = {name: places for name, places in older.items() if name not in listed}
    assert not unlisted, f"measure again, or list in {LIST.relative_to(CHECKOUT)}: {unlisted}"
    assert not listed.keys() - older.keys(), "measured again, or shown no more: take it off the list"
    assert all(reason.strip() for reason in listed.values())


def test_a_change_after_the_document_is_found_and_one_before_is_not(tmp_path: Path) -> None:
    document = tmp_path / "document.json"
    states = {"go/null": "measured", "c/avro-c": "measured", "rust/prost": "missing"}
    cells = [{"contestant": name, "status": state} for name, state in states.items()]
    made = {"created": "2026-11-25T12:00:00+00:00", "cells": cells}
    document.write_text(json.dumps(made), encoding="utf-8")
    changed = {"kits/c/kit.h", "kits/rust/src/lib.rs", "contestants/go/gob/adapter.go"}
    assert changed_since(document, lambda made: changed) == ["kits/c"]


def test_what_was_changed_and_changed_back_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("NAME", "a"), ("EMAIL", "a@localhost")):
        monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)
    monkeypatch.setitem(globals(), "CHECKOUT", tmp_path)
    commits.cache_clear()
    git("init", "--quiet")
    for folder in ("contestants", "kits/c", "ingot"):
        (tmp_path / folder).mkdir(parents=True)
    for hour, kit, ingot in ((10, "old", "old"), (12, "new", "new"), (14, "old", "new")):
        (tmp_path / "kits" / "c" / "kit.h").write_text(f"{kit}\n")
        (tmp_path / "ingot" / "engine.rs").write_text(f"#[{ingot}]\n")
        (tmp_path / "ingot" / "words.rs").write_text(f"//! At {hour}.\ncode\n    // {hour}\n")
        monkeypatch.setenv("GIT_COMMITTER_DATE", f"2026-11-25T{hour}:00:00+00:00")
        git("add", ".")
        git("commit", "--quiet", "--message", str(hour))
    at = {hour: changed_after(datetime.fromisoformat(f"2026-11-25T{hour}:30:00+00:00")) for hour in (10, 12, 14)}
    commits.cache_clear()
    changed_after.cache_clear()
    assert at == {10: {"ingot/engine.rs"}, 12: {"kits/c/kit.h"}, 14: frozenset()}


def test_a_file_belongs_to_the_innermost_of_the_folders() -> None:
    assert place_of("ingot/javascript/store/src/lib.rs", libraries()) == "ingot/javascript/store"
    assert place_of("ingot/javascript/src/index.ts", libraries()) == "ingot/javascript"
    assert built("kits/go/kit.go\ningot/rust/ingot-store/tests/disk.rs\nkits/go/README.md\n") == {"kits/go/kit.go"}


def test_what_a_contestants_figures_rest_on() -> None:
    assert foundation("browser/cbor-x") == {"contestants/node/cbor-x", "kits/browser", "kits/node"}
    assert foundation("go/null") == {"contestants/go/null", "kits/go"}
    assert foundation("go/gone") == {"contestants/go/gone", "kits/go"}
    assert foundation("node/ingot") == {"contestants/node/ingot", "kits/node", "ingot/javascript"}


def test_a_module_of_pythons_kit_counts_for_adapters_that_ask_for_it() -> None:
    structs = "kits/python/assay_kit/structs.py"
    assert {structs, "kits/python/assay_kit/typed.py"} <= foundation("python/msgspec-json")
    assert structs not in foundation("python/orjson")
    others = foundation("python/msgspec-json") | foundation("python/orjson")
    assert place_of(structs, foundation("python/orjson") | libraries()) == structs
    assert place_of("kits/python/assay_kit/loop.py", others | libraries()) == "kits/python"


def test_a_library_in_rust_counts_by_its_crates() -> None:
    codec = {"ingot", "ingot-arrow", "ingot-codec", "ingot-container", "ingot-derive", "ingot-schema"}
    of_codec = {f"ingot/rust/{crate}" for crate in codec}
    own = {"contestants/rust/ingot", "contestants/rust/ingot/shared", "kits/rust"}
    assert foundation("rust/ingot") == of_codec | own | {"ingot/rust/Cargo.toml"}
    store = foundation("python/ingot")
    assert {"ingot/python", "ingot/rust/ingot-store", "ingot/rust/ingot-codec"} <= store
    assert "ingot/rust" not in store


def test_stubs_and_pages_are_not_built_and_modules_beside_them_are() -> None:
    beside = [f"ingot/python/package/ingot/{name}" for name in ("_ingot.pyi", "_command.py", "README.md")]
    assert built("\n".join(beside)) == {"ingot/python/package/ingot/_command.py"}
