"""The rooms of lab/assay: who imports whom, drawn, and how many lines each has.

PYTHONPATH=lab .venv/bin/python -m studies.rooms.draw            the drawing, for CONTRIBUTING.md
PYTHONPATH=lab .venv/bin/python -m studies.rooms.draw --lines    lines of code by room, the largest first
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence

from assay.base.checkout import LAB
from studies.rooms.imports import Graph, rooms

# The package itself, and how it is started.
NO_ROOMS = {"assay", "__main__"}
CODE = {".py", ".js", ".css", ".html", ".java", ".template"}


def drawn(graph: Graph) -> str:
    """The graph in Mermaid's words, without the arrows that follow from others: of ``a → b → c``, not ``a → c``."""
    known = {room: others - NO_ROOMS for room, others in graph.items() if room not in NO_ROOMS}
    arrows = [f"  {room} --> {other}" for room in sorted(known) for other in sorted(_nearest(room, known))]
    return "\n".join(["graph TD", *arrows])


def lines() -> dict[str, int]:
    """Lines of code by room, the largest first. Files right in lab/assay are rooms, too."""
    found: Counter[str] = Counter()
    for path in LAB.rglob("*"):
        if path.suffix in CODE and path.is_file():
            room = path.relative_to(LAB).parts[0]
            found[room] += path.read_text(encoding="utf-8").count("\n")
    return dict(found.most_common())


def _nearest(room: str, graph: Mapping[str, set[str]]) -> set[str]:
    direct = graph[room]
    return direct - {far for other in direct for far in _reached(other, graph)}


def _reached(room: str, graph: Mapping[str, set[str]]) -> set[str]:
    """All that a room stands on, itself left out. The graph has no cycle."""
    return graph[room] | {far for other in graph[room] for far in _reached(other, graph)}


def main(words: Sequence[str]) -> int:
    if "--lines" not in words:
        print(drawn(rooms()))
        return 0
    counted = lines()
    for room, number in counted.items():
        print(f"{number:7,}  {room}")
    print(f"{sum(counted.values()):7,}  in all")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
