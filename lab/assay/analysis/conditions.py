"""Under which conditions a document was measured: one value, and what differs between two.

What makes two runs unlike stands with each option (`options/option.py`, ``alike``), so an option that matters is named
by a comparison and parts the courses of a history without a word here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.options import table
from assay.options.option import Option
from assay.results.document import ContestantFacts, Document, Machine
from assay.results.way import StoreWay, Way

MACHINE = ("cpu", "cores", "system", "kernel", "governor", "virtual", "python")
SAME_MEMORY = 0.01  # relative: firmware takes a little more on one machine than on another of its kind
# What the lab decides and no option says: how its own versions differ.
METHOD = ("min_batch_ns", "lead_in_ns", "turn_ns", "rounds")
METHOD_OF_STORES = ("read_lead_in_ns",)


@dataclass(frozen=True)
class Conditions:
    """``machines``: how many measured; ``machine`` is the first. ``options``: words of those that are not alike, by
    their flags; those of ``parting`` make runs that do not compare. ``settings``: of METHOD, and of METHOD_OF_STORES
    where stores were measured, by their names. ``unoptimized``: whether compilers did not optimize. ``assay``: the
    version of the lab.
    """

    machine: Machine
    machines: int
    options: Mapping[str, str]
    parting: Mapping[str, str]
    settings: Mapping[str, object]
    unoptimized: bool
    assay: str

    @property
    def kind_of_machine(self) -> str:
        """What machines have in common whose figures are of one course."""
        several = ", several of the kind" if self.machines > 1 else ""
        return f"{self.machine.cpu}, {self.machine.cores} cores{', virtual' if self.machine.virtual else ''}{several}"

    @property
    def method(self) -> str:
        """How it was measured, but for what does not part: in turns or not, and the options that part."""
        turns = "in turns with lead-ins" if self.settings["lead_in_ns"] else "in turns"
        parts = [turns if self.settings["rounds"] else "each by itself", *filter(None, self.parting.values())]
        return ", ".join([*parts, *(["unoptimized"] if self.unoptimized else [])])

    def method_of(self, way: Way) -> str:
        """The same of a cell of this way."""
        has_lead_ins = isinstance(way, StoreWay) and way.mode == "warm" and self.settings["read_lead_in_ns"]
        return f"{self.method}, straight after other reads" if has_lead_ins else self.method

    def parted(self, other: Conditions) -> list[str]:
        """By which options, in words, this run and another do not compare; empty where none parts them."""
        return _differing(_flags(self.parting, other.parting))

    def differences(self, other: Conditions) -> list[str]:
        """What differs from another run's, in words: "cpu: this one's and the other's"."""
        sides = [
            *((f"setting {name}", value, other.settings.get(name, value)) for name, value in self.settings.items()),
            *_flags(self.options, other.options),
            ("machines that measured", self.machines, other.machines),
            ("version of Assay", self.assay, other.assay),
        ]
        return [*machine_differences(self.machine, other.machine), *_differing(sides)]


def conditions(document: Document) -> Conditions:
    rows = table.recorded()
    settings = document.plan.settings
    of_stores = any(isinstance(cell.way, StoreWay) for cell in document.cells)
    return Conditions(
        machine=document.machine,
        machines=len(document.measured_on),
        options=dict(_words(document, [row for row in rows if row.alike != "yes"])),
        parting=dict(_words(document, [row for row in rows if row.alike == "no"])),
        settings={name: getattr(settings, name) for name in (*METHOD, *(METHOD_OF_STORES if of_stores else ()))},
        unoptimized=document.plan.unoptimized,
        assay=document.assay,
    )


def machine_differences(one: Machine, other: Machine) -> list[str]:
    """What could make a program faster or slower on one of two machines, in words; empty where they are of one kind."""
    sides: list[tuple[str, object, object]] = [(fact, getattr(one, fact), getattr(other, fact)) for fact in MACHINE]
    if abs(one.memory_bytes - other.memory_bytes) > SAME_MEMORY * one.memory_bytes:
        sides.append(("memory_bytes", one.memory_bytes, other.memory_bytes))
    tools = sorted({*one.tools, *other.tools})
    sides += [(f"{tool} of the machine", one.tools.get(tool, "none"), other.tools.get(tool, "none")) for tool in tools]
    return _differing(sides)


def program_differences(one: Document, other: Document) -> list[str]:
    """What differs between the contestants and records of two documents, in words."""
    found = []
    theirs = {facts.name: facts for facts in other.contestants}
    for facts in one.contestants:
        if (there := theirs.get(facts.name)) is None:
            found.append(f"{facts.name}: in one only")
            continue
        names = ("status", "loaded", "runtime", "options")
        found += _differing([(f"{facts.name}, {name}", getattr(facts, name), getattr(there, name)) for name in names])
        if not same_build(facts, there):
            found.append(f"{facts.name}, how its runtime was built")
    digests = {workload.name: workload.digest for workload in other.workloads}
    found += [f"records of {w.name}" for w in one.workloads if digests.get(w.name) != w.digest]
    return found + (["the baseline"] if one.plan.baseline != other.plan.baseline else [])


def same_build(one: ContestantFacts, other: ContestantFacts) -> bool:
    """Whether two contestants' runtimes were built alike, as far as both documents tell."""
    builds = one.runtime_build, other.runtime_build
    return None in builds or builds[0] == builds[1]


def changed_since(document: Document, versions: Mapping[str, str], digests: Mapping[str, str]) -> str:
    """What of a document is not as it is now, in words; empty where all of it is.

    ``versions``: of contestants now, by their names; those that are not there are not looked at. ``digests``: of the
    records now, by their workloads.
    """
    for workload in document.workloads:
        if digests.get(workload.name) != workload.digest:
            return f"the records of {workload.name} have changed since"
    for name, now in versions.items():
        if (then := document.contestant(name).version) != now:
            return f"{name} was {then} and is {now} now"
    return ""


def _words(document: Document, rows: list[Option]) -> Iterator[tuple[str, str]]:
    for row in rows:
        yield row.flag, " ".join(row.words(row.of(document.plan.request)))


def _flags(ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[tuple[str, object, object]]:
    return [(flag, ours.get(flag) or "without", theirs.get(flag) or "without") for flag in sorted({*ours, *theirs})]


def _differing(sides: list[tuple[str, object, object]]) -> list[str]:
    return [f"{name}: {mine} and {theirs}" for name, mine, theirs in sides if mine != theirs]
