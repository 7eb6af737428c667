"""In which order contestants are built and proved, so that little time is enough to see some of everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from assay.catalog.catalog import Contestant

SLOW = 4  # builds of interpreted languages in the time of one by a compiler that optimizes


def spread(
    contestants: Sequence[Contestant], is_there: Callable[[Contestant], bool], is_slow: Callable[[Contestant], bool]
) -> list[Contestant]:
    """Who needs no build first; then always one of the language that had least time, of its format with fewest.

    What is slow to build counts as `SLOW` others, so that no language waits for the compilers of another. How a
    contestant holds records counts, too, so that generated code, which is built for the schema, is not left to the
    end. Among equals the order is that given.
    """
    there = [one for one in contestants if is_there(one)]
    waiting = [one for one in contestants if one not in there]
    ordered: list[Contestant] = []
    pairs: Counter[tuple[str, str]] = Counter()
    languages: Counter[str] = Counter()
    formats: Counter[str] = Counter()
    lanes: Counter[tuple[str, str]] = Counter()

    def need(one: Contestant) -> tuple[int, int, int, int]:
        language, format_ = one.language, one.manifest.format
        typing = one.manifest.lane.typing
        return languages[language], pairs[language, format_], lanes[language, typing], formats[format_]

    for group in (there, waiting):
        left = list(group)
        while left:
            one = min(left, key=need)
            left.remove(one)
            ordered.append(one)
            pairs[one.language, one.manifest.format] += 1
            languages[one.language] += SLOW if group is waiting and is_slow(one) else 1
            lanes[one.language, one.manifest.lane.typing] += 1
            formats[one.manifest.format] += 1
    return ordered
