"""How long and how often cells are measured: the two profiles, and what a user changes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.results.document import Settings

MB = 2**20


@dataclass(frozen=True)
class Profile:
    """Times in seconds. See docs/rules.md, "How a cell is measured"."""

    name: str
    min_batch: float
    warm_batch: float
    decoy: float
    warm_chunk: float
    warm_least: float
    warm_most: float
    measure: float
    measure_batches_least: int
    first_stage: int
    most_blocks: int
    budget: float


# A verdict within five minutes, builds aside: the rest of the five goes to proofs and to the last block.
QUICK = Profile(
    name="quick",
    min_batch=0.05,
    warm_batch=0.01,
    decoy=0.1,
    warm_chunk=0.25,
    warm_least=0.5,
    warm_most=4.0,
    measure=0.5,
    measure_batches_least=3,
    first_stage=5,
    most_blocks=20,
    budget=240.0,
)

THOROUGH = Profile(
    name="thorough",
    min_batch=0.1,
    warm_batch=0.02,
    decoy=0.5,
    warm_chunk=0.5,
    warm_least=2.0,
    warm_most=30.0,
    measure=2.0,
    measure_batches_least=5,
    first_stage=10,
    most_blocks=40,
    budget=3600.0,
)


def settings(
    profile: Profile,
    *,
    blocks: int | None,
    precision: float,
    budget: float | None,
    memory_limit: int,
    reply_seconds: float,
    process_rounds: int = 0,
    warmup: float | None = None,
    batches: int | None = None,
    batch_time: float | None = None,
) -> Settings:
    """The settings of a run: a profile with the user's own wishes. Times in seconds."""
    if budget is not None:
        profile = replace(profile, budget=budget)
    if warmup is not None:
        profile = replace(profile, warm_least=warmup, warm_most=warmup)
    if batch_time is not None:
        profile = replace(profile, min_batch=batch_time)
    if batches is not None:
        profile = replace(profile, measure=0.0, measure_batches_least=batches)
    return Settings(
        profile=profile.name,
        min_batch_ns=round(profile.min_batch * 1e9),
        warm_batch_ns=round(profile.warm_batch * 1e9),
        decoy_seconds=profile.decoy,
        warm_chunk_seconds=profile.warm_chunk,
        warm_least_seconds=profile.warm_least,
        warm_most_seconds=profile.warm_most,
        measure_seconds=profile.measure,
        measure_batches_least=profile.measure_batches_least,
        samples=16,
        first_stage=profile.first_stage,
        most_blocks=profile.most_blocks,
        blocks=blocks,
        precision=precision,
        budget_seconds=profile.budget,
        confidence=0.95,
        process_rounds=process_rounds,
        memory_limit_bytes=memory_limit,
        reply_seconds=reply_seconds,
    )
