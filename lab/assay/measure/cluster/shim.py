"""What runs inside Ray on a node: it lays down the checkout, starts the worker in it, and passes lines both ways.

It is sent to the node by value and imports the standard library only, so a node needs Ray and no lab. The worker is
a process of its own: nothing that Ray does in its processes (threads, environment, handlers) is beside what measures.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
from pathlib import Path
from typing import Any

# Set by Ray in its workers, where they would reach contestants.
OF_RAY = ("OMP_NUM_THREADS", "PYTHONBREAKPOINT", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "SPT_NOENV")
GRACE = 20.0  # seconds that a worker has to end its contestants
LAST_WORDS = 3  # lines of a worker that ended by itself


def _name(distribution: str) -> str:
    """As locks write it: packages call themselves with dots, underscores and capitals."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


class Node:
    """The actor of one node. One thread asks; another may listen (``heard``) meanwhile."""

    def __init__(self) -> None:
        self.worker: Any = None
        self.lines: list[str] = []
        self.taken = 0

    def facts(self) -> dict[str, Any]:
        """Who this node is: host, boot (the same on all nodes of one computer), versions, the niceness of workers."""
        try:
            boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        except OSError:
            boot = platform.node()
        packages = {_name(one.metadata["Name"]): one.version for one in importlib.metadata.distributions()}
        python = ".".join(platform.python_version_tuple()[:2])
        return {"host": platform.node(), "boot": boot, "packages": packages, "python": python, "nice": os.nice(0)}

    def has(self, digest: str) -> bool:
        return (self._place() / digest / ".done").exists()

    def lay(self, digest: str, content: bytes) -> None:
        """Unpack a checkout into the cache, where it is not there."""
        place = self._place()
        if self.has(digest):
            return
        place.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=place))
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as tar:
            if hasattr(tarfile, "data_filter"):
                tar.extractall(part, filter="data")
            else:  # Python before 3.11.4; the archive is one of ours
                tar.extractall(part)
        (part / ".done").touch()
        part.chmod(0o755)
        try:
            part.rename(place / digest)
        except OSError:  # another node of this computer was first
            shutil.rmtree(part, ignore_errors=True)

    def keep(self, name: str, digest: str, content: bytes) -> str:
        """Write a file of the user's into the cache; gives its path. The name stays, for it decides how it is read."""
        folder = self._place() / "files" / digest
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / Path(name).name
        if not path.exists():
            part = folder / f"{os.getpid()}.part"
            part.write_bytes(content)
            part.replace(path)
        return str(path)

    def start(self, digest: str, own_python: bool) -> None:
        """Start the worker; by Ray's interpreter where that has what the lab needs, else by one that is set up."""
        checkout = self._place() / digest
        python = sys.executable
        if not own_python:
            python = str(checkout / ".venv" / "bin" / "python")
            setup = [sys.executable, str(checkout / "lab" / "setup_venv.py"), str(checkout), "requirements.lock"]
            if subprocess.run(setup, stdout=2).returncode != 0:
                raise RuntimeError("the environment of the lab cannot be set up there; see Ray's log of the node")
        kept = {k: v for k, v in os.environ.items() if not k.startswith("RAY_") and k not in OF_RAY}
        path = os.pathsep.join([str(checkout / "lab"), str(checkout / "kits" / "python")])
        self.worker = subprocess.Popen(
            [python, "-m", "assay.measure.cluster.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**kept, "PYTHONPATH": path},
            cwd=checkout,
        )
        threading.Thread(target=self._listen, args=[self.worker.stderr], daemon=True).start()

    def ask(self, message: str) -> str:
        """Send a line to the worker, and wait for its answer."""
        with contextlib.suppress(OSError):
            self.worker.stdin.write(message + "\n")
            self.worker.stdin.flush()
        answer = self.worker.stdout.readline()
        if not answer:
            code = self.worker.wait()
            raise RuntimeError(f"its lab ended ({code}): {' / '.join(self.lines[-LAST_WORDS:])}")
        return str(answer)

    def heard(self) -> list[str]:
        """What the worker has said on standard error since it was asked for last."""
        found = self.lines[self.taken :]
        self.taken += len(found)
        return found

    def stop(self) -> None:
        """End the worker, which ends its contestants."""
        if self.worker is not None:
            self.worker.stdin.close()
            try:
                self.worker.wait(GRACE)
            except subprocess.TimeoutExpired:
                self.worker.kill()
                self.worker.wait()

    def _listen(self, stream: Any) -> None:
        for line in stream:
            self.lines.append(line.rstrip())

    @staticmethod
    def _place() -> Path:
        """`assay.base.cache.root` cannot be imported here."""
        base = os.environ.get("XDG_CACHE_HOME")
        own = os.environ.get("ASSAY_CACHE")
        return (Path(own) if own else (Path(base) if base else Path.home() / ".cache") / "assay") / "cluster"
