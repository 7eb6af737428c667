"""From what is asked for to a document: contestants planted and built, then trial after trial in random order."""

from __future__ import annotations

import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from random import Random

from assay import __version__
from assay.base.errors import AssayError
from assay.base.progress import Progress, duration
from assay.base.words import many
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import build_one, missing, rest
from assay.catalog import catalog
from assay.catalog.catalog import Catalog, Contestant
from assay.data.workload import record_set
from assay.measure import machine
from assay.measure.disturbance import WORDS, disturbed
from assay.results.deciding import Asked, Document, Key, Missing, ToolFacts, Trial, judged, read
from assay.results.writing import write
from studies.deciding.planting import check_spread, name_of, plant
from studies.deciding.tools.table import named
from studies.deciding.tools.tool import Answer, Pair, Tool


def subjects() -> dict[str, str]:
    """The contestant of each language in which work is planted."""
    found: dict[str, str] = tomllib.loads((Path(__file__).parent / "subjects.toml").read_text(encoding="utf-8"))
    return found


def hold(asked: Asked, output: Path, progress: Progress) -> Document:
    """Do all trials that the document at ``output`` does not have yet, writing it after each.

    AssayError for words that name nothing, and where that document was asked for something else, or elsewhere.
    """
    check_spread(asked.records, asked.extras)
    known = catalog.load()
    originals = {language: known.contestant(name) for language, name in asked.contestants.items()}
    document = _go_on(asked, output) if output.exists() else _begin(asked, originals)
    possible = _possible(document, originals)
    known = catalog.load(
        [plant(originals[language], extra) for language in possible for extra in (None, *asked.extras)]
    )
    done = {trial.key for trial in document.trials}
    left = [one for one in _trials(asked, possible) if one not in done]
    with tempfile.TemporaryDirectory(prefix="assay-") as text:
        for number, key in enumerate(left):
            progress.now(f"trial {number + 1} of {len(left)}: {_words(key)}")
            trial = _trial(known, originals[key[1]], key, asked, Path(text))
            document.trials.append(trial)
            write(document, output)
            verdict = f"{trial.verdict} ({trial.judgement}) after {duration(trial.seconds)}"
            progress.say(f"  {_words(key)}: {verdict}: {trial.said}")
    write(document, output)
    return document


def _trial(known: Catalog, original: Contestant, key: Key, asked: Asked, room: Path) -> Trial:
    name, language, extra, busy, repeat = key
    tool = named(name)
    pair = pair_of(known, original, extra, asked, repeat, room)
    tool.prepare(pair)
    rest()
    with disturbed() if busy else nullcontext():
        answer, seconds = _decide(tool, pair, room)
    return Trial(
        tool=name,
        language=language,
        extra=extra,
        disturbed=busy,
        repeat=repeat,
        seconds=round(seconds, 3),
        verdict=answer.verdict,
        judgement=judged(answer.verdict, extra, asked.margin),
        said=answer.said,
    )


def _words(key: Key) -> str:
    name, language, extra, busy, repeat = key
    return f"{name}, {language} + {extra}%{', disturbed' if busy else ''}, repeat {repeat + 1}"


def _begin(asked: Asked, originals: dict[str, Contestant]) -> Document:
    tools = {name: named(name) for name in asked.tools}
    return Document(
        assay=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        machine=machine.describe(),
        load=WORDS,
        asked=asked,
        contestants={language: f"{one.manifest.library} {one.manifest.version}" for language, one in originals.items()},
        tools={
            name: ToolFacts(version=tool.version() if not tool.problem() else "", rule=tool.rule)
            for name, tool in tools.items()
        },
        missing=[
            *(Missing(what=one.name, hint=problem) for one in originals.values() if (problem := missing(one))),
            *(Missing(what=name, hint=problem) for name, tool in tools.items() if (problem := tool.problem())),
        ],
    )


def _go_on(asked: Asked, output: Path) -> Document:
    """The document with as many repeats as are asked for now, so that many can be held in several sittings."""
    document = read(output)
    if document.asked.model_copy(update={"repeats": asked.repeats}) != asked:
        raise AssayError(f"{output}: was asked for something else; name another file, or ask for the same to go on")
    if document.asked.repeats > asked.repeats:
        raise AssayError(f"{output}: has {many(document.asked.repeats, 'repeat')}; ask for as many, or for more")
    here, there = ((one.cpu, one.cores) for one in (machine.describe(), document.machine))
    if here != there:
        raise AssayError(f"{output}: is of another machine ({there[0]}, {many(there[1], 'core')}); name another file")
    document.asked = asked
    return document


def _possible(document: Document, originals: dict[str, Contestant]) -> dict[str, list[str]]:
    """Of each language that can run here, the tools that can."""
    lacking = {one.what for one in document.missing}
    return {
        language: [name for name in document.asked.tools if name not in lacking and language in named(name).languages]
        for language, one in originals.items()
        if one.name not in lacking
    }


def _trials(asked: Asked, possible: dict[str, list[str]]) -> Iterator[Key]:
    """In random order within each repeat, so that what the machine does meanwhile favours none of them."""
    pairs = [(tool, language) for language, tools in possible.items() for tool in tools]
    for repeat in range(asked.repeats):
        every = list(product(pairs, asked.extras, asked.disturbed))
        for (tool, language), extra, busy in Random(f"{asked.seed} {repeat}").sample(every, len(every)):
            yield tool, language, extra, busy, repeat


def pair_of(known: Catalog, original: Contestant, extra: int, asked: Asked, repeat: int, room: Path) -> Pair:
    """Each repeat has records of its own, as it has an order and a layout of memory of its own."""
    seed = asked.seed + repeat
    records = record_set(known.workload(asked.workload), asked.records, seed)
    built = [build_one(known.contestant(name_of(original, which)), records) for which in (None, extra)]
    for one in built:
        if one.start is None:
            raise AssayError(f"{one.contestant.name}: {one.reason}")
    return Pair(known, built[0], built[1], codec_task(records, asked.operation), seed, asked.margin, room)


def _decide(tool: Tool, pair: Pair, room: Path) -> tuple[Answer, float]:
    """The answer and the seconds that it took; a tool that fails has decided nothing."""
    with tempfile.TemporaryDirectory(dir=room) as text:
        begin = time.monotonic()
        try:
            answer = tool.decide(pair, Path(text))
        except AssayError as error:
            answer = Answer("undecided", f"failed: {error}")
        return answer, answer.seconds or time.monotonic() - begin
