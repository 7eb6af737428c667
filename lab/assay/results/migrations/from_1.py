"""Version 1 kept parts of the request here and there, and a cell's way in three optional fields."""

from __future__ import annotations

import re
from typing import Any

# What a container's level was where the user had asked for none.
LEVELS = {"null": None, "deflate": 6, "snappy": None, "zstandard": 3}
RENAMED = {
    "warm_least_seconds": "warm_min_seconds",
    "warm_most_seconds": "warm_max_seconds",
    "measure_batches_least": "min_batches",
    "most_blocks": "max_blocks",
}
ORDER = re.compile(r"(in order|shuffled|buffer of ([\d,]+)), (\d+) epochs by (\d+)")


def step(document: dict[str, Any]) -> dict[str, Any]:
    plan = document["plan"]
    settings = {RENAMED.get(key, key): value for key, value in plan["settings"].items() if key != "block_bytes"}
    block_bytes = plan["settings"].get("block_bytes") or 64_000
    containers = {"level": plan.get("level"), "block_bytes": block_bytes}
    return {
        **document,
        "version": 2,
        "plan": {
            "request": {
                "suite": plan["suite"],
                "seed": plan["seed"],
                "across_lanes": plan["across_lanes"],
                "containers": containers,
                **({"stores": plan["stores"]} if plan.get("stores") else {}),
                "settings": settings,
            },
            "suite": plan["suite"] or "",
            "baseline": plan["baseline"],
            "across_lanes": plan["across_lanes"],
            **{key: plan[key] for key in ("table", "unoptimized") if key in plan},
        },
        "workloads": [_workload(workload) for workload in document["workloads"]],
        "contestants": [_contestant(contestant) for contestant in document["contestants"]],
        "cells": [_cell(cell, containers, plan.get("stores") or {}) for cell in document["cells"]],
    }


def _workload(workload: dict[str, Any]) -> dict[str, Any]:
    """Of a user's own file the name stays, and the place goes."""
    data = workload["data"]
    kept = {key: value for key, value in workload.items() if key != "data_schema"}
    return {**kept, "data": re.split(r"[/\\]", data)[-1] if data else None}


def _contestant(contestant: dict[str, Any]) -> dict[str, Any]:
    """Where a process had run, its own word had taken the place of the manifest's version."""
    return {**contestant, "loaded": contestant["version"] if contestant.get("runtime") else ""}


def _cell(cell: dict[str, Any], containers: dict[str, Any], stores: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in cell.items() if key not in ("compression", "store", "threads")}
    way: dict[str, Any] = {"kind": "codec"}
    if (store := cell.get("store")) is not None:
        way = {"kind": "store", **store, "key": stores.get("key", "id"), "batching": None}
        if store.get("batching"):
            way["batching"] = _batching(store["batching"], stores)
    elif (compression := cell.get("compression")) is not None:
        own = LEVELS.get(compression)
        level = own if own is None or containers["level"] is None else containers["level"]
        way = {"kind": "container", "compression": compression, "level": level, **_block_bytes(containers)}
    return {**kept, "way": {**way, "threads": cell.get("threads", 1)}}


def _block_bytes(containers: dict[str, Any]) -> dict[str, Any]:
    return {"block_bytes": containers["block_bytes"]}


def _batching(words: str, stores: dict[str, Any]) -> dict[str, Any]:
    match = ORDER.fullmatch(words)
    if match is None:
        raise ValueError(f"{words!r} is not an order of batches")
    shuffle = {"in order": "none", "shuffled": "full"}.get(match[1], "buffer")
    buffer = int(match[2].replace(",", "")) if match[2] else stores.get("shuffle_buffer", 1000)
    return {"size": int(match[4]), "shuffle": shuffle, "buffer": buffer, "epochs": int(match[3])}
