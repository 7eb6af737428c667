"""Version numbers as registries write them: which is the newer one, and which come before a release."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest

# With a revision after them, as Maven's 1.5.6-3 has.
NUMBERS = re.compile(r"v?(?:\d+:)?(\d+(?:\.\d+)*(?:-\d{1,4}$)?)")
# What follows the numbers of 1.0.0-rc.1, 1.0a2, 1.0.dev3, 1.0-M1, and of a Go module's commit: v0.0.0-2026….
BEFORE = re.compile(
    r"[-.]?(?:[abcm]\d|alpha|beta|rc|cr|milestone|pre|dev|next|canary|ea|snapshot|0\.20\d{12}|20\d{12})", re.IGNORECASE
)


def numbers(version: str) -> tuple[int, ...]:
    """Those of a release; without what registries set before and after them. Empty for what begins with none."""
    found = NUMBERS.match(version)
    return tuple(int(number) for number in re.split("[.-]", found[1])) if found else ()


def is_before_release(version: str) -> bool:
    found = NUMBERS.match(version)
    return bool(found and BEFORE.match(version, found.end()))


def is_newer(version: str, other: str) -> bool:
    """Whether a version is newer than the other; what follows the numbers only tells a pre-release from its release."""
    for one, two in zip_longest(numbers(version), numbers(other), fillvalue=0):
        if one != two:
            return one > two
    return is_before_release(other) and not is_before_release(version)


def newest(versions: Iterable[str]) -> str | None:
    """Of those that are no pre-releases; None where there is none."""
    found: str | None = None
    for version in versions:
        if not is_before_release(version) and (found is None or is_newer(version, found)):
            found = version
    return found
