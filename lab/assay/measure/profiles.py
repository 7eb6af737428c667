"""How long and how often cells are measured: the two profiles, and what a user changes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from assay.options import table
from assay.options.measuring import BUDGETS
from assay.results.request import Settings
from assay.runner.process import Limits
from assay.stats.looks import confidence_of_each

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Profile:
    """Times in seconds. See rule 5 of docs/rules.md."""

    name: str
    min_batch: float
    warm_batch: float
    decoy: float
    warm_chunk: float
    warm_min: float
    warm_min_native: float
    warm_max: float
    warm_max_native: float
    measure: float
    min_batches: int
    lead_in: float
    turn: float
    rounds: int
    most_rounds: int
    first_stage: int
    max_blocks: int
    budget: float


# A verdict within four minutes, builds aside: the rest of the four goes to proofs and to the last block.
QUICK = Profile(
    name="quick",
    min_batch=0.05,
    warm_batch=0.005,
    decoy=0.1,
    warm_chunk=0.1,
    warm_min=0.5,
    warm_min_native=0.1,
    warm_max=2.5,
    warm_max_native=1.0,
    measure=0.5,
    min_batches=3,
    lead_in=0.01,
    turn=0.01,
    rounds=24,
    most_rounds=72,
    first_stage=5,
    max_blocks=60,
    budget=BUDGETS["quick"],
)

THOROUGH = Profile(
    name="thorough",
    min_batch=0.1,
    warm_batch=0.02,
    decoy=0.5,
    warm_chunk=0.5,
    warm_min=2.0,
    warm_min_native=0.5,
    warm_max=30.0,
    warm_max_native=5.0,
    measure=2.0,
    min_batches=5,
    lead_in=0.01,
    turn=0.02,
    rounds=60,
    most_rounds=120,
    first_stage=10,
    max_blocks=60,
    budget=BUDGETS["thorough"],
)

# One short look at many cells, to see whom to measure in earnest. Nothing is said by it but who is far behind.
SCREENING = replace(
    QUICK,
    name="screening",
    min_batch=0.01,
    decoy=0.05,
    warm_min=0.3,
    warm_min_native=0.05,
    warm_max=1.0,
    warm_max_native=0.2,
    measure=0.1,
    turn=0.005,
    rounds=8,
    most_rounds=8,
    first_stage=1,
    max_blocks=1,
    budget=240.0,
)


def settings(profile: Profile, **wishes: Any) -> Settings:
    """The settings of a run: a profile with the user's own wishes, which go over it.

    ``wishes``: by the parameters of the options of `options/measuring.py`; what is not given has the table's default.
    """
    asked = table.standards("run", "settings")
    if unknown := wishes.keys() - asked.keys():
        raise TypeError(f"unknown settings: {', '.join(sorted(unknown))}")
    asked |= wishes
    if (budget := asked["budget"]) is not None:
        profile = replace(profile, budget=budget)
    if (warmup := asked["warmup"]) is not None:
        profile = replace(profile, warm_min=warmup, warm_min_native=warmup, warm_max=warmup, warm_max_native=warmup)
    if (batch_time := asked["batch_time"]) is not None:
        profile = replace(profile, min_batch=batch_time, turn=batch_time)
    if (batches := asked["batches"]) is not None:
        profile = replace(profile, measure=0.0, min_batches=batches, rounds=batches, most_rounds=batches)
    made: dict[str, Any] = {
        "profile": profile.name,
        "min_batch_ns": round(profile.min_batch * 1e9),
        "warm_batch_ns": round(profile.warm_batch * 1e9),
        "decoy_seconds": profile.decoy,
        "warm_chunk_seconds": profile.warm_chunk,
        "warm_min_seconds": profile.warm_min,
        "warm_min_native_seconds": profile.warm_min_native,
        "warm_max_seconds": profile.warm_max,
        "warm_max_native_seconds": profile.warm_max_native,
        "measure_seconds": profile.measure,
        "min_batches": profile.min_batches,
        "turn_ns": round(profile.turn * 1e9),
        "lead_in_ns": round(profile.lead_in * 1e9),
        "read_lead_in_ns": round(profile.lead_in * 1e9),
        "rounds": profile.rounds,
        "most_rounds": profile.most_rounds,
        "runtimes": asked["runtime"] or [],
        "samples": 16,
        "first_stage": profile.first_stage,
        "max_blocks": profile.max_blocks,
        "budget_seconds": profile.budget,
        "confidence": confidence_of_each(CONFIDENCE) if asked["until"] == "decided" else CONFIDENCE,
        "process_rounds": asked["process_rounds"] if asked["process"] else 0,
    }
    return Settings(**made | table.settled("run", asked))


def limits_of(settings: Settings) -> Limits:
    """What a contestant may take before it is killed."""
    return Limits(settings.memory_limit_bytes, settings.reply_seconds)
