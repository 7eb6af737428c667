"""Criterion's folder: benchmark.json, sample.json and estimates.json of the last run of each benchmark."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from assay.base.errors import AssayError
from assay.results.importing import PLAIN, Benchmark, Found, Process, Shape, Source, batch, machine, shaped

TITLE = "Criterion"
FORM = "its folder, target/criterion"


class Names(Shape):
    group_id: str
    function_id: str | None = None
    value_str: str | None = None


class Samples(Shape):
    """``times``: ns that so many ``iters`` took, each."""

    iters: list[float]
    times: list[float]


class Estimate(Shape):
    point_estimate: float


class Estimates(Shape):
    mean: Estimate
    median: Estimate
    slope: Estimate | None = None

    @property
    def best(self) -> float:
        """As Criterion prints it: the slope over samples of growing length, or the mean where all are of one length."""
        return (self.slope or self.mean).point_estimate


def recognizes(source: Source) -> bool:
    return any(PurePath(path).name == "benchmark.json" for path in source.files)


def read(source: Source) -> Found:
    folders = [PurePath(path).parent for path in source.files if PurePath(path).name == "benchmark.json"]
    return Found(
        tool=TITLE,
        language="rust",
        benchmarks=[_benchmark(source.files, folder) for folder in folders],
        machine=machine(),
    )


def _benchmark(files: dict[str, Any], folder: PurePath) -> Benchmark:
    names = _shaped(Names, files, folder / "benchmark.json")
    samples = _shaped(Samples, files, folder / "sample.json")
    estimates = _shaped(Estimates, files, folder / "estimates.json")
    if names is None or (samples is None and estimates is None):
        raise AssayError(f"{folder}: neither sample.json nor estimates.json")
    group = names.group_id if names.function_id else None
    return Benchmark(
        names.function_id or names.group_id,
        workload="/".join(filter(None, [group, names.value_str])) or PLAIN,
        processes=[Process(_batches(samples, estimates, folder))],
        summary=samples is None,
        says_ns=estimates.best if estimates else None,
    )


def _batches(samples: Samples | None, estimates: Estimates | None, folder: PurePath) -> list[Any]:
    if samples is None:
        assert estimates is not None
        return [batch(estimates.median.point_estimate)]
    if len(samples.iters) != len(samples.times) or not samples.times:
        raise AssayError(f"{folder / 'sample.json'}: {len(samples.iters)} iters and {len(samples.times)} times")
    return [batch(time / max(iters, 1), round(iters)) for iters, time in zip(samples.iters, samples.times, strict=True)]


def _shaped(kind: type[Any], files: dict[str, Any], path: PurePath) -> Any:
    """None where there is no such file."""
    if str(path) not in files:
        return None
    try:
        return shaped(kind, files[str(path)])
    except AssayError as error:
        raise AssayError(f"{path}: {error}") from None
