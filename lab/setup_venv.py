"""Make .venv from a lock file. Run by the launcher with the machine's Python; standard library only.

Two launchers at once wait for each other. The copy of the lock file that marks the installation as good is
written last, so one that was interrupted is done again.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
import venv
from pathlib import Path

RUN_LOCK = "requirements.lock"


def main(checkout: Path, lock: str) -> int:
    target = checkout / ".venv"
    try:
        with (checkout / ".venv.lock").open("w") as guard:
            fcntl.flock(guard, fcntl.LOCK_EX)
            if not installed(checkout, target, lock):
                install(checkout, target, lock)
    except OSError as error:
        print(f"assay: cannot set up {target}: {error}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(
            f"assay: installing {lock} failed (pip exit code {error.returncode}, what it printed is above); "
            "check the network or the package index set for pip, then run the same command again",
            file=sys.stderr,
        )
        return 2
    return 0


def installed(checkout: Path, target: Path, lock: str) -> bool:
    mark = target / f"installed-{lock}"
    python = target / "bin" / "python"
    return python.exists() and mark.exists() and mark.read_bytes() == (checkout / lock).read_bytes()


def install(checkout: Path, target: Path, lock: str) -> None:
    print(f"assay: setting up {target} from {lock} (once, a minute or so)", file=sys.stderr)
    # Every other lock holds everything of the run lock, so it is added to what is there; anything else starts again.
    fresh = not (lock != RUN_LOCK and installed(checkout, target, RUN_LOCK))
    if fresh:
        shutil.rmtree(target, ignore_errors=True)
        venv.create(target, with_pip=True)
    python = target / "bin" / "python"
    # Pip compiles file after file, on one core, and packages' own tests, too; what cannot be compiled (templates) is no
    # fault of the installation.
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, "--require-hashes", "--only-binary=:all:", "-r", str(checkout / lock)], check=True)
    compiling = [str(python), "-m", "compileall", "-q", "-q", "-j", "0", "-x", "/tests?/", str(target / "lib")]
    subprocess.run(compiling, check=False)
    for name in (RUN_LOCK, lock):
        shutil.copyfile(checkout / name, target / f"installed-{name}")


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), sys.argv[2]))
