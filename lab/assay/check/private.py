"""What should not be shared: paths, names of people and machines, addresses, in any text of a document."""

from __future__ import annotations

import getpass
import platform
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assay.check.finding import Finding

RULE = "private"
SHORTEST = 4  # characters of a name that is looked for
COMMON = {"root", "user", "users", "runner", "admin", "ubuntu", "debian", "docker", "build", "localhost", "assay"}
PATTERNS = {
    "an absolute path": re.compile(r"(?<![\w.:/~<>)\]}*+-])/(?:[\w.+@-]+/)*[\w.+@-]+"),
    "a file's address": re.compile(r"\bfile://[^\s\"']+", re.IGNORECASE),
    "a path of Windows": re.compile(r"(?<![A-Za-z])[A-Za-z]:[\\/][\w.+@ -]+"),
    "a path of a network": re.compile(r"\\\\[\w.-]+\\[\w.$-]+"),
    "a home folder": re.compile(r"(?<![\w/])~[\w.-]*/[\w.+@/-]*|\$HOME\b|%USERPROFILE%"),
    "an e-mail address": re.compile(r"[\w.+-]+@[A-Za-z][\w-]*\.[\w.-]*[A-Za-z]"),
    "an IP address": re.compile(
        r"(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])"
    ),
    "an IPv6 or MAC address": re.compile(
        r"(?<![\w:])(?:[0-9a-fA-F]{1,4}:){4,7}[0-9a-fA-F]{1,4}(?![\w:])|\bfe80::[\w:]+"
    ),
    "a host name": re.compile(r"\b[\w-]+\.(?:local|lan|internal|intranet|corp|localdomain)\b", re.IGNORECASE),
}
HARMLESS = {"127.0.0.1", "0.0.0.0", "/dev/null", "/dev/shm", "/proc"}
# Where numbers with three dots are versions.
VERSIONS = re.compile(
    r"(^|\.)(version|loaded|runtime|runtime_build\.how|kernel|system|python|tools\.[^.]+|assay|reference)$"
)


def own_names() -> list[str]:
    """Of the user and the machine that check, since documents are best checked where they were made."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        user = ""
    names = {user, Path.home().name, platform.node(), platform.node().partition(".")[0]}
    return sorted(name for name in names if len(name) >= SHORTEST and name.lower() not in COMMON)


def findings(raw: Any, names: Sequence[str] = ()) -> Iterator[Finding]:
    """``raw``: the document as JSON, so that nothing in it is overlooked. ``names``: further words to look for."""
    patterns = {**PATTERNS, **{f'the name "{name}"': re.compile(rf"\b{re.escape(name)}\b") for name in names}}
    for place, text in _texts(raw, ""):
        for what, pattern in patterns.items():
            for match in pattern.finditer(text):
                if match[0] in HARMLESS or (what == "an IP address" and VERSIONS.search(place)):
                    continue
                yield Finding(RULE, place, f"{what}, {match[0]!r}: put something neutral in its place")


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """All texts, names of keys included, and where they stand."""
    if isinstance(value, dict):
        for key, part in value.items():
            inside = f"{place}.{key}" if place else key
            yield inside, key
            yield from _texts(part, inside)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            if not isinstance(part, int | float):
                yield from _texts(part, f"{place}.{number}")
    elif isinstance(value, str):
        yield place, value
