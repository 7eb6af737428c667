"""How it is measured: the options that become the settings of a run, and how a document tells what they were.

What a profile leaves open is decided there (`measure/profiles.py`); what a document records is that decision. Where an
option changes several of its settings, the value is read from settings in which all profiles differ.
"""

from __future__ import annotations

from typing import get_args

from assay.options.kinds import COUNT, PERCENT, SIZE, TIME, One, Words
from assay.options.option import Option
from assay.results.request import Cpu, Request, Until

KILLED = ("run", "verify", "build")
BUDGETS = {"quick": 180.0, "thorough": 3600.0}  # of the profiles, in seconds of measuring


def _budget(request: Request) -> float | None:
    settings = request.settings
    return None if settings.budget_seconds == BUDGETS.get(settings.profile) else settings.budget_seconds


def _warmup(request: Request) -> float | None:
    settings = request.settings
    return settings.warm_max_seconds if settings.warm_min_seconds == settings.warm_max_seconds else None


def _batches(request: Request) -> int | None:
    settings = request.settings
    return settings.min_batches if settings.measure_seconds == 0 else None


def _batch_time(request: Request) -> float | None:
    settings = request.settings
    return settings.turn_ns / 1e9 if settings.turn_ns == settings.min_batch_ns else None


def _process_rounds(request: Request) -> int | None:
    return request.settings.process_rounds or None


ROWS = (
    Option(
        "--quick", ("run",), "settings", "A verdict within four minutes (default).",
        full="the default: at most 3 minutes of measuring; a verdict within four minutes, not counting builds",
        name="profile", value="quick", default=True,
    ),
    Option(
        "--thorough", ("run",), "settings", "More blocks of longer processes; up to an hour.",
        full="at least 10 blocks, of more rounds and longer batches; at most an hour",
        name="profile", value="thorough", recorded=lambda request: request.settings.profile == "thorough",
        field="settings.profile", alike="told",
    ),
    Option(
        "--blocks", ("run",), "settings", "Exactly this many blocks, whatever precision and budget.", COUNT,
        field="settings.blocks",
    ),
    Option(
        "--precision", ("run",), "settings", "Half-width of the intervals to aim at.", PERCENT, "2%",
        full="half-width of the intervals to aim at: after a first stage of 5 blocks (10 with `--thorough`) the lab "
        "decides how many more blocks are needed",
        field="settings.precision",
    ),
    Option(
        "--margin", ("run",), "settings", "Speeds that differ by at most this are the same.", PERCENT, "3%",
        full="speeds that differ by at most this are called the same: [verdicts](statistics.md#what-is-said-of-a-pair)",
        field="settings.margin",
    ),
    Option(
        "--until", ("run",), "settings", "What ends the run: narrow intervals, or that everything is decided.",
        One(get_args(Until)), "narrow",
        full="`narrow`: until the intervals have the precision. `decided`: until every cell is faster or slower than "
        "the baseline, or the same, or the budget is spent: looks after 3, 5, 8, 13, 20, 32 and 50 blocks, with "
        "[intervals that pay for looking](statistics.md#when-a-run-stops)",
        field="settings.until",
    ),
    Option(
        "--budget", ("run",), "settings", "Time for measuring. Default: 3m, with --thorough 1h.", TIME,
        full="time for measuring: `90s`, `5m`, `1h`. Default: `3m`, with `--thorough` `1h`",
        field="settings.budget_seconds", recorded=_budget,
    ),
    Option(
        "--over", ("run",), "settings", "Spread the blocks over this time, with pauses between them.", TIME,
        full="spread the blocks over this time, `2h`: as many as the budget holds, or `--blocks N`, with pauses "
        "between them in which the machine is left alone. The budget counts measuring only, and precision does not "
        "end the run earlier. Intervals then [cover hours that differ](statistics.md#blocks-over-hours), as far as the "
        "run met them. Ctrl-C in a pause is safe; `--resume` continues with the blocks that are left. Not with "
        "`--until decided`, `--disturbed` or `--cluster`",
        field="settings.over_seconds", alike="told",
    ),
    Option(
        "--warmup", ("run",), "settings", "Warm up for exactly this long, steady or not.", TIME,
        field="settings.warm_max_seconds", recorded=_warmup, alike="told",
    ),
    Option(
        "--batches", ("run",), "settings", "This many batches in every process.", COUNT,
        full="exactly this many batches in every process, which is the number of rounds where cells take turns (24 to "
        "72, or 60 to 120 with `--thorough`; two thirds of that where five blocks would not fit into the budget). "
        "Below 15 batches ratios are less exact: [figures](statistics.md#within-a-block). With `--blocks`, "
        "`--warmup` and `--batch-time` these are JMH's forks, warm-up and iterations",
        field="settings.min_batches", recorded=_batches, alike="told",
    ),
    Option(
        "--batch-time", ("run",), "settings", "Minimum time of a batch. Default: 10 ms, with --thorough 20 ms.", TIME,
        field="settings.turn_ns", recorded=_batch_time, alike="told",
    ),
    Option(
        "--all-cores", ("run",), "settings", "Helper threads may use all cores; else one core for each turn.",
        full="let the helper threads of a runtime (collectors, compilers) use all cores while it is measured; without "
        "it each turn has [one core](rules.md#5-measured-when-steady-in-fresh-processes), helpers included",
        field="settings.all_cores", alike="no",
    ),
    Option(
        "--cpu", ("run",), "settings", "Rust, C and C++: code for all processors of the family, or for this machine's.",
        One(get_args(Cpu)), "baseline",
        full="`native`: Rust, C and C++ are compiled for this machine's own processor; `baseline`: for all of its "
        "family: [rule 5](rules.md#5-measured-when-steady-in-fresh-processes). Other languages are not affected",
        field="settings.cpu", alike="no",
    ),
    Option(
        "--runtime", ("run",), "settings", "Another version of a runtime, where a registry carries it: node=24.",
        Words("LANGUAGE=VERSION,…"),
        full="another version of a runtime than the machine's, where a registry carries it: `node=24` is the newest "
        "Node.js 24 of npm, `node=24.9.0` that one. It is installed into the cache, once, and the document says which "
        "it was. Other languages have none: put the one that you want first on `PATH`, for Python into `ASSAY_PYTHON`",
        field="settings.runtimes", recorded=lambda request: request.settings.runtimes or None, alike="told",
    ),
    Option(
        "--process", ("run",), "settings", "Also cold starts of whole processes, by hyperfine.",
        full="also cold starts of whole processes, by hyperfine: a process starts, loads the records, does one pass, "
        "and ends. For Java and Node also warmed up: one pass by a process that has done many already",
        recorded=lambda request: request.settings.process_rounds > 0,
    ),
    Option(
        "--process-rounds", ("run",), "settings", "Whole processes of each cell.", COUNT, 10,
        field="settings.process_rounds", recorded=_process_rounds,
    ),
    Option(
        "--memory-limit", KILLED, "settings", "Resident memory beyond which a contestant is killed.", SIZE, "4G",
        field="settings.memory_limit_bytes",
    ),
    Option(
        "--timeout", KILLED, "settings", "Time to answer one request, after which a contestant is killed.", TIME, "2m",
        name="reply_seconds", field="settings.reply_seconds",
    ),
)  # fmt: skip
