"""pyperf: two benchmarks, one of them with metadata of its own."""

import pyperf


def joined(count: int) -> str:
    return ",".join(map(str, range(count)))


runner = pyperf.Runner()
runner.bench_func("joined 10", joined, 10)
runner.timeit("sorted", "sorted(values)", "values = list(range(1000, 0, -1))", inner_loops=1)
