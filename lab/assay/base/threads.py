"""Threads that work beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def pool(workers: int) -> Iterator[ThreadPoolExecutor]:
    """So many threads. Where the block ends by an error, or by Ctrl-C, what has not begun never does."""
    with ThreadPoolExecutor(workers) as made:
        try:
            yield made
        except BaseException:
            made.shutdown(wait=False, cancel_futures=True)
            raise
