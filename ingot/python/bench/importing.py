"""How many milliseconds `import ingot` takes a fresh interpreter: `python bench/importing.py [COUNT]`.

Processes that import it and processes that do nothing take turns; the difference of their medians.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time


def milliseconds(code: str) -> float:
    """How long an interpreter runs that has only this to do."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-I", "-c", code], check=True)
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    milliseconds("import ingot")
    pairs = [(milliseconds("import ingot"), milliseconds("pass")) for _ in range(count)]
    importing, nothing = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"import ingot: {importing - nothing:.1f} ms more than the {nothing:.1f} of an interpreter that does nothing")


if __name__ == "__main__":
    main()
