"""Requests as tests make them: what is asked for, measured as quickly as settings say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from assay.measure import profiles
from assay.measure.selection.files import own_file
from assay.results.request import ContainerRequest, Request, Settings

ORDINARY = profiles.settings(profiles.QUICK, memory_limit=4 << 30, reply_seconds=120)

# As short as measuring can be, to test what happens and not how fast it is.
BRIEF = profiles.Profile(
    name="brief",
    min_batch=0.001,
    warm_batch=0.0005,
    decoy=0.001,
    warm_chunk=0.01,
    warm_min=0.0,
    warm_min_native=0.0,
    warm_max=0.05,
    warm_max_native=0.05,
    measure=0.005,
    min_batches=3,
    lead_in=0.001,
    turn=0.001,
    rounds=8,
    most_rounds=8,
    first_stage=5,
    max_blocks=5,
    budget=600,
)


def asked(settings: Settings = ORDINARY, **parts: Any) -> Request:
    """``data`` and ``schema`` are paths; the parts of a container's request may stand by themselves."""
    for part, key in (("data", "data"), ("schema", "data_schema")):
        path = parts.pop(part, None)
        if isinstance(path, Path):
            parts[key] = own_file(path)
    containers = {name: parts.pop(name) for name in ContainerRequest.model_fields if name in parts}
    return Request(**parts, containers=ContainerRequest(**containers), settings=settings)
