"""Who imports whom in the lab, read from the code: modules and rooms (the folders and files right below lab/assay)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from assay.base.checkout import LAB

Graph = Mapping[str, set[str]]


def modules() -> dict[str, Path]:
    """The lab's modules by their full names."""
    return {_name(path): path for path in sorted(LAB.rglob("*.py"))}


def imported(path: Path) -> Iterator[str]:
    """The full names that a file imports, anywhere in it: modules, and what may be modules in packages."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms() -> dict[str, set[str]]:
    """For each room of the lab, the other rooms that it imports."""
    known = modules()
    graph: dict[str, set[str]] = {room(name): set() for name in known}
    for name, path in known.items():
        found = {room(other) for other in imported(path) if other in known}
        graph[room(name)] |= found - {room(name)}
    return graph


def room(module: str) -> str:
    """The room of a module: the second part of its name; `assay` itself for the package."""
    return module.split(".")[1] if "." in module else module


def cycles(graph: Graph) -> list[list[str]]:
    """Every way that leads from a node back to it, found depth first; each once, as it was met."""
    found: list[list[str]] = []
    done: set[str] = set()

    def visit(node: str, path: list[str]) -> None:
        if node in path:
            found.append([*path[path.index(node) :], node])
        elif node not in done:
            for other in sorted(graph.get(node, ())):
                visit(other, [*path, node])
            done.add(node)

    for node in sorted(graph):
        visit(node, [])
    return found


def _name(path: Path) -> str:
    parts = path.relative_to(LAB.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
