"""One ratio made of several: a product of powers, with the interval that follows from theirs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.stats.paired import RatioInterval
from assay.stats.student import t_quantile


def weighted(
    parts: Sequence[tuple[RatioInterval, float]], factor: float = 1.0, confidence: float = 0.95
) -> RatioInterval:
    """``factor`` times the product of all ratios, each to the power of its weight (0 or above).

    ``factor`` is known exactly. The ratios are of processes of their own (one cell's and another cell's), so their
    variances add; the degrees of freedom are Satterthwaite's. Without an end where a part of weight has one block, or
    has no interval of known spread.
    """
    counted = [(interval, weight) for interval, weight in parts if weight > 0]
    mean = math.log(factor) + sum(weight * math.log(interval.ratio) for interval, weight in counted)
    blocks = min((interval.blocks for interval, _ in counted), default=0)
    two_speed = any(interval.two_speed for interval, _ in counted)
    variances = [(_variance(interval, weight), interval.degrees or 1.0) for interval, weight in counted]
    known = [(variance, degrees) for variance, degrees in variances if variance is not None]
    if len(known) < len(variances):
        return RatioInterval(math.exp(mean), 0.0, math.inf, 1, math.inf, two_speed=two_speed)
    variance = sum(variance for variance, _ in known)
    if variance == 0:
        return RatioInterval(math.exp(mean), math.exp(mean), math.exp(mean), blocks, 0.0, two_speed=two_speed)
    degrees = variance**2 / sum(one**2 / of for one, of in known)
    half_width = t_quantile(confidence, degrees) * math.sqrt(variance)
    return RatioInterval(
        ratio=math.exp(mean),
        low=math.exp(mean - half_width),
        high=_exp(mean + half_width),
        blocks=blocks,
        half_width=_exp(half_width) - 1,
        degrees=degrees,
        sd=math.sqrt(variance * blocks),
        two_speed=two_speed,
    )


def _variance(interval: RatioInterval, weight: float) -> float | None:
    """Of the logarithm of a ratio's power; None where nothing is known of it."""
    if interval.blocks < 2 or interval.sd is None:
        return None
    return weight**2 * interval.sd**2 / interval.blocks


def _exp(log: float) -> float:
    try:
        return math.exp(log)
    except OverflowError:
        return math.inf
