"""What has become faster or slower: the tables of `assay compare` and `assay gate`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.analysis.changes import Change
from assay.analysis.judged import Judged
from assay.base import words
from assay.base.tables import Failure, Line, Section, Table
from assay.stats.student import t_quantile
from assay.stats.thresholds import Outcome

MORE = 20  # times as many blocks, beyond which more blocks are no way
FEW = 4  # of names in a note, and of notes of one kind
COLUMNS = ["cell", "old", "new", "old {0}", "new {0}", "speed", "verdict"]
ONE_RUN = "One run that measures both is better: assay gate, or two contestants of one run."
BY_TIME = (
    "Cells compared by time: the runs have no yardstick for them, so what the machine did between the two runs is in "
    f"no interval. {ONE_RUN}"
)
NEIGHBOURS = (
    "A virtual machine, and two runs: its neighbours may have been others, which moves single cells by more than their "
    f"intervals. {ONE_RUN}"
)


def sections(judged: Judged) -> list[Section]:
    """The table with the slowest first, what has lost its number, and what has to be known to read them."""
    changes = judged.changes
    both = sorted(zip(changes.found, judged.outcomes, strict=True), key=lambda one: one[0].difference.log)
    lines = [_line(change, it, judged) for change, it in both]
    columns = [column.format(judged.counted or "time") for column in COLUMNS]
    lost = [Failure(_name(one.subject, one.contestant), one.status, one.reason) for one in changes.lost]
    title = f"Changes beyond {words.percent(judged.threshold)}"
    return [Section(title, Table(columns, lines, {3, 4}) if lines else None, lost, [summary(judged), *_notes(judged)])]


def summary(judged: Judged) -> str:
    """One sentence: how many cells are slower, faster, the same, undecided."""
    said = [it.verdict for it in judged.outcomes]
    counts = [f"{said.count(word)} {word}" for word in ("slower", "faster", "same", "undecided") if word in said]
    lost = len(judged.changes.lost)
    if lost:
        counts.append(f"{lost} without a number now")
    return f"{words.many(len(said) + lost, 'cell')}: {', '.join(counts)}."


def _line(change: Change, it: Outcome, judged: Judged) -> Line:
    ratio, low, high = change.difference.interval(judged.confidence)
    ends = f"{words.three(low)}–{words.three(high)}" if low else "no interval"
    say = words.count if judged.counted else words.nanoseconds
    times = [say(figure) for figure in change.times]
    verdict = "undecided, not slower" if it.verdict == "undecided" and it.cleared else it.verdict
    versions = [version or words.NONE for version in change.versions]
    cells = [_name(change.subject, change.contestant), *versions, *times, f"{words.times(ratio)} ({ends})"]
    return Line([*cells, verdict], it.verdict)


def _name(subject: tuple[str, str, str], contestant: str) -> str:
    return f"{' '.join(filter(None, subject))}, {contestant}"


def _notes(judged: Judged) -> list[str]:
    changes = judged.changes
    notes = [
        f"Speed: of the new beside the old, with its {words.percent(judged.confidence)} interval. Slower, faster: "
        f"beyond {words.percent(judged.threshold)}, corrected for {words.many(len(changes.found), 'cell')} (Holm). "
        "Same: the whole interval is within it."
    ]
    if judged.counted:
        notes.append(
            f"Speed is by {judged.counted} a record, not by time: what waits for memory, or mispredicts branches, "
            "costs nothing here. The interval is that of repeats."
        )
    notes += [
        f"Noise: {' '.join(filter(None, subject))}: the old one measured a second time is {words.ratio(control)} as "
        "fast as itself."
        for subject, control in changes.controls.items()
    ]
    undecided = [change for change in judged.open if math.isfinite(change.difference.error)]
    notes += [_more(change, judged) for change in undecided[:FEW]]
    if len(undecided) > FEW:
        notes.append(f"Undecided: {len(undecided) - FEW} more.")
    if any(change.how == "yardstick" for change in changes.found):
        notes.append(
            f"The two runs were compared by their speeds beside {', '.join(changes.yardsticks)}, which is the same in "
            "both; times are as measured then."
        )
    if changes.parted:
        notes.append(f"Not measured alike: {'; '.join(changes.parted)}. What has changed may come from that alone.")
    if any(change.how == "time" for change in changes.found):
        notes.append(BY_TIME)
    elif changes.virtual:
        notes.append(NEIGHBOURS)
    notes += [f"Not compared, {reason}: {_few(names)}." for reason, names in changes.passed_over.items()]
    if any(not math.isfinite(change.difference.error) for change in changes.found):
        notes.append(
            "No interval: measured in one process or block only, which does not say how far two of them are apart. "
            "So nothing is claimed."
        )
    if others := [one for one in changes.apart if one not in changes.parted]:
        notes.append(f"Different between the two: {'; '.join(others)}.")
    return notes


def _more(change: Change, judged: Judged) -> str:
    """What it would take to decide a cell: its error shrinks by the root of the number of blocks."""
    name = _name(change.subject, change.contestant)
    difference = change.difference
    beyond = abs(difference.log + math.log1p(judged.threshold))
    wanted = t_quantile(judged.confidence, difference.degrees) * difference.error
    times = (wanted / beyond) ** 2 if beyond else math.inf
    if times > MORE:
        return f"Undecided, {name}: a change as large as the threshold is possible; more blocks will not help."
    return f"Undecided, {name}: about {max(2, math.ceil(times))} times as many blocks are likely to decide it."


def _few(names: Sequence[str]) -> str:
    more = len(names) - FEW
    return "; ".join(names[:FEW]) + (f"; and {more} more" if more > 0 else "")
