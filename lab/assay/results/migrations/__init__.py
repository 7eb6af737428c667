"""Older results documents, brought up to today's version step by step, as JSON, before anything else reads them.

A new version of the document is one more file here, and one more row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assay.base.errors import AssayError
from assay.results.document import VERSION
from assay.results.migrations import from_1, from_2, from_3

# By the version that a step reads; it gives the next one.
STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: from_1.step, 2: from_2.step, 3: from_3.step}

# From here on documents hold what today's hold, if in another layout: nothing is to be said of how they came about.
SAME_CONTENT = 3


def migrated(document: dict[str, Any], where: str) -> dict[str, Any]:
    """The document in today's version. AssayError, beginning with ``where``, for an unknown version."""
    found = version = document.get("version")
    while version != VERSION:
        if type(version) is not int or version not in STEPS:
            raise AssayError(
                f"{where}: version {found} of the results document; this lab reads versions 1 to {VERSION}"
            )
        try:
            document = STEPS[version](document)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise AssayError(
                f"{where}: not a valid results document of version {found}: {type(error).__name__}: {error}"
            ) from None
        version = document["version"]
    older = found in STEPS and found < SAME_CONTENT
    return {**document, "migrated_from": found} if older else document
