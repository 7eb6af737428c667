"""Real runs on a Ray cluster of two nodes on loopback: both measure, one is killed, and nothing else is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import endless
import psutil
import pytest

from assay.base.checkout import CHECKOUT
from assay.results import store
from assay.results.document import Document

pytest.importorskip("ray", reason="Ray is not installed: ./assay setup --cluster")

WORKER = "assay.measure.cluster.worker"
MARK = "ASSAY_TEST_CLUSTER"  # in the environment of all processes of a test's nodes
RUN = [
    "--contestant",
    "python/json,node/json",
    "--across-lanes",
    "--baseline",
    "python/json",
    *["--workload", "person", "--records", "100", "--operation", "encode"],
    *["--warmup", "0.01s", "--batches", "4", "--batch-time", "0.001s"],
]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """A head of the kind `calm`, and what starts further nodes and kills them."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_worker_niceness", "0")
    monkeypatch.setenv(MARK, str(tmp_path))
    from ray.cluster_utils import Cluster

    made: Any = Cluster(initialize_head=True, head_node_args=node(2))
    try:
        yield made
    finally:
        made.shutdown()


def node(place: int, kind: str = "calm") -> dict[str, Any]:
    return {
        "node_ip_address": f"127.0.0.{place}",
        "num_cpus": 1,
        "object_store_memory": 80_000_000,
        "resources": {f"assay:{kind}": 1},
        "include_dashboard": False,
    }


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "assay", "run", *words]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (CHECKOUT / "lab", CHECKOUT / "kits" / "python")))}


def checked(output: Path, blocks: int) -> Document:
    """The document, with every block whole and none twice."""
    document = store.read(output)
    assert [block.index for block in document.blocks] == list(range(blocks))
    for cell in document.cells:
        if not cell.harness:
            assert [sample.block for sample in cell.samples] == list(range(blocks)), cell.key
    return document


def workers(mark: str) -> list[psutil.Process]:
    """The labs on the nodes of this test's cluster."""
    found = []
    for one in psutil.process_iter(["pid", "ppid", "cmdline"]):
        with contextlib.suppress(psutil.Error):
            if WORKER in (one.info["cmdline"] or ()) and one.environ().get(MARK) == mark:
                found.append(one)
    # A contestant that a lab has just forked still has the lab's command line.
    labs = {one.pid for one in found}
    return [one for one in found if one.info["ppid"] not in labs]


@pytest.mark.slow
def test_a_node_killed_in_the_middle_costs_its_unfinished_block_only(cluster: Any, tmp_path: Path) -> None:
    second = cluster.add_node(**node(3))
    output = tmp_path / "run.json"
    words = [*RUN, "--cluster", cluster.address, "--blocks", "6", "--output", str(output)]
    with subprocess.Popen(
        command(*words), env=environment(), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None and process.stdout is not None
        said = []
        for line in process.stderr:
            said.append(line)
            if line.startswith("  block 3:"):
                kept = store.read(output).blocks
                labs = workers(str(tmp_path))
                # As by a power cut: all of the node's processes, without a word to anybody.
                cluster.remove_node(second, allow_graceful=False)
        printed = process.stdout.read()
    assert process.returncode == 0, said
    document = checked(output, blocks=6)
    assert document.blocks[:3] == kept
    assert document.state == "finished"
    assert document.cluster is not None
    assert [machine.lost for machine in document.cluster.machines] == [False, True]
    assert any("Machine 2 was lost" in line for line in said)
    shares = Counter(block.machine for block in document.blocks)
    assert shares[0] >= 3 and shares[1] >= 1
    assert "Between machines" in printed
    assert cluster.address not in output.read_text(encoding="utf-8")
    assert "nodes of one computer" in printed
    assert len(labs) == 2
    _, alive = psutil.wait_procs([*labs, *workers(str(tmp_path))], timeout=60)
    assert not alive, "a lab goes on on a node that is dead, or after the run"


@pytest.mark.slow
def test_an_interrupted_run_goes_on_on_the_cluster(cluster: Any, tmp_path: Path) -> None:
    cluster.add_node(**node(3, kind="stormy"))
    output = tmp_path / "run.json"
    where = ["--cluster", cluster.address]
    whole = [*RUN, "--blocks", endless.BLOCKS, "--output", str(output), *where]
    for words, said in (
        (whole, "choose by --kind calm|stormy"),
        ([*whole, "--kind", "windy"], 'no node is of the kind "windy"; there are calm, stormy'),
        ([*whole, "--kind", "calm", "--process"], "--process is not for clusters"),
    ):
        found = subprocess.run(command(*words), env=environment(), capture_output=True, text=True)
        assert (found.returncode, found.stderr.count("\n")) == (2, 1), found.stderr
        assert said in found.stderr
    with subprocess.Popen(
        command(*whole, "--kind", "calm"),
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=endless.heed_interrupts,  # noqa: PLW1509
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("  block 1:"):
                process.send_signal(signal.SIGINT)
    assert process.returncode == 130
    before = checked(output, blocks=len(store.read(output).blocks))
    assert before.state == "interrupted"
    alone = subprocess.run(command("--resume", str(output)), env=environment(), capture_output=True, text=True)
    assert alone.returncode == 2 and "add --cluster ADDRESS" in alone.stderr
    blocks = endless.end_after(output, more=1)
    again = subprocess.run(command("--resume", str(output), *where), env=environment(), capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    document = checked(output, blocks=blocks)
    assert document.blocks[: len(before.blocks)] == before.blocks
    assert document.cluster is not None and len(document.cluster.machines) == 1
