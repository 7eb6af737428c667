"""How much longer a thousand lookups take after a pause of the process: what a lead-in before a warm read is for.

    PYTHONPATH=lab:kits/python python tests/stores/pauses.py rust/ingot-store,rust/heed 10000

Each store named is filled with so many documents, and asked for a thousand lookups of raw documents again and again,
each time of other keys, after a pause of every length. Prints a table: ns a lookup, the median of all times.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from assay.boundaries.stores.store import Store
from assay.boundaries.stores.task import StoreTask
from assay.builder.builder import build_one
from assay.catalog import catalog
from assay.data.documents import documents
from assay.data.formats.encoded import by_reference
from assay.data.questions import questions, write_keys
from assay.data.workload import record_set
from assay.results.way import StoreWay
from assay.runner import session
from assay.runner.process import Limits

PAUSES = (0, 1, 5, 20)  # ms
LOOKUPS, TIMES, UNTIMED = 1000, 60, 10
LIMITS = Limits(4 << 30, 120)


def lookups_ns(name: str, count: int, folder: Path) -> list[float]:
    """The time of a lookup after each pause, in ns."""
    known = catalog.load()
    made = documents(record_set(known.workload("document"), count, seed=42), "id", seed=42)
    built = build_one(known.contestant(name), made)
    if built.start is None:
        raise SystemExit(f"{name}: {built.reason}")
    way = StoreWay(mode="warm", durability="D1", boundary="raw", key="id")
    task = StoreTask(made, "get", way, by_reference(made, "json"))
    asked = questions(made, made.records, "id")
    keys = [str(write_keys(folder / f"{seed}.keys", asked.lookups(LOOKUPS, seed))) for seed in range(TIMES)]
    (place := folder / "store").mkdir()
    with session.start(built, folder / "log", LIMITS) as process:
        session.greet(process, built)
        store = Store(process, task)
        store.load(made.records)
        store.open(place, create=True)
        store.step("put")
        store.close()
        store.open(place, create=False)
        found = []
        for pause in PAUSES:
            times = []
            for seed, path in enumerate(keys):
                time.sleep(pause / 1000)
                step = store.step("get", seed=seed, samples=16, output=str(folder / "out"), keys=path)
                times.append(step.total_ns / LOOKUPS)
            found.append(statistics.median(times[UNTIMED:]))
    return found


def main() -> None:
    names, count = sys.argv[1].split(","), int(sys.argv[2])
    print("| store | " + " | ".join(f"after {pause} ms" for pause in PAUSES) + " |")
    print("|---|" + "---:|" * len(PAUSES))
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            print(f"| {name} | " + " | ".join(f"{ns:.0f}" for ns in lookups_ns(name, count, Path(folder))) + " |")


if __name__ == "__main__":
    main()
