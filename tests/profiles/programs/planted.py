"""At a line of input: four parts of the work in burn, and one in rest."""

import sys


def burn(times: int) -> None:
    for _ in range(times):
        pass


def rest(times: int) -> None:
    for _ in range(times):
        pass


for _line in sys.stdin:
    for _ in range(1_000):
        burn(80_000)
        rest(20_000)
    print("done", flush=True)
