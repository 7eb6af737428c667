"""mypy over what pyproject.toml names, and over the adapters, which all have one name: each is a module of its own.

One run takes both, so that what they share is looked at once.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mypy import build, main, modulefinder
from mypy.errors import CompileError

CHECKOUT = Path(__file__).resolve().parents[1]
ADAPTERS = ("contestants/python/*/adapter.py", "tests/*/catalog/contestants/python/*/adapter.py")


def adapters() -> list[modulefinder.BuildSource]:
    """Each under a name of its own in a package `adapters`, made from its path."""
    paths = [path.relative_to(CHECKOUT) for pattern in ADAPTERS for path in sorted(CHECKOUT.glob(pattern))]
    return [modulefinder.BuildSource(str(path), "adapters." + "_".join(path.parts[:-1])) for path in paths]


def errors() -> list[str]:
    sources, options = main.process_options([])
    try:
        return build.build([*sources, *adapters()], options).errors
    except CompileError as error:
        return error.messages


if __name__ == "__main__":
    found = errors()
    print("\n".join(found) or "types: no issues found")
    sys.exit(bool(found))
