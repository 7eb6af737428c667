"""pytest-benchmark: plain and with parameters, in a group. It is run under the name of a test."""

from typing import Any

import pytest


def joined(count: int) -> str:
    return ",".join(map(str, range(count)))


def test_ten(benchmark: Any) -> None:
    benchmark(joined, 10)


@pytest.mark.benchmark(group="text")
@pytest.mark.parametrize("count", [10, 100])
def test_joined(benchmark: Any, count: int) -> None:
    benchmark.pedantic(joined, args=(count,), iterations=50, rounds=20)
