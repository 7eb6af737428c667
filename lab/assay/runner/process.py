"""One contestant's process: started, asked, watched, and stopped.

Whatever the process does (dies, hangs, writes other lines, takes too much memory) becomes a `Broken`, which costs its
own cell and nothing else. The process runs in a session of its own, so that it is stopped with all its children.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from assay.runner.broken import Broken, Died, Greedy, Hung, Refused
from assay.runner.last_words import last_words
from assay.runner.rules import CONTRACT
from assay.runner.usage import peak, resident

LOOK_EVERY = 0.1  # seconds
LONGEST_REPLY = 64 * 2**20  # bytes
LONGEST_LOG = 64 * 2**20
GRACE = 5.0  # seconds a process has to end after `bye`

_RUNNING: set[Process] = set()


def kill_all() -> None:
    """End every process that runs, while other threads wait for their replies: these meet the end of the output."""
    for one in list(_RUNNING):
        one.kill()


@dataclass(frozen=True)
class Limits:
    """``memory``: resident bytes of the process with its children; ``reply``: seconds to answer one request; ``look``:
    seconds between looks at the memory of a process that is waited for.
    """

    memory: int
    reply: float
    look: float = LOOK_EVERY


@dataclass(frozen=True)
class Ending:
    """What is known after a process has ended: the peak of its resident memory, in bytes."""

    peak_rss: int


class Process:
    """A running contestant. Use as a context manager: leaving it ends the process, whatever state it is in.

    ``temporary``: the folder of its temporary files, which goes when the process has ended.
    """

    def __init__(
        self,
        command: list[str],
        environment: Mapping[str, str],
        log: Path,
        limits: Limits,
        temporary: TemporaryDirectory[str],
    ) -> None:
        self.limits = limits
        self.log = log
        self.temporary = temporary
        self.ending: Ending | None = None
        self._peak = 0
        self._buffer = b""
        with log.open("wb") as errors:
            try:
                self.popen = subprocess.Popen(
                    command,
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    start_new_session=True,
                    bufsize=0,
                )
            except OSError as error:
                temporary.cleanup()
                raise Broken(CONTRACT, f"the process does not start: {error}") from None
        _RUNNING.add(self)
        self._prefer_as_victim()
        assert self.popen.stdout is not None
        os.set_blocking(self.popen.stdout.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.popen.stdout, selectors.EVENT_READ)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    # --- asking -------------------------------------------------------------------------------------------

    def ask(self, request: str, timeout: float | None = None, **keys: Any) -> dict[str, Any]:
        """Send one request and wait for its reply; ``timeout`` in seconds, by default the limit.

        Refused for an error reply; Broken for anything that is not a reply.
        """
        self._send(json.dumps({"request": request, **keys}, ensure_ascii=False).encode() + b"\n", request)
        return self._reply(self._line(request, timeout or self.limits.reply), request)

    def wait(self, request: str, timeout: float) -> dict[str, Any]:
        """Go on waiting for the reply to a request to which there was none in time."""
        return self._reply(self._line(request, timeout), request)

    def ask_line(self, line: bytes) -> dict[str, Any]:
        """Send a raw line, which may be no request at all, and wait for the reply to it."""
        self._send(line, "a line")
        return self._reply(self._line("a line", self.limits.reply), "a line")

    def _send(self, line: bytes, request: str) -> None:
        assert self.popen.stdin is not None
        try:
            self.popen.stdin.write(line)
        except BrokenPipeError:
            raise self._died(request) from None

    def _line(self, request: str, timeout: float) -> bytes:
        deadline = time.monotonic() + timeout
        while b"\n" not in self._buffer:
            if len(self._buffer) > LONGEST_REPLY:
                raise Broken(CONTRACT, f"{len(self._buffer)} bytes on standard output without a line end")
            if self._selector.select(self.limits.look):
                assert self.popen.stdout is not None
                data = os.read(self.popen.stdout.fileno(), 1 << 20)
                if not data:
                    raise self._died(request)
                self._buffer += data
                continue
            self._watch(request)
            if time.monotonic() > deadline:
                raise Hung(CONTRACT, f"no reply to {request} within {timeout:g} s; it hangs or is far too slow")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _reply(self, line: bytes, request: str) -> dict[str, Any]:
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        if isinstance(reply, dict):
            if isinstance(reply.get("ok"), dict):
                ok: dict[str, Any] = reply["ok"]
                return ok
            error = reply.get("error")
            if isinstance(error, dict) and isinstance(error.get("message"), str):
                raise Refused(str(error.get("kind")), error["message"])
        shown = line[:60].decode(errors="replace")
        raise Broken(CONTRACT, f"standard output holds no reply to {request} but {shown!r}")

    # --- watching -----------------------------------------------------------------------------------------

    def _watch(self, request: str) -> None:
        memory = resident(self.popen.pid)
        if memory > self.limits.memory:
            raise Greedy(
                CONTRACT,
                f"took {memory / 2**20:,.0f} MiB of memory during {request}; "
                f"the limit is {self.limits.memory / 2**20:,.0f} MiB",
            )
        if self.log.stat().st_size > LONGEST_LOG:
            raise Broken(CONTRACT, f"wrote more than {LONGEST_LOG // 2**20} MiB to standard error")

    def _prefer_as_victim(self) -> None:
        """Should memory run out all the same, the kernel is to end the contestant and not the lab."""
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                Path(f"/proc/{self.popen.pid}/oom_score_adj").write_text("1000")

    def _died(self, request: str) -> Died:
        self.end(patience=1.0)  # a process that has closed its output is on its way out: wait for its exit code
        code = self.popen.returncode
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return Died(CONTRACT, f"the process {how} during {request}{self._last_words()}")

    def _last_words(self) -> str:
        last = last_words(self.log.read_bytes().decode(errors="replace"))
        return f"; its last words: {last}" if last else ""

    # --- ending -------------------------------------------------------------------------------------------

    def bye(self) -> Ending:
        """Let the process end by itself."""
        self._peak = peak(self.popen.pid)
        self.ask("bye")
        return self.end(patience=GRACE)

    def kill(self) -> None:
        """End the process while another thread waits for its reply: that thread meets the end of its output."""
        if self.ending is None:
            self._kill()

    def end(self, patience: float = 0.0) -> Ending:
        """End the process and all its children, and give what is known of it afterwards."""
        if self.ending is None:
            _RUNNING.discard(self)
            self._selector.close()
            for pipe in (self.popen.stdin, self.popen.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            self.ending = self._wait(patience)
            self.temporary.cleanup()
        return self.ending

    def _wait(self, patience: float) -> Ending:
        deadline = time.monotonic() + patience
        pid = 0
        while not pid and time.monotonic() < deadline:
            pid, status, usage = os.wait4(self.popen.pid, os.WNOHANG)
            time.sleep(0.002)
        self._kill()
        if not pid:
            pid, status, usage = os.wait4(self.popen.pid, 0)
        self.popen.returncode = os.waitstatus_to_exitcode(status)
        return Ending(self._peak or usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)
