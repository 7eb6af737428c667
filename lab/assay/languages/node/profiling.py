"""Node.js under V8's own profilers, which the kit switches on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from assay.base.tools import NODE, find
from assay.catalog.catalog import Contestant
from assay.languages.sampling.marks import by_folder
from assay.languages.sampling.sampler import InKit, Profiling
from assay.languages.sampling.stacks import Frame, Kind, Stack, Stacks

COPY = "/contestant/"  # the folder of the build that holds the copy of the adapter
IDLE = "(idle)"
SWITCH = "post"  # of the kit, by which the profiler itself is switched
NO_SCRIPT = "0"  # of what is not written in JavaScript


class NodeTime(InKit):
    words = "V8's sampling profiler (a sample each 0.5 ms)"

    def stacks(self) -> Stacks:
        profile = json.loads(self.output.read_text(encoding="utf-8"))
        nodes = {node["id"]: node for node in profile["nodes"]}
        parents = {child: node["id"] for node in profile["nodes"] for child in node.get("children", ())}
        found = {node: tuple(_path(self.contestant, node, nodes, parents)) for node in nodes}
        # Each sample holds until the next one.
        pairs = zip(profile["samples"], [*profile["timeDeltas"][1:], 0], strict=False)
        return Stacks.of((found[node], float(after)) for node, after in pairs if found[node])


class NodeAllocations(InKit):
    words = "V8's sampling heap profiler (a sample each 16 KiB, collected objects included)"
    what = "allocations"

    def stacks(self) -> Stacks:
        profile = json.loads(self.output.read_text(encoding="utf-8"))
        return Stacks.of(_allocated(self.contestant, profile["head"], ()))


def _path(contestant: Contestant, node: int, nodes: dict[int, Any], parents: dict[int, int]) -> list[Frame]:
    """From the outermost frame, without the root; none where nothing was measured."""
    frames: list[Frame] = []
    while node in parents:
        call = nodes[node]["callFrame"]
        if call["functionName"] == IDLE:
            return []
        if call["functionName"] == SWITCH and call["url"].endswith("/kits/node/profiling.js"):
            return []
        frames.append(_frame(contestant, call, place=False))
        node = parents[node]
    return frames[::-1]


def _allocated(contestant: Contestant, node: Any, above: Stack) -> Iterator[tuple[Stack, float]]:
    yield above, float(node["selfSize"])
    for child in node["children"]:
        yield from _allocated(contestant, child, (*above, _frame(contestant, child["callFrame"], place=True)))


def _frame(contestant: Contestant, call: Any, *, place: bool) -> Frame:
    file = unquote(urlparse(call["url"]).path) if call["url"].startswith("file:") else call["url"]
    name = call["functionName"] or f"(anonymous, line {call['lineNumber'] + 1})"
    short = Path(file).name
    known = f"{short}:{call['lineNumber'] + 1}" if place and short else ""
    return Frame(f"{name} {short}" if short and not place else name, _kind(contestant, file, call["scriptId"]), known)


def _kind(contestant: Contestant, file: str, script: str) -> Kind:
    if not file and script != NO_SCRIPT:
        return "library"  # it has made code while it ran
    if not file or file.startswith(("node:", "evalmachine")):
        return "runtime"
    if "/node_modules/" in file:
        return "library"
    return by_folder(contestant, file) or ("adapter" if file.endswith(f"{COPY}adapter.js") else "library")


def problem() -> str:
    return find(NODE).problem


PROFILING = Profiling(NodeTime, problem, NodeAllocations)
