"""The stages of a trial: the file read, sizes, builds and proofs, a short look at all, the finalists in earnest."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay.advice import finalists, schemas, sizes
from assay.advice.drawn import MOST, enough
from assay.advice.order import spread
from assay.analysis.advice import READ, WRITE, advise
from assay.base import words
from assay.base.progress import Progress, duration
from assay.base.tables import Section
from assay.builder.builder import is_built, missing, recipe_for
from assay.catalog.catalog import Catalog, Contestant
from assay.data import canonical, formats
from assay.data.intake import kinds
from assay.data.intake.reader import Watch
from assay.data.intake.taking import Taken, take
from assay.data.schema import parse
from assay.measure import prepare, profiles
from assay.measure import run as runs
from assay.measure.builds import build_groups
from assay.measure.selection.files import own_file
from assay.measure.selection.select import Selection, select
from assay.results import store
from assay.results.document import Document
from assay.results.request import Care, Request, Trial

# Shares of the budget after which nothing of the kind begins. What has begun ends, so there is some time left over.
BUILDS = 0.35
PROOFS = 0.6
LEAST_IN_EARNEST = 30.0  # seconds of measuring the finalists, whatever the rest took
SHOWN = 25  # fields, and doubts, unless all are asked for
PEEKED = 200  # records by which the size of a record is judged


@dataclass(frozen=True)
class Asked:
    """What the user said. ``budget``: seconds, of the whole. ``output``: the results document.

    ``between``: the languages that have to read and write the format of a compromise.

    ``at``: where the records are in a JSON document.
    """

    data: Path
    schema: Path | None
    output: Path
    languages: list[str] | None = None
    contestants: list[str] | None = None
    care: Care | None = None
    between: list[str] | None = None
    records: int | None = None
    budget: float = 600.0
    seed: int = 42
    at: str | None = None
    verbose: bool = False


@dataclass(frozen=True)
class Begun:
    """A trial whose file was read. ``records``: how many of it are measured. ``start``: by `time.monotonic`.

    ``readers``: by format, the languages of the catalog that write and read it. ``finishing``: builds and proofs take
    as long as they take, and the budget is for measuring.
    """

    asked: Asked
    records: int
    contestants: list[Contestant]
    readers: dict[str, list[str]]
    start: float
    finishing: bool = False


def screening_path(output: Path) -> Path:
    """Where the document of the short look at all stands, beside the document itself."""
    return output.with_name(f"{output.stem}-screening.json")


def written(output: Path) -> Path:
    """The document of a trial that has ended: that of the short look, if the answer has none."""
    return output if output.exists() else screening_path(output)


def begin(catalog: Catalog, asked: Asked, progress: Progress, tell: Callable[[Sequence[Section]], None]) -> Begun:
    """Read the file, show and save its schema, show the sizes. AssayError for what cannot be read or measured."""
    start = time.monotonic()
    store.check_replaceable(asked.output)
    contestants = catalog.select(contestants=asked.contestants, languages=asked.languages, operations=[WRITE, READ])
    catalog.select(languages=asked.between)  # an unknown language is an error
    taken = take(asked.data, asked.schema, asked.records or MOST, asked.seed, progress.now, at=asked.at)
    schema = parse(taken.schema_text, str(asked.schema or asked.data))
    records = asked.records or _fitting(taken)
    some = _spread(taken, min(records, len(taken.records)))
    notes = _shortened(schemas.lines(schema), "fields", asked)
    notes += _shortened([f"uncertain: {doubt.where}: {doubt.what}" for doubt in taken.doubts], "doubts", asked)
    if taken.held > len(some):
        drawn = f"drawn from all {taken.held:,} by the seed {asked.seed}"
        notes.append(f"{words.many(len(some), 'record')} to measure, {drawn}.")
    notes += _where_schema_is(asked, taken, progress)
    tell([Section(f"{asked.data.name}: {taken.kind}, {words.many(taken.held, 'record')}", notes=notes, lead=True)])
    progress.now("sizes")
    found = sizes.by_references(taken.schema_text, some)
    unknown = {one.manifest.format for one in contestants} - set(formats.REFERENCES)
    tell([sizes.section(found, unknown, len(some))])
    progress.say(f"sizes after {duration(time.monotonic() - start)}")
    return Begun(asked, len(some), contestants, readers(catalog), start)


def readers(catalog: Catalog) -> dict[str, list[str]]:
    """By format, the languages with a contestant that writes and reads it."""
    able = [one for one in catalog.select() if {WRITE, READ} <= set(one.manifest.operations)]
    pairs = sorted({(one.manifest.format, one.language) for one in able})
    return {name: [language for other, language in pairs if other == name] for name, _ in pairs}


def _fitting(taken: Taken) -> int:
    some = _spread(taken, min(PEEKED, len(taken.records)))
    write = canonical.writer(parse(taken.schema_text))
    mean = sum(len(write(record).encode()) for record in some) / len(some)
    return enough(round(mean * len(taken.records)), len(taken.records))


def _spread(taken: Taken, count: int) -> list[object]:
    """So many of the records looked at, from all of them."""
    return taken.records[:: max(1, len(taken.records) // count)][:count]


def _shortened(lines: Sequence[str], what: str, asked: Asked) -> list[str]:
    if asked.verbose or len(lines) <= SHOWN:
        return list(lines)
    return [*lines[:SHOWN], f"… and {len(lines) - SHOWN} more {what}: --verbose shows them"]


def _where_schema_is(asked: Asked, taken: Taken, progress: Progress) -> list[str]:
    """What the user can do about the schema; one that was made of the records is saved."""
    if asked.schema:
        return [f"The schema is that of {asked.schema}."]
    if kinds.reader(asked.data, Watch(asked.data.name, progress.now), asked.at).carries_schema:
        return ["The schema is the file's own."]
    path, other = schemas.keep(taken.schema_text, asked.output.parent, asked.data.stem)
    found = [f"The schema was made from the records: {path}. You can edit it and pass it with --schema {path}."]
    if other is not None:
        found.append(f"{other} is another schema, perhaps edited, and was left as it is; --schema {other} takes it.")
    return found


def measure(catalog: Catalog, begun: Begun, progress: Progress) -> Document:
    """Build, prove, look at all for a moment, and measure the finalists until the budget is used up.

    The document is written to the output, that of the short look beside it. Raises `runs.Interrupted` as runs do.
    """
    asked = begun.asked
    request = _request(begun)
    selection = select(catalog, request, progress.now)
    selection = replace(selection, contestants=_ordered(selection))
    until = prepare.NO_END
    what = f"{words.many(len(selection.contestants), 'contestant')} on {words.many(begun.records, 'record')}"
    if begun.finishing:
        progress.say(f"{what}; all proofs, then about {duration(asked.budget)}")
    else:
        until = prepare.Until(begun.start + BUILDS * asked.budget, begun.start + PROOFS * asked.budget)
        builds = duration(max(0, until.builds - time.monotonic()))
        progress.say(f"{what}; builds for at most {builds}, everything within about {duration(asked.budget)}")
    with runs.ready(catalog, selection, progress, nulls=False, until=until) as ready:
        _say_spent(begun, progress, "built and proved")
        if begun.finishing:
            begun = replace(begun, start=time.monotonic())
        screened = runs.measure(ready, request, screening_path(asked.output), progress)
        advice = advise(finalists.considered(screened))
        chosen = finalists.finalists(advice, asked.care)
        if not chosen:
            return screened
        left = max(LEAST_IN_EARNEST, begun.start + asked.budget - time.monotonic())
        _say_spent(begun, progress, f"looked at all; {len(chosen)} contestants are measured for {duration(left)}")
        final = _request(begun, left, chosen)
        return runs.measure(ready, final, asked.output, progress, without=finalists.others(screened, advice, chosen))


def finish(catalog: Catalog, begun: Begun, progress: Progress) -> Begun:
    """Build all that is missing, however long that takes; the trial that can be measured again after it."""
    selection = select(catalog, _request(begun), progress.now)
    ordered, facts = _ordered(selection), {one.name: prepare.facts(one) for one in selection.contestants}
    progress.say("building what had no time; Ctrl-C ends that, and what was built is kept")
    build_groups([(ordered, selection.record_sets[0])], selection.request.settings.cpu, facts, progress)
    output = begun.asked.output
    asked = replace(begun.asked, output=output.with_name(f"{output.stem}-finished{output.suffix}"))
    return replace(begun, asked=asked, start=time.monotonic(), finishing=True)


def _say_spent(begun: Begun, progress: Progress, what: str) -> None:
    progress.say(f"{what}, after {duration(time.monotonic() - begun.start)}")


def _request(begun: Begun, budget: float | None = None, chosen: Sequence[str] | None = None) -> Request:
    """For the short look; with a budget (seconds) and the names of finalists, for what is measured in earnest."""
    asked = begun.asked
    profile = profiles.SCREENING if chosen is None else replace(profiles.QUICK, name="try", first_stage=3)
    settings = profiles.settings(profile, budget=budget)
    return Request(
        contestants=list(chosen) if chosen else [one.name for one in begun.contestants],
        operations=[WRITE, READ],
        records=[begun.records],
        seed=asked.seed,
        data=own_file(asked.data),
        data_schema=own_file(asked.schema) if asked.schema else None,
        data_at=asked.at,
        baseline=chosen[0] if chosen else None,
        across_lanes=True,
        trial=Trial(care=asked.care, between=asked.between, readers=begun.readers),
        settings=settings,
    )


def _ordered(selection: Selection) -> list[Contestant]:
    """Those whose toolchains are missing last: they cost nothing, and are named at the end."""
    records = selection.record_sets[0]
    here = [one for one in selection.contestants if not missing(one)]
    absent = [one for one in selection.contestants if one not in here]
    ordered = spread(here, lambda one: is_built(one, records), lambda one: recipe_for(one).machine_code)
    return [*ordered, *absent]
