"""A generative model of runs, with the kinds of noise that are known from real ones.

A cell's time in a block is its true time, times what the block does to all its cells (drift over the run),
times what its place in the block's random order does, times what is special to its process, times what
happens batch by batch. Everything is drawn on logs, for many runs at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TRUE_NS = 1000.0
"""The true time per record of a cell of speed 1."""


@dataclass(frozen=True, slots=True)
class Model:
    """The sizes of the noises; an sd is that of a log, so 0.02 is two per cent."""

    process_sd: float = 0.02
    """Process to process: memory layout, hash seeds, the compiler's decisions."""
    slow_factor: float = 2.5
    """How much slower a process is that fell into the slow mode, where a cell has one."""
    walk_sd: float = 0.01
    """Step from block to block of the random walk shared by all cells."""
    trend: float = 0.003
    """Constant drift per block, shared by all cells."""
    place_sd: float = 0.01
    """Drift from the first to the last place of a block, drawn for every block."""
    places: int = 8
    """Cells in a block; only those asked for are simulated, the others take places."""
    batch_sd: float = 0.01
    batch_correlation: float = 0.5
    """Correlation of the noise of one batch with that of the next."""
    spike_share: float = 0.01
    """Share of batches that garbage collection or the scheduler slows."""
    spike_factor: float = 1.5


def batch_times(
    rng: np.random.Generator,
    model: Model,
    speeds: tuple[float, ...],
    *,
    runs: int,
    blocks: int,
    batches: int = 10,
    slow_shares: tuple[float, ...] | None = None,
) -> Array:
    """Times per record in ns, of shape (runs, blocks, cells, batches), for cells of the given true speeds.

    `slow_shares` holds for every cell the share of its processes that are in the slow mode; None: no such
    mode.
    """
    cells = len(speeds)
    each = (runs, blocks, cells)
    drift = np.cumsum(rng.normal(model.trend, model.walk_sd, (runs, blocks, 1)), axis=1)
    order = rng.random((runs, blocks, model.places)).argsort(axis=2)[:, :, :cells]
    place = rng.normal(0, model.place_sd, (runs, blocks, 1)) * (order / (model.places - 1) - 0.5)
    process = rng.normal(0, model.process_sd, each)
    if slow_shares is not None:
        process += np.log(model.slow_factor) * (rng.random(each) < np.array(slow_shares))
    cell = np.log(TRUE_NS) - np.log(np.array(speeds)) + drift + place + process
    return np.asarray(np.exp(cell[..., None] + _batch_noise(rng, model, (*each, batches))))


def block_values(times: Array) -> Array:
    """The one value of every process: the median over its batches."""
    return np.asarray(np.median(times, axis=-1))


def warm_up_noise(rng: np.random.Generator, model: Model, batches: int) -> Array:
    """The noise of one process, batch by batch, on logs."""
    return _batch_noise(rng, model, (batches,))


def _batch_noise(rng: np.random.Generator, model: Model, shape: tuple[int, ...]) -> Array:
    """A stationary autoregressive series along the last axis, of sd `batch_sd`, with spikes."""
    noise = rng.normal(0, model.batch_sd, shape)
    fresh = np.sqrt(1 - model.batch_correlation**2)
    for batch in range(1, shape[-1]):
        noise[..., batch] = model.batch_correlation * noise[..., batch - 1] + fresh * noise[..., batch]
    return np.asarray(noise + np.log(model.spike_factor) * (rng.random(shape) < model.spike_share))
