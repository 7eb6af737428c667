"""Version 2 measured every cell by itself, and kept each batch as an object."""

from __future__ import annotations

from typing import Any

COLUMNS = ("passes", "records", "wall_ns", "cpu_ns", "allocated_bytes", "gc_ns")
ALONE = "Assay measured every cell by itself then"


def step(document: dict[str, Any]) -> dict[str, Any]:
    return {
        **document,
        "version": 3,
        "cells": [_cell(cell) for cell in document["cells"]],
        "blocks": [_block(block) for block in document.get("blocks", [])],
    }


def _cell(cell: dict[str, Any]) -> dict[str, Any]:
    return {**cell, "samples": [_sample(sample) for sample in cell.get("samples", [])]}


def _sample(sample: dict[str, Any]) -> dict[str, Any]:
    columns = {name: [batch[name] for batch in sample["batches"]] for name in COLUMNS}
    return {**sample, "batches": {name: None if None in column else column for name, column in columns.items()}}


def _block(block: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in block.items() if key != "order"}
    return {**kept, "groups": [{"cells": [key], "alone": ALONE} for key in block["order"]]}
