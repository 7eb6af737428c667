"""The process that compiles Java: asked by several threads, survived when it crashes, ended with the lab."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from assay.languages.java import resident
from assay.languages.java.resident import compile_java, run_java
from assay.languages.shared.recipe import BuildFailed

pytestmark = pytest.mark.slow

ECHO = "public final class A%s { public static void main(String[] a) throws Exception { %s } }"


def compiled(name: str, body: str, folder: Path) -> Path:
    sources = folder / f"src{name}"
    sources.mkdir()
    (sources / f"A{name}.java").write_text(ECHO % (name, body))
    compile_java([sources], folder / f"classes{name}", [], folder / f"log{name}")
    return folder / f"classes{name}"


def test_threads_get_their_own_replies(tmp_path: Path) -> None:
    def one(number: int) -> list[str]:
        try:
            made = compiled(str(number), "" if number % 2 else "nonsense;", tmp_path)
            return [path.name for path in made.iterdir()]
        except BuildFailed as error:
            return [str(error)]

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(one, range(12)))
    for number, found in enumerate(results):
        if number % 2:
            assert found == [f"A{number}.class"]
        else:
            assert f"A{number}.java:1: error: not a statement" in found[0]


def test_the_reason_is_what_a_generator_throws(tmp_path: Path) -> None:
    made = compiled("", 'throw new IllegalStateException("no " + a[0]);', tmp_path)
    with pytest.raises(BuildFailed, match=r"A failed: error: java\.lang\.IllegalStateException: no luck \(log: "):
        run_java("A", [made], ["luck"], tmp_path / "log")


def test_a_crash_costs_one_build(tmp_path: Path) -> None:
    made = compiled("", 'System.err.println("out of luck"); Runtime.getRuntime().halt(3);', tmp_path)
    with pytest.raises(BuildFailed, match="the process that compiles Java ended unexpectedly: out of luck"):
        run_java("A", [made], [], tmp_path / "log")
    assert (compiled("2", "", tmp_path) / "A2.class").exists()


def test_it_rests_between_builds(tmp_path: Path) -> None:
    compiled("", "", tmp_path)
    assert children(os.getpid())
    resident.end()
    assert not children(os.getpid())
    assert (compiled("2", "", tmp_path) / "A2.class").exists()


SLOW = "Thread.sleep(600_000);"
LAB = """
import signal
from pathlib import Path
from languages.java.test_java_resident import SLOW, compiled
from assay.languages.java.resident import run_java
folder = Path({folder!r})
made = compiled("", SLOW, folder)
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it
print("ready", flush=True)
run_java("A", [made], [], folder / "log")
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_it_ends_with_the_lab_whatever_it_is_doing(how: signal.Signals, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", LAB.format(folder=str(tmp_path))]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as lab:
        assert lab.stdout is not None
        assert lab.stdout.readline() == b"ready\n"
        (java,) = children(lab.pid)
        lab.send_signal(how)
        java.wait(60)


def children(process: int) -> list[psutil.Process]:
    return [p for p in psutil.Process(process).children() if any("Resident.java" in word for word in p.cmdline())]
