"""What a profile says in tables: the hottest functions, who allocates, and what differs from another."""

from __future__ import annotations

from collections import defaultdict

from assay.base import words
from assay.base.tables import Line, Section, Table
from assay.languages.sampling.stacks import KINDS, Frame, Stacks
from assay.profile.graph import UNITS, name
from assay.profile.sample import Profile

HOTTEST = 20
SITES = 10
LONGEST = 90  # letters of a name in a table


def sections(profile: Profile, against: Profile | None) -> list[Section]:
    if against is not None:
        return [differences(profile, against), hottest(profile), hottest(against)]
    return [hottest(profile), sites(profile)]


def hottest(profile: Profile) -> Section:
    stacks = profile.stacks
    lines = [
        Line([_named(row.frame), *_both(row.own, stacks, "ns"), words.percent(row.total / stacks.main)])
        for row in stacks.rows()[:HOTTEST]
    ]
    table = Table(["function", "own", "own time", "with its calls"], lines, {1, 2, 3})
    return Section(f"Hottest functions of {profile.title}", table, notes=[whose(profile)])


def whose(profile: Profile) -> str:
    """Whose functions the time is spent in."""
    total = profile.stacks.total
    found = sorted(profile.stacks.by_kind().items(), key=lambda item: -item[1])
    shares = "; ".join(f"{words.percent(share / total)} in {KINDS[kind]}" for kind, share in found)
    others = total - profile.stacks.main
    beside = f", and {words.nanoseconds(others)} in other threads" if others else ""
    return f"{words.nanoseconds(profile.stacks.main)} a record{beside}: {shares}."


def sites(profile: Profile) -> Section:
    """Who asks for memory; or why that is not told."""
    found = profile.allocations
    title = f"Allocation sites of {profile.title}"
    if found.stacks is None:
        return Section(title, None, notes=[f"Allocations are not told: {found.why_not}."])
    if not found.stacks.main:
        return Section(title, None, notes=[f"No allocations were sampled by {found.words}."])
    stacks = found.stacks.by_site()
    lines = [Line([_named(row.frame), *_both(row.own, stacks, found.unit)]) for row in stacks.rows()[:SITES] if row.own]
    table = Table(["function", "share", "a record"], lines, {1, 2})
    return Section(title, table, notes=[f"{UNITS[found.unit](stacks.main)} a record, by {found.words}."])


def differences(profile: Profile, against: Profile) -> Section:
    """The functions whose own time differs most, by their names alone."""
    mine, theirs = _own(profile.stacks), _own(against.stacks)
    changes = {frame: mine[frame] - theirs[frame] for frame in {*mine, *theirs}}
    most = sorted(changes, key=lambda frame: (-abs(changes[frame]), frame))[:HOTTEST]
    lines = [
        Line([_named(frame), words.nanoseconds(mine[frame]), words.nanoseconds(theirs[frame]), _signed(changes[frame])])
        for frame in most
    ]
    columns = ["function", name(profile, against), name(against, profile), "change"]
    total = profile.stacks.main, against.stacks.main
    both = " a record, against ".join(map(words.nanoseconds, total))
    note = f"{both}; {_signed(total[0] - total[1])}."
    return Section("Own time of functions, a record", Table(columns, lines, {1, 2, 3}), notes=[note])


def _own(stacks: Stacks) -> defaultdict[Frame, float]:
    return defaultdict(float, {row.frame: row.own for row in stacks.rows()})


def _signed(ns: float) -> str:
    return f"{'+' if ns > 0 else '−' if ns < 0 else ''}{words.nanoseconds(abs(ns))}"


def _both(value: float, stacks: Stacks, unit: str) -> tuple[str, str]:
    return words.percent(value / stacks.main), UNITS[unit](value)


def _named(frame: Frame) -> str:
    text = frame.shown
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 + 1 :]}"
