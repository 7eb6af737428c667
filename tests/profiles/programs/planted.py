"""At a line of input: four parts of the work in burn, and one in rest."""

import sys


def burn(times: int) -> None:
    for _ in range(times):
        pass


def rest(times: int) -> None:
    for _ in range(times):
        pass


for _line in sys.stdin:
    for _ in range(100):
        burn(800_000)
        rest(200_000)
    print("done", flush=True)
