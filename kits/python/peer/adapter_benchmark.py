"""The same adapter on the same files under pyperf, as an independent check of the kit's loop.

One inner loop is one pass over the records. Paths and the operation come in the variable ASSAY_PEER (JSON), which
pyperf hands on to the processes that it starts: {"adapter", "operation"} and the keys of `load`.
"""

import json
import os
import sys
import time
from pathlib import Path

import pyperf

from assay_kit.contestant import Contestant, load_adapter
from assay_kit.operations import OPERATIONS


def main() -> None:
    keys = json.loads(os.environ["ASSAY_PEER"])
    runner = pyperf.Runner(program_args=[str(Path(sys.argv[0]).resolve())])
    runner.argparser.set_defaults(inherit_environ=["ASSAY_PEER", "PYTHONPATH", "PYTHONHASHSEED"])
    contestant = Contestant(load_adapter(keys["adapter"]).Adapter)
    contestant.load(keys["schema"], keys["resolved"], keys["records"], keys["encoded"], keys["count"])
    operation = getattr(contestant.adapter, keys["operation"])
    inputs = contestant.records if OPERATIONS[keys["operation"]].takes == "records" else contestant.encoded

    def passes(loops: int) -> float:
        start = time.perf_counter()
        for _ in range(loops):
            for value in inputs:
                operation(value)
        return time.perf_counter() - start

    runner.bench_time_func("pass", passes)


if __name__ == "__main__":
    main()
