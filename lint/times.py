"""How long tests took, in Markdown, from what `pytest --junitxml` wrote: `python3 lint/times.py FILE.xml`.

Standard library only: it also runs where `.venv` could not be made.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree

SLOWEST = 25


def report(text: str) -> str:
    """The whole time, that of each folder of tests, and the slowest tests. ValueError for what is no such file."""
    try:
        suite = ElementTree.fromstring(text).find("testsuite")
    except ElementTree.ParseError as error:
        raise ValueError(f"not XML: {error}") from None
    if suite is None:
        raise ValueError("no times of tests are in it")
    seconds: defaultdict[str, float] = defaultdict(float)
    folders: defaultdict[str, float] = defaultdict(float)
    tests: Counter[str] = Counter()
    for case in suite.iter("testcase"):
        module = case.get("classname", "").split(".")
        took = float(case.get("time", 0))
        folder = module[1] if module[0] == "tests" and len(module) > 1 else module[0]
        seconds[f"{'.'.join(module)} {case.get('name')}"] += took
        folders[folder] += took
        tests[folder] += 1
    counts = [f"{suite.get(word)} {word}" for word in ("tests", "failures", "errors", "skipped")]
    lines = [
        f"### {', '.join(counts)} in {float(suite.get('time', 0)):,.0f} s",
        "",
        *("| folder | tests | seconds, of all processes |", "|---|---:|---:|"),
        *(f"| {name} | {tests[name]:,} | {took:,.1f} |" for name, took in _longest(folders)),
        "",
        *("| slowest tests | seconds |", "|---|---:|"),
        *(f"| `{_said(name)}` | {took:,.1f} |" for name, took in _longest(seconds)[:SLOWEST]),
    ]
    return "\n".join(lines)


def _longest(seconds: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(seconds.items(), key=lambda one: -one[1])


def _said(name: str) -> str:
    """Without what would end the code, or the cell, that it stands in."""
    return name.replace("|", "¦").replace("`", "'")


def main(name: str) -> int:
    try:
        print(report(Path(name).read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        print(f"No times: {name}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
