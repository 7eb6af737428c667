"""The recommendation of a document of `assay try`, in sentences: each with the interval that justifies its word."""

from __future__ import annotations

import shlex
import statistics
from collections.abc import Iterator, Sequence

from assay.analysis.advice import (
    LEAST_LANGUAGES,
    OPERATION,
    READ,
    WRITE,
    Advice,
    Candidate,
    Choice,
    Question,
    Rival,
    advise,
)
from assay.analysis.figures import Analysis
from assay.analysis.lanes import is_deferred, lane, lane_of
from assay.base import words
from assay.base.tables import Section
from assay.results.document import Cell, Document
from assay.stats.verdict import blocks_to_decide

TITLE = "Recommendation"
QUESTIONS: tuple[Question, ...] = ("write", "read", "compromise")
HEADS: dict[Question, str] = {
    "write": "Fastest to write",
    "read": "Fastest to read",
    "compromise": "Best compromise",
    "any": "Best compromise in any format",
}
UNCONFIRMED = "exchange unconfirmed"  # of a format of several languages that no reference judged
MOST_NAMED = 4  # of those that are not told apart
# What is out of the ordinary in a lane, where a table has one word for it.
LANE_WORDS = {
    "reused": "keeps its buffers and writes each record into them before it copies it",
    "borrowed": "values that it reads point into the bytes, and end with them",
    "unchecked": "the library itself checks neither values nor bytes against the schema while it writes or reads",
    "converted": "the library has objects of its own, and converting from and to them is in its times",
}


def sections(analysis: Analysis) -> list[Section]:
    """Of all languages, of each, and what all of it rests on; none where the document is not of `assay try`."""
    if analysis.document.plan.request.trial is None:
        return []
    advice = advise(analysis.document)
    found = list(_late(analysis.document))
    scopes: list[str | None] = list(advice.languages)
    for scope in [None, *scopes] if len(scopes) > 1 else scopes:
        title = f"{TITLE}: {scope or 'all languages'}"
        found.append(Section(title, notes=list(sentences(advice, scope)), lead=True))
    notes = [*_grounds(advice), *without(analysis.document), *_next(advice)]
    return [*found, Section(f"{TITLE}: what it rests on", notes=notes, lead=True)]


def _late(document: Document) -> Iterator[Section]:
    """That contestants are missing since there was no time for them: it comes before any answer."""
    if late := without_time(document):
        title = f"Not in this answer: {len(late)} of {len(document.contestants)} contestants, for lack of time"
        note = (
            "Builds and proofs take the time; builds are kept. --finish builds and proves what is missing after the "
            "answer, and answers again."
        )
        yield Section(title, notes=[note], lead=True)


def without_time(document: Document) -> list[str]:
    """The contestants that could not be built or proved before the time was up."""
    cells = [cell for cell in document.cells if cell.status == "left-out" and ":" not in cell.reason]
    return sorted({cell.contestant for cell in cells if not cell.samples})


def sentences(advice: Advice, language: str | None = None) -> Iterator[str]:
    """The answers to what was cared for; to all questions, where nothing was named."""
    trial = advice.document.plan.request.trial
    care = trial.care if trial else None
    if care in (None, "size"):
        yield from _smallest(advice, language)
    for question in QUESTIONS:
        if care in (None, question) or question == "compromise":
            yield f"{HEADS[question]}: {_answer(advice, question, language)}"
    best = advice.choice("any", language)
    if best and advice.has_to_be_exchanged(language) and not advice.is_exchanged(best.first.facts.format):
        yield f"{HEADS['any']}: {_answer(advice, 'any', language)}"


def is_undecided(advice: Advice) -> bool:
    """Whether no candidate has a number, or all questions that have several candidates are undecided."""
    scopes: list[str | None] = [None, *advice.languages]
    asked = [advice.choice(question, scope) for scope in scopes for question in QUESTIONS]
    choices = [choice for choice in asked if choice is not None]
    standings = {choice.standing for choice in choices if choice.rivals}
    return not choices or standings == {"undecided"}


# --- sizes ------------------------------------------------------------------------------------------------------------


def _smallest(advice: Advice, language: str | None) -> Iterator[str]:
    able = [one for one in advice.smallest if language in (None, one.facts.language)]
    if not able:
        return
    text = f"Smallest: {_format_size(advice, able[0], able)}"
    if others := [one for one in able if one.facts.format != able[0].facts.format]:
        text += f"; next is {_apart(advice, others[0])} with {_bytes(_mean(others[0]))}"
    tightest = min(able, key=lambda one: one.sizes.zstd if one.sizes else 0)
    if tightest.sizes and language is None:
        whole = tightest.sizes.zstd / advice.document.workloads[0].records
        text += f". With zstd over all records: {_apart(advice, tightest)}, {_bytes(whole)} a record"
    yield f"{text}."


def _format_size(advice: Advice, first: Candidate, able: Sequence[Candidate]) -> str:
    alike = [one.name for one in able if (one.facts.format, _mean(one)) == (first.facts.format, _mean(first))]
    workload = advice.document.workloads[0]
    json = min((_mean(one) for one in advice.smallest if one.facts.format == "json"), default=None)
    text = json if json is not None else workload.json_bytes / workload.records
    share = "" if first.facts.format == "json" else f", {words.percent(_mean(first) / text)} of JSON"
    return f"{_apart(advice, first)}, {_bytes(_mean(first))} a record{share} ({_list(alike)})"


def _apart(advice: Advice, one: Candidate) -> str:
    """Its format, with the word for what it cannot be exchanged with in parentheses."""
    unread = _unread(advice, one)
    return f"{one.facts.format} ({unread})" if unread else one.facts.format


def _mean(one: Candidate) -> float:
    return one.sizes.mean if one.sizes else 0.0


def _bytes(number: float) -> str:
    return f"{number:,.1f} bytes".replace(".0 ", " ")


# --- times and compromises --------------------------------------------------------------------------------------------


def _answer(advice: Advice, question: Question, language: str | None) -> str:
    choice = advice.choice(question, language)
    if choice is None:
        some = question == "compromise" and advice.choice("any", language)
        return f"no candidate has a number{' in a format that the languages can exchange' if some else ''}."
    if choice.standing == "decided":
        reasons = _reasons(advice, choice, language, question)
        because = "".join(f", {reason}" for reason in reasons)
        return f"{_who(advice, choice.first, question)}{because}{_ahead(advice, choice, question)}."
    close = [_beside(advice, rival) for rival in choice.close]
    among = f"{_who(advice, choice.first, question)} and {_list(close)}"
    if choice.standing == "same":
        return f"{among}, are the same within {100 * advice.margin:g}%."
    return f"undecided between {among}{_more(advice, choice)}."


def _who(advice: Advice, one: Candidate, question: Question) -> str:
    facts = lane_of(one.facts, READ if question == "read" else WRITE)
    return f"{one.name} ({_format(advice, one)}; {lane(facts)})"


def _format(advice: Advice, one: Candidate) -> str:
    """Its format, with a word where others cannot read it: rkyv, rust alone."""
    return ", ".join(filter(None, (one.facts.format, _unread(advice, one))))


def _unread(advice: Advice, one: Candidate) -> str:
    """Why its format is not for exchange; empty where it is."""
    name = one.facts.format
    if advice.is_alone(name):
        return f"{one.facts.language} alone"
    if name in advice.unconfirmed:
        return UNCONFIRMED
    lacking = [language for language in advice.between if language not in advice.readers[name]]
    return f"not in {_list(lacking)}" if lacking else ""


def _beside(advice: Advice, rival: Rival) -> str:
    """A contestant that may be as good, with how much better the first looks."""
    by = words.ratio(rival.ahead) if rival.ahead else "never measured beside it"
    return f"{rival.candidate.name} ({_format(advice, rival.candidate)}), {by}"


def _ahead(advice: Advice, choice: Choice, question: Question) -> str:
    if not choice.rivals:
        return "; no other candidate has a number"
    nearest = choice.rivals[0]
    assert nearest.ahead is not None  # else it would not be decided
    as_good = "as fast as" if question in OPERATION else "as good as"
    other = nearest.candidate
    return f"; {words.ratio(nearest.ahead)} {as_good} {other.name} ({_format(advice, other)}), the next"


def _more(advice: Advice, choice: Choice) -> str:
    settings = advice.document.plan.settings
    intervals = [rival.ahead for rival in choice.close if rival.ahead]
    blocks = [blocks_to_decide(one, settings.margin, confidence=settings.confidence) for one in intervals]
    if not advice.document.blocks or None in blocks or len(intervals) < len(choice.close):
        return ""
    each = statistics.median(block.seconds for block in advice.document.blocks)
    return f"; {words.about(max(more or 0 for more in blocks) * each)} more would be likely to decide"


def _reasons(advice: Advice, choice: Choice, language: str | None, question: Question) -> Iterator[str]:
    """What the first takes; of a compromise, beside the best in each of the three."""
    one = choice.first
    if question in OPERATION:
        operation = READ if question == "read" else WRITE
        yield f"{words.nanoseconds(advice.time(one, operation))} a record"
        return
    if not choice.rivals:
        return
    able = advice.whole(language)
    for operation, verb in ((WRITE, "write"), (READ, "read")):
        share = advice.time(one, operation) / min(advice.time(other, operation) for other in able)
        yield _beside_best(share, f"the fastest to {verb}", "the time of")
    yield _beside_best(advice.size(one) / min(map(advice.size, able)), "the smallest", "the size of")


def _beside_best(share: float, best: str, of: str) -> str:
    if share == 1:
        return best
    return f"within 1% of {best}" if share < 1.01 else f"{words.times(share)} {of} {best}"


# --- what it rests on -------------------------------------------------------------------------------------------------


def _grounds(advice: Advice) -> Iterator[str]:
    """What was recommended, how it is used, and what the words for that mean."""
    named = _recommended(advice)
    for one in named:
        yield f"{one.name}, {one.facts.library} {one.facts.shown_version}: {one.facts.description}"
    used = {word for one in named for word in lane(one.facts.lane).split(", ")}
    if meant := [f"{word}: {text}" for word, text in LANE_WORDS.items() if word in used]:
        yield f"Lanes differ: {'; '.join(meant)}."
    weighed = advice.weights
    yield (
        "A compromise is weighed by the geometric mean of relative times to write, times to read and sizes, with the "
        f"weights {words.three(weighed.write)}, {words.three(weighed.read)} and {words.three(weighed.size)}. "
        "Sizes are counted, so they have no interval."
    )
    if deferred := [c.contestant for c in advice.document.cells if is_deferred(c) and not c.control]:
        yield f"Not ranked to read, since they leave work to the first reading of what they decode: {_list(deferred)}."
    if advice.unconfirmed:
        formats = ", ".join(sorted(advice.unconfirmed))
        yield f"Judged by their own library only, since no reference reads them, and so not exchanged here: {formats}."
    if advice.has_to_be_exchanged(None):
        able = _list(advice.between) if advice.between else f"at least {LEAST_LANGUAGES} languages"
        formats = ", ".join(sorted({c.facts.format for c in advice.candidates if advice.is_exchanged(c.facts.format)}))
        asking = "" if advice.between else " --between java,python, for example, asks for these languages."
        yield f"The best compromise is sought among formats that {able} can exchange: {formats or 'none'}.{asking}"


def without(document: Document) -> Iterator[str]:
    """Who has no number, and why; one line for each reason."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for cell in document.cells:
        if cell.status in ("measured", "planned") or cell.control or cell.harness:
            continue
        names = reasons.setdefault((cell.status, _reason(cell)), [])
        if cell.contestant not in names:
            names.append(cell.contestant)
    order = ["unsupported", "unverified", "failed", "unstable", "left-out", "missing"]
    for (status, reason), names in sorted(reasons.items(), key=lambda one: (order.index(one[0][0]), one[0][1])):
        yield f"{status.capitalize().replace('-', ' ')}: {', '.join(sorted(names))}: {reason}."


def _reason(cell: Cell) -> str:
    """Without what is different from cell to cell, after a colon, of those that were left out."""
    reason = cell.reason.partition(":")[0] if cell.status == "left-out" else cell.reason
    return reason.rstrip(".")


def _next(advice: Advice) -> Iterator[str]:
    """How to go on with what had no time, and with what may still be the best."""
    if without_time(advice.document):
        yield "For those that no time was left for: the same command again, since builds are kept; or more of --budget."
    if names := [one.name for one in _recommended(advice)]:
        yield f"To measure these for longer: {command(advice.document, names)}"


def _recommended(advice: Advice) -> list[Candidate]:
    """Who is the best at something in a language, or may be."""
    found = {
        one.name: one
        for scope in advice.languages
        for question in QUESTIONS
        if (choice := advice.choice(question, scope))
        for one in (choice.first, *(rival.candidate for rival in choice.close))
    }
    return [found[name] for name in sorted(found)]


def command(document: Document, names: Sequence[str]) -> str:
    """For a shell, in the folder of the data: it measures the same records."""
    request, workload = document.plan.request, document.workloads[0]
    words_ = ["./assay", "run", "--data", workload.data or workload.name]
    if request.data_schema is not None:
        words_ += ["--schema", request.data_schema.name]
    words_ += ["--at", request.data_at] if request.data_at else []
    words_ += ["--records", str(workload.records), "--seed", str(request.seed), "--operation", f"{WRITE},{READ}"]
    words_ += ["--contestant", ",".join(names), "--across-lanes", "--thorough"]
    return shlex.join(words_)


def _list(names: Sequence[str]) -> str:
    shown = list(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        shown.append(f"{len(names) - MOST_NAMED} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
