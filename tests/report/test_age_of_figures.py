"""No page shows a figure that is older than the code which measured it, but those that say so.

A figure rests on the contestant's adapter, on its language's kit, and, where the house makes the library itself, on
the library's sources. Where one of them was changed after the document was made, the document is made again, or listed
in `docs/benchmarks/older.toml` with what its figures are still good for. The list is of now: what has been measured
again leaves it.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest

from assay.base.checkout import CHECKOUT
from assay.catalog.catalog import Catalog, Contestant, load
from assay.report.pages import marks

PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs" / "benchmarks").glob("*.md"))]
LIST = CHECKOUT / "docs" / "benchmarks" / "older.toml"
TIME = "at "
ADAPTER = re.compile(r"contestants/[^/]+/[^/]+")
KIT = re.compile(r"kits/[^/]+")
# Of the house's own libraries, what is in none of these is built into contestants.
NOT_BUILT = re.compile(r"/(tests|bench|benches|docs|examples|ingot-cli)/")


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=CHECKOUT, check=True, capture_output=True, text=True).stdout


@cache
def catalog() -> Catalog:
    return load()


@cache
def last_changes() -> dict[str, datetime]:
    """Of the folder of each contestant, each kit and each library of the house's own, when it was last changed."""
    found: dict[str, datetime] = {}
    when = datetime.min
    houses = {place for contestant in catalog().contestants.values() for place in in_house(contestant)}
    log = git("log", f"--format={TIME}%cI", "--name-only", "--", "contestants", "kits", *houses, ":!*.md")
    for line in log.splitlines():
        if line.startswith(TIME):
            when = datetime.fromisoformat(line.removeprefix(TIME))
        changed = [found_in[0] for kind in (ADAPTER, KIT) if (found_in := kind.match(line))]
        changed += [house for house in houses if line.startswith(f"{house}/") and not NOT_BUILT.search(line)]
        for place in changed:
            found[place] = max(when, found.get(place, when))
    return found


def in_house(contestant: Contestant) -> list[str]:
    """The folders of a library that the house makes itself, within the checkout."""
    source = contestant.manifest.source
    return [Path(folder).as_posix() for folder in source.folders] if source else []


def changed_since(document: Path, changes: dict[str, datetime]) -> list[str]:
    """The folders that a document's figures rest on, and that were changed after it was made."""
    found = json.loads(document.read_text(encoding="utf-8"))
    # Not on those that were missing.
    names = {cell["contestant"] for cell in found.get("cells", ()) if cell["status"] in ("measured", "unstable")}
    rests_on = {place for name in names for place in foundation(name)}
    made = datetime.fromisoformat(found["created"])
    return sorted(place for place in rests_on if place in changes and changes[place] > made)


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
    }


def documents(page: Path) -> Iterable[Path]:
    """The documents that a page's figures come from."""
    for place in marks.documents(page.read_text(encoding="utf-8"), page).values():
        yield (page.parent / place).resolve()


def test_every_older_document_of_a_page_is_listed_with_its_reason_and_no_other() -> None:
    if git("rev-parse", "--is-shallow-repository").strip() == "true":
        pytest.skip("this clone has no history, which says when a kit was last changed")
    shown = {path for page in PAGES for path in documents(page)}
    older = {path.name: places for path in sorted(shown) if (places := changed_since(path, last_changes()))}
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
    before, after = (datetime.fromisoformat(f"2026-11-25T{hour}:00:00+00:00") for hour in (11, 13))
    changes = {"kits/go": before, "contestants/go/null": before, "kits/c": after, "kits/rust": after}
    assert changed_since(document, changes) == ["kits/c"]


def test_what_a_contestants_figures_rest_on() -> None:
    assert foundation("browser/cbor-x") == {"contestants/node/cbor-x", "kits/browser", "kits/node"}
    assert foundation("go/null") == {"contestants/go/null", "kits/go"}
    assert foundation("python/ingot") == {"contestants/python/ingot", "kits/python", "ingot/python", "ingot/rust"}
    assert foundation("go/gone") == {"contestants/go/gone", "kits/go"}
