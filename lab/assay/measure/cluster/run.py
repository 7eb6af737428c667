"""A whole run on the machines of a cluster, from a request to a finished document; and one that is resumed there."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from assay.analysis.conditions import machine_differences, program_differences
from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog.catalog import Catalog
from assay.measure import run as runs
from assay.measure.blocks import alive
from assay.measure.cluster.machines import Lost, Machines
from assay.measure.cluster.messages import Prepare, Prepared, understood
from assay.measure.cluster.nodes import Nodes, check, connect
from assay.measure.cluster.spread import AllLost, ClusterWatch, Spread
from assay.measure.selection.files import check_place, forget, given, remember
from assay.measure.selection.select import select
from assay.results import store, writing
from assay.results.document import Cluster, ClusterMachine, Document
from assay.results.request import OwnFile, Request

WAIT_SECONDS = 1.0
ADDRESS = "ADDRESS"


@dataclass(frozen=True)
class Where:
    """``address``: of the cluster's head. ``kind``: of the machines; None where only one is declared."""

    address: str
    kind: str | None = None


@dataclass(frozen=True)
class Ready:
    """A machine on which everything was built and proved. ``number``: its place among the nodes."""

    number: int
    prepared: Prepared


def run(
    catalog: Catalog, request: Request, output: Path, where: Where, progress: Progress, show: runs.Show = runs.unseen
) -> Document:
    """Measure what is asked for, writing the document to ``output`` after every block."""
    check(where.address)
    store.check_replaceable(output)
    if request.data is not None:
        check_place(output)
    _check(catalog, request)
    selection = select(catalog, request, progress.now)
    with connect(where.address, where.kind, _sources(catalog)) as nodes:
        runs.announce(selection, request.settings, progress)
        events: list[str] = []
        ready = _prepared(nodes, request, events, progress)
        document = _merged(ready)
        document.cluster = Cluster(kind=nodes.kind, machines=[], events=events)
        document.command = ["assay", *map(runs.shared, _without_address(sys.argv[1:]))]
        numbers = _enter(document, nodes, ready, progress)
        remember(request, output)
        return _measure(document, nodes, ready, numbers, output, progress, show)


def resume(catalog: Catalog, path: Path, where: Where, progress: Progress, show: runs.Show = runs.unseen) -> Document:
    """Go on with an interrupted run, on machines that measured before or on others of their kind."""
    check(where.address)
    document, selection = runs.unfinished(catalog, path, progress)
    if document.cluster is None:
        raise AssayError(f"{path}: this run was on one machine; leave --cluster out to go on there")
    _check(catalog, selection.request)
    with connect(where.address, where.kind or document.cluster.kind, _sources(catalog)) as nodes:
        if nodes.kind != document.cluster.kind:
            raise AssayError(f"{path}: measured on machines of the kind {document.cluster.kind}, not {nodes.kind}")
        progress.say(f"resuming {document.id} after {len(document.blocks)} blocks")
        ready = _prepared(nodes, selection.request, document.cluster.events, progress)
        merged = _merged(ready)
        for words in program_differences(document, merged):
            raise AssayError(f"{path}: measured with other programs than are there now ({words}); start a new run")
        there = {cell.key for cell in merged.cells if cell.status in ("planned", "measured")}
        for cell in alive(document):
            if cell.key not in there:
                raise AssayError(f"{path}: {cell.key} was measured before and cannot be measured now; start a new run")
        numbers = _enter(document, nodes, ready, progress)
        document.state = "running"
        return _measure(document, nodes, ready, numbers, path, progress, show)


def _sources(catalog: Catalog) -> list[str]:
    """The folders of the checkout that contestants' libraries are built from: a node reads every manifest."""
    manifests = [contestant.manifest for contestant in catalog.contestants.values()]
    return sorted({folder for one in manifests if one.source for folder in one.source.folders})


def _check(catalog: Catalog, request: Request) -> None:
    if request.settings.process_rounds:
        raise AssayError("--process is not for clusters: measure whole processes on one machine, without --cluster")
    if any(not contestant.folder.is_relative_to(CHECKOUT) for contestant in catalog.contestants.values()):
        raise AssayError("ASSAY_CATALOG names folders of this machine, which the cluster does not have: unset it")


def _prepared(nodes: Nodes, request: Request, events: list[str], progress: Progress) -> list[Ready]:
    """Build and prove on all machines at the same time. AssayError where one cannot, or is of another kind."""
    paths = [_sent(nodes, file) for file in (request.data, request.data_schema)]
    count = len(nodes.facts)
    for number in range(count):
        data, schema = (path[number] if path else None for path in paths)
        nodes.ask(number, Prepare(request=request, data=data, schema_file=schema).model_dump_json())
    found: dict[int, Ready] = {}
    lost: set[int] = set()
    while len(found) + len(lost) < count:
        progress.now(f"building and proving, {len(found)} of {count} machines are ready")
        for number, answer in nodes.answers(WAIT_SECONDS).items():
            if isinstance(answer, Lost):
                lost.add(number)
                events.append(f"A machine was lost while it was being prepared ({answer.reason})")
                progress.say(f"  node {number + 1}: {answer.reason}; the run goes on without it")
                continue
            try:
                found[number] = Ready(number, understood(answer, Prepared))
            except AssayError as error:
                raise AssayError(f"node {number + 1} ({nodes.facts[number].host}): {error}") from None
        for number, line in nodes.heard():
            progress.say(f"  node {number + 1}: {line.strip()}")
    if not found:
        raise AssayError("every machine of the cluster was lost while it was being prepared; start them again")
    return [found[number] for number in sorted(found)]


def _sent(nodes: Nodes, file: OwnFile | None) -> list[str] | None:
    return nodes.send(file.name, given(file).read_bytes()) if file is not None else None


def _merged(ready: list[Ready]) -> Document:
    """The document of the first machine, with what the others could not prove rejected."""
    first = ready[0].prepared.document
    for other in ready[1:]:
        found = machine_differences(first.machine, other.prepared.document.machine)
        found = found or program_differences(first, other.prepared.document)
        if found:
            raise AssayError(
                f"nodes {ready[0].number + 1} and {other.number + 1} declare one kind and differ: {'; '.join(found)}; "
                "declare different kinds, or make them alike"
            )
        theirs = {cell.key: cell for cell in other.prepared.document.cells}
        for cell in first.cells:
            there = theirs[cell.key]
            if cell.key not in other.prepared.ready and cell.status in ("planned", "measured"):
                cell.reject(there.status, f"on another machine of the cluster: {there.reason}")
    return first.model_copy(update={"build_seconds": max(one.prepared.document.build_seconds for one in ready)})


def _enter(document: Document, nodes: Nodes, ready: list[Ready], progress: Progress) -> list[int]:
    """Put the machines into the document; gives the place of each there. AssayError for one of another kind."""
    cluster = document.cluster
    assert cluster is not None
    hosts = [nodes.facts[one.number].host for one in ready]
    boots = [nodes.facts[one.number].boot for one in ready]
    known = {machine.identity: place for place, machine in enumerate(cluster.machines)}
    computers: dict[str, int] = {}
    numbers = []
    for place, one in enumerate(ready):
        described = one.prepared.document.machine
        if cluster.machines and (found := machine_differences(cluster.machines[0].machine, described)):
            raise AssayError(f"node {one.number + 1} is not of the kind that was measured: {'; '.join(found)}")
        identity = _digest(document.id, hosts[place], str(hosts[:place].count(hosts[place])))
        if identity in known:
            numbers.append(known[identity])
            cluster.machines[known[identity]].lost = False
        else:
            numbers.append(len(cluster.machines))
            cluster.machines.append(
                ClusterMachine(machine=described, identity=identity, computer=len(cluster.machines))
            )
        mine = cluster.machines[numbers[-1]]
        mine.computer = computers.setdefault(boots[place], mine.computer)
        if nodes.facts[one.number].nice > 0:
            progress.say(
                f"  machine {numbers[-1] + 1}: processes that Ray starts there yield to all others (niceness "
                f"{nodes.facts[one.number].nice}); start its node with RAY_worker_niceness=0, and not by nice"
            )
    document.machine = cluster.machines[0].machine
    if len({machine.computer for machine in cluster.machines}) < len(cluster.machines):
        words = "Several machines are nodes of one computer: they measure in turn, and cannot differ as machines do"
        progress.say(f"  {words}")
        if words not in cluster.events:
            cluster.events.append(words)
    return numbers


def _digest(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:12]


def _measure(
    document: Document,
    machines: Machines,
    ready: list[Ready],
    numbers: list[int],
    output: Path,
    progress: Progress,
    show: runs.Show,
) -> Document:
    writing.write(document, output)
    watch = _watch(document, output, progress, show)
    places = [one.number for one in ready]
    why = "interrupted"
    try:
        Spread(document, machines, dict(zip(places, numbers, strict=True)), watch).run()
    except AllLost:
        why = "every machine of the cluster was lost"
    except KeyboardInterrupt:
        document = store.read(output)
    else:
        document.state = "finished"
        writing.write(document, output)
        forget(document.plan.request, output)
        return document
    document.state = "interrupted"
    document.stopped_because = f"{why}, after {len(document.blocks)} blocks"
    writing.write(document, output)
    raise runs.Interrupted(output, len(document.blocks), why)


def _watch(document: Document, output: Path, progress: Progress, show: runs.Show) -> ClusterWatch:
    one = runs.watch_of(document, output, document.plan.settings, progress, show)

    def lost(event: str, document: Document) -> None:
        writing.write(document, output)
        progress.say(f"  {event}")

    def heard(number: int, line: str) -> None:
        progress.say(f"  machine {number + 1}: {line.strip()}")

    return ClusterWatch(one.saved, one.now, one.broken, one.waits, lost, heard)


def _without_address(words: list[str]) -> list[str]:
    """The command line without the address, which is of a network of the user's."""
    found = [f"--cluster={ADDRESS}" if word.startswith("--cluster=") else word for word in words]
    return [ADDRESS if place and found[place - 1] == "--cluster" else word for place, word in enumerate(found)]
