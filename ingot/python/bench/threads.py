"""Says how many records a second one thread encodes and decodes, and several at once by the same schema.

    python bench/threads.py [--threads 1,2] [--seconds 1]

On a build without the interpreter's lock, threads are to add up as far as there are cores; with it, they take turns.
Each thread has records of its own. Figures that are to be quoted come from a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from records import TEXT, record

import ingot

SCHEMA = ingot.Schema(TEXT)
COUNT = 500


def encoding() -> Callable[[], object]:
    records = [record(number) for number in range(COUNT)]
    return lambda: [SCHEMA.encode(one) for one in records]


def decoding() -> Callable[[], object]:
    data = [bytes(bytearray(SCHEMA.encode(record(number)))) for number in range(COUNT)]
    return lambda: [SCHEMA.decode(one) for one in data]


def rate(make: Callable[[], Callable[[], object]], threads: int, seconds: float) -> float:
    """Records a second of all threads together."""
    counts = [0] * threads
    ready, stop = threading.Barrier(threads + 1), threading.Event()

    def run(place: int) -> None:
        work = make()
        work()
        ready.wait()
        while not stop.is_set():
            work()
            counts[place] += COUNT

    running = [threading.Thread(target=run, args=(place,)) for place in range(threads)]
    for thread in running:
        thread.start()
    ready.wait()
    start = time.perf_counter()
    time.sleep(seconds)
    stop.set()
    for thread in running:
        thread.join()
    return sum(counts) / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", default="1,2", help="how many threads, with commas (1,2)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each is measured (1)")
    options = parser.parse_args()
    is_locked: Any = getattr(sys, "_is_gil_enabled", lambda: True)
    print(f"Python {sys.version.split()[0]}, {'with' if is_locked() else 'without'} the interpreter's lock")
    numbers = [int(number) for number in options.threads.split(",")]
    for name, make in (("encode", encoding), ("decode", decoding)):
        # In turns, and the best of three: what else the machine does takes time away, and gives none.
        rates = dict.fromkeys(numbers, 0.0)
        for _ in range(3):
            for number in numbers:
                rates[number] = max(rates[number], rate(make, number, options.seconds))
        for number in numbers:
            times = rates[number] / rates[numbers[0]]
            print(f"  {name}, threads {number}: {rates[number] / 1e6:.2f} million records a second, {times:.2f} times")


if __name__ == "__main__":
    main()
