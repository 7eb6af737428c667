"""What tests of pages share: how one is opened, what axe-core says of it, and which documents they are made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from assay.analysis.figures import Analysis, analyse
from assay.base.checkout import CHECKOUT
from assay.results import store

Open = Callable[..., Page]
WIDTHS = (360, 800, 1400)
# Several groups, two speeds, one block, lanes, containers, stores, many schemas.
DOCUMENTS = (
    "2026-11-27-avro-implementations",
    "2026-11-28-avro-languages-containers",
    "2026-11-28-avro-languages-process",
    "2026-11-28-kafka-serdes",
    "2026-11-27-objects",
    "2026-11-28-stores",
    "2026-11-22-adapters",
    "2026-11-22-avro-languages",
    "2026-11-22-js-formats",
    "2026-11-22-one-core",
)


@cache
def analysed(name: str) -> Analysis:
    """Of a document in `results`."""
    return analyse(store.read(CHECKOUT / "results" / f"{name}.json"))


def serious(page: Page) -> list[Any]:
    """What axe-core calls serious or critical, with the elements."""
    return [
        (one["id"], [node["html"][:200] for node in one["nodes"][:3]])
        for one in Axe().run(page).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
