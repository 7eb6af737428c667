"""Do the tests still find faults? Each of faults.toml is planted in a copy of the checkout, where its tests are done.

    .venv/bin/python -m studies.faults.find [WORD ...]      those whose description or file has one of the words

For each it says whether the tests find it; before, whether they pass without it. The exit code is 1 where one does not.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from studies.faults.table import Fault, faults

CHECKOUT = Path(__file__).parents[2]
PASSED, FAILED = 0, 1  # exit codes of pytest; others say that the tests could not be done


def copy(folder: Path) -> None:
    """Lay what git has of the checkout, as it is now, into a folder that is a repository, too: some tests ask git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        source, place = CHECKOUT / name, folder / name
        if source.is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(source.read_bytes())
            place.chmod(source.stat().st_mode)
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)


def tested(fault: Fault, folder: Path) -> int:
    """The exit code of pytest. Fewer words than usual: what fails is meant to."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "--tb=line", "-p", "no:cacheprovider"]
    return subprocess.run([*command, *fault.tests], cwd=folder, stdout=subprocess.DEVNULL).returncode


def outcome(fault: Fault, folder: Path) -> str:
    """Empty where the tests pass without the fault, and fail with it."""
    before = tested(fault, folder)
    if before != PASSED:
        return f"its tests do not pass without it (exit code {before})"
    place = folder / fault.file
    kept = place.read_bytes()
    fault.plant(folder)
    try:
        code = tested(fault, folder)
    finally:
        place.write_bytes(kept)
    if code == PASSED:
        return "NOT FOUND"
    return "" if code == FAILED else f"its tests could not be done (exit code {code})"


def main(words: Sequence[str]) -> int:
    chosen = [f for f in faults() if not words or any(word in f"{f.file} {f.breaks}" for word in words)]
    missed = 0
    with tempfile.TemporaryDirectory(prefix="assay-faults-") as name:
        folder = Path(name)
        copy(folder)
        for fault in chosen:
            wrong = outcome(fault, folder)
            missed += bool(wrong)
            print(f"{wrong or 'found'}: {fault.breaks} ({fault.file})", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} found")
    return 1 if missed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
