"""Proving a contestant before it is measured: outputs, ownership, finished values, and the swap of the records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from assay.build.builder import Built
from assay.data.recordset import RecordSet
from assay.rules import BOUNDARY, CONTRACT, TIMED_WORK
from assay.runner import session
from assay.runner.process import Broken, Limits, Process, Refused
from assay.verify.memory import first_pass
from assay.verify.outputs import Judge, Outputs

ROUNDS = 9  # of `inspect`


@dataclass
class Proved:
    """One operation of one contestant, proved: what each record's output is, for the set and for its decoys."""

    records: Outputs
    decoys: Outputs
    deferred_ns: float | None = None
    first_pass: float | None = None


@dataclass
class Verdict:
    """What proving one contestant brought: per operation either a proof or the rule that it broke."""

    proved: dict[str, Proved] = field(default_factory=dict)
    broken: dict[str, Broken] = field(default_factory=dict)
    runtime: str = ""
    setup_ns: int = 0


def prove(built: Built, records: RecordSet, operations: Iterable[str], limits: Limits, folder: Path) -> Verdict:
    """Prove each operation, one process for each, so that one that dies does not cost the other.

    ``folder`` takes the outputs and the log of standard error.
    """
    verdict = Verdict()
    for operation in operations:
        try:
            with session.start(built, folder / f"{operation}.log", limits) as process:
                verdict.runtime = session.greet(process, built)["runtime"]
                # Before all else: whoever remembers must not have met the records yet.
                ratio = first_pass(process, records, operation)
                verdict.setup_ns = session.load(process, records)
                verdict.proved[operation] = _prove(process, records, operation, folder)
                verdict.proved[operation].first_pass = ratio
                process.bye()
        except Broken as broken:
            verdict.broken[operation] = broken
    return verdict


def _prove(process: Process, records: RecordSet, operation: str, folder: Path) -> Proved:
    made = _outputs(process, Judge(records), operation, folder / f"{operation}.out")
    deferred_ns = _inspect(process, operation)
    # Back and forth in place: first to the decoys, then to the records again.
    process.ask("swap", **session.paths(records, decoy=True))
    try:
        decoys = _outputs(process, Judge(records, decoy=True), operation, folder / f"{operation}.decoy.out")
    except Refused:
        raise
    except Broken as broken:
        raise Broken(TIMED_WORK, f"after the records were swapped for others: {broken}", "unverified") from None
    return Proved(made, decoys, deferred_ns)


def _outputs(process: Process, judge: Judge, operation: str, path: Path) -> Outputs:
    process.ask("prove", operation=operation, output=str(path))
    return judge.encoded(path) if operation == "encode" else judge.decoded(path)


def _inspect(process: Process, operation: str) -> float | None:
    """Rule 1: outputs are the caller's own, and decoded values are finished. Gives the work per record left over."""
    reply = process.ask("inspect", operation=operation, rounds=ROUNDS)
    if reply.get("shared") is not False:
        raise Broken(BOUNDARY, f"{operation} twice on one record hands over the same object twice", "unverified")
    if operation != "decode":
        return None
    names = ("operation_ns", "first_read_ns", "second_read_ns", "loaded_read_ns")
    times = [reply.get(name) for name in names]
    if not all(isinstance(t, int | float) and t >= 0 for t in times):
        raise Broken(CONTRACT, f"the reply to inspect lacks one of {', '.join(names)}")
    operation_ns, first_ns, second_ns, loaded_ns = (float(t) for t in times if t is not None)
    return judge_deferred(operation_ns, first_ns, min(second_ns, loaded_ns))


def judge_deferred(operation_ns: float, first_read_ns: float, finished_read_ns: float) -> float:
    """The work per record that decode leaves to the first reading of its values.

    A decoder that leaves more work undone than it does is no decoder: it belongs into `access`. The bound is that wide
    because reading something for the first time costs a little more (caches) even where all is finished.
    """
    deferred = max(0.0, first_read_ns - finished_read_ns)
    if deferred > operation_ns:
        raise Broken(
            BOUNDARY,
            f"decode hands over unfinished values: it takes {operation_ns:,.0f} ns a record, and reading them for the "
            f"first time {deferred:,.0f} ns more than reading finished ones",
            "unverified",
        )
    return deferred
