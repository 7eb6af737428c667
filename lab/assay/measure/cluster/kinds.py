"""Whether machines are of one kind: alike in all that could make a program faster or slower on one of them."""

from __future__ import annotations

from assay.results.document import Document, Machine

SAME_MEMORY = 0.01  # relative: firmware takes a little more on one than on the other
FACTS = ("cpu", "cores", "system", "kernel", "governor", "virtual", "python")


def differences(one: Machine, other: Machine) -> list[str]:
    """What differs between two machines, in words; empty where they are of one kind."""
    sides = [(fact, getattr(one, fact), getattr(other, fact)) for fact in FACTS]
    if abs(one.memory_bytes - other.memory_bytes) > SAME_MEMORY * one.memory_bytes:
        sides.append(("memory_bytes", one.memory_bytes, other.memory_bytes))
    for tool in sorted({*one.tools, *other.tools}):
        sides.append((tool, one.tools.get(tool, "none"), other.tools.get(tool, "none")))
    return [f"{name} {mine} and {theirs}" for name, mine, theirs in sides if mine != theirs]


def other_programs(one: Document, other: Document) -> list[str]:
    """What differs between the contestants, records and proofs of two machines, in words."""
    found = []
    theirs = {facts.name: facts for facts in other.contestants}
    for facts in one.contestants:
        there = theirs.get(facts.name)
        if there is None:
            found.append(f"{facts.name}: not there on one")
            continue
        for name in ("status", "loaded", "runtime", "options"):
            if getattr(facts, name) != getattr(there, name):
                found.append(f"{facts.name}: {name} {getattr(facts, name)} and {getattr(there, name)}")
    digests = {workload.name: workload.digest for workload in other.workloads}
    found += [f"records of {w.name}" for w in one.workloads if digests.get(w.name) != w.digest]
    return found + (["the baseline"] if one.plan.baseline != other.plan.baseline else [])
