"""The nodes of a Ray cluster. The only file of the lab that imports Ray, which is installed where it was asked for."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import platform
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.measure.cluster import shim
from assay.measure.cluster.archive import pack
from assay.measure.cluster.machines import Facts, Lost

RESOURCE = "assay:"  # and the kind: what a node declares that is to measure
CONNECT_SECONDS = 5.0
START_SECONDS = 60.0  # for an actor to be there: another run may hold the node
LOOK_SECONDS = 5.0  # for what a machine says meanwhile
INSTALL = "./assay setup --cluster installs it"


@contextmanager
def connect(address: str, kind: str | None, sources: Sequence[str]) -> Iterator[Nodes]:
    """The nodes of one declared kind of a running cluster, each with this checkout laid down and its lab started.

    ``sources``: the folders of the checkout that contestants' libraries are built from. This process must run on a node
    of the cluster, too; that one may be of another kind. AssayError where there is no cluster, no node of the kind, or
    another run holds one.
    """
    ray = check(address)
    # Ray prints what its nodes complain of on standard output, which is the report's.
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        try:
            ray.init(address=address, log_to_driver=False, logging_level="CRITICAL", configure_logging=True)
        except (RuntimeError, ConnectionError, ValueError, OSError) as error:
            raise AssayError(
                f"--cluster {address}: {_first(error)}; this machine must be a node of the cluster: "
                f"ray start --address={address}"
            ) from None
        try:
            chosen, found = _of_kind(ray.nodes(), kind, address)
            nodes = Nodes(ray, chosen, found)
            try:
                nodes.start(sources)
                yield nodes
            finally:
                nodes.stop()
        finally:
            ray.shutdown()


def check(address: str) -> Any:
    """Ray itself, where it is installed and somebody answers at the address; else AssayError."""
    ray = _ray()
    _check_address(address)
    return ray


def _ray() -> Any:
    # Read when Ray is imported: nothing is reported to anybody.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError:
        raise AssayError(f"--cluster needs Ray, which is not installed here: {INSTALL}") from None
    return ray


def _check_address(address: str) -> None:
    match = re.fullmatch(r"([\w.-]+):(\d{1,5})", address)
    if address.startswith("ray://"):
        raise AssayError(
            f"--cluster {address}: Ray's client is not supported; run on a node of the cluster and name its head, "
            "as HOST:PORT"
        )
    if match is None or not 0 < int(match[2]) < 65536:
        raise AssayError(f'--cluster: "{address}" is not an address; name the head of a Ray cluster, as HOST:PORT')
    try:
        socket.create_connection((match[1], int(match[2])), CONNECT_SECONDS).close()
    except OSError as error:
        raise AssayError(
            f"--cluster {address}: no answer ({error.strerror or error}); start a cluster: docs/cluster.md"
        ) from None


def _of_kind(nodes: Sequence[dict[str, Any]], kind: str | None, address: str) -> tuple[str, list[str]]:
    """The kind, and the ids of the living nodes that declare it."""
    kinds: dict[str, list[str]] = {}
    for node in sorted(nodes, key=lambda one: (one["NodeManagerHostname"], one["NodeManagerAddress"], one["NodeID"])):
        if node["Alive"]:
            for name in node["Resources"]:
                if name.startswith(RESOURCE):
                    kinds.setdefault(name.removeprefix(RESOURCE), []).append(node["NodeID"])
    if not kinds:
        raise AssayError(
            f"--cluster {address}: no node declares a kind of machine; start those that are to measure by "
            f"ray start --resources='{{\"{RESOURCE}KIND\": 1}}'"
        )
    if kind is None and len(kinds) > 1:
        raise AssayError(f"--cluster {address}: there are nodes of several kinds: choose by --kind {'|'.join(kinds)}")
    kind = kind or next(iter(kinds))
    if kind not in kinds:
        raise AssayError(f'--kind: no node is of the kind "{kind}"; there are {", ".join(kinds)}')
    return kind, kinds[kind]


class Nodes:
    """One actor a node, which holds the node's declared resource, so that no other run measures there meanwhile."""

    def __init__(self, ray: Any, kind: str, ids: Sequence[str]) -> None:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        self.kind = kind
        self.facts: list[Facts] = []
        self._ray = ray
        self._asked: dict[Any, int] = {}
        ray.cloudpickle.register_pickle_by_value(shim)
        actor = ray.remote(shim.Node)
        self._actors = [
            actor.options(
                num_cpus=0,
                resources={RESOURCE + kind: 1},
                max_restarts=0,
                max_concurrency=2,
                scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False),
            ).remote()
            for node in ids
        ]

    def start(self, sources: Sequence[str]) -> None:
        """Lay this checkout down on every node, and start its lab there."""
        try:
            found = self._ray.get([actor.facts.remote() for actor in self._actors], timeout=START_SECONDS)
        except self._ray.exceptions.GetTimeoutError:
            raise AssayError(
                f"--cluster: the nodes of the kind {self.kind} are not free: does another run measure there?"
            ) from None
        except self._ray.exceptions.RayError as error:
            raise AssayError(f"--cluster: a node does not start: {_first(error)}") from None
        python = ".".join(platform.python_version_tuple()[:2])
        for one in found:
            if one["python"] != python:
                raise AssayError(f"--cluster: Python {one['python']} on {one['host']}, and {python} here")
        self.facts = [Facts(one["host"], one["boot"], one["nice"]) for one in found]
        archive = pack(CHECKOUT, sources)
        wanted = locked()
        try:
            there = self._ray.get([actor.has.remote(archive.digest) for actor in self._actors])
            content = self._ray.put(archive.content)
            for actor, has in zip(self._actors, there, strict=True):
                if not has:
                    self._ray.get(actor.lay.remote(archive.digest, content))
            self._ray.get(
                [
                    actor.start.remote(archive.digest, wanted.items() <= one["packages"].items())
                    for actor, one in zip(self._actors, found, strict=True)
                ]
            )
        except self._ray.exceptions.RayError as error:
            raise AssayError(f"--cluster: a node cannot be set up: {_first(error)}") from None

    def send(self, name: str, content: bytes) -> list[str]:
        digest = hashlib.sha256(content).hexdigest()
        there = self._ray.put(content)
        try:
            return list(self._ray.get([actor.keep.remote(name, digest, there) for actor in self._actors]))
        except self._ray.exceptions.RayError as error:
            raise AssayError(f"--cluster: {name} cannot be sent to a node: {_first(error)}") from None

    def ask(self, number: int, message: str) -> None:
        self._asked[self._actors[number].ask.remote(message)] = number

    def answers(self, seconds: float) -> dict[int, str | Lost]:
        asked = list(self._asked)
        done, _ = self._ray.wait(asked, num_returns=1, timeout=seconds) if asked else ([], [])
        found: dict[int, str | Lost] = {}
        for reference in done:
            number = self._asked.pop(reference)
            try:
                found[number] = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                found[number] = Lost(_reason(error, self._ray))
        return found

    def heard(self) -> list[tuple[int, str]]:
        asked = {number: self._actors[number].heard.remote() for number in self._asked.values()}
        lines = []
        for number, reference in asked.items():
            with contextlib.suppress(self._ray.exceptions.RayError):
                lines += [(number, line) for line in self._ray.get(reference, timeout=LOOK_SECONDS)]
        return lines

    def stop(self) -> None:
        """End the labs of all nodes, with their contestants."""
        ended = [actor.stop.remote() for actor in self._actors]
        with contextlib.suppress(self._ray.exceptions.RayError, KeyboardInterrupt):
            self._ray.wait(ended, num_returns=len(ended), timeout=shim.GRACE)
        for actor in self._actors:
            with contextlib.suppress(self._ray.exceptions.RayError):
                self._ray.kill(actor)


def locked() -> dict[str, str]:
    """The packages of the lab's lock that are installed here, with their versions: what a node must have, too."""
    text = (CHECKOUT / "requirements.lock").read_text(encoding="utf-8")
    found = {}
    for name in re.findall(r"^([A-Za-z0-9._-]+)==", text, re.MULTILINE):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name.lower()] = importlib.metadata.version(name)
    return found


def _reason(error: Exception, ray: Any) -> str:
    if isinstance(error, ray.exceptions.RayTaskError):
        return _first(error.cause) if isinstance(error.cause, Exception) else "its lab failed"
    return "it does not answer any more"


def _first(error: BaseException) -> str:
    """The first line of an error of Ray, which may have hundreds."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(error).__name__
