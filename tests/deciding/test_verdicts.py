"""What each tool's words mean: on texts as the tools print them, with made numbers."""

from __future__ import annotations

import math

import pytest

from assay.base.errors import AssayError
from assay.results.deciding import Verdict, judged
from studies.deciding.tools import criterion, hyperfine, jmh, mitata, pyperf
from studies.deciding.tools.table import TOOLS, named

CRITERION = """encode                  time:   [210.50 µs 212.10 µs 214.00 µs]
                        change: [{low} {middle} {high}] (p = {p} 0.05)
                        {said}
Found 3 outliers among 100 measurements (3.00%)
"""


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("Performance has regressed.", "slower"),
        ("Performance has improved.", "faster"),
        ("No change in performance detected.", "same"),
        ("Change within noise threshold.", "same"),
    ],
)
def test_criterion_says_it_in_words(said: str, verdict: Verdict) -> None:
    text = CRITERION.format(low="+0.2%", middle="+0.4%", high="+0.6%", p="0.00 <", said=said)
    found = criterion.answer(text)
    assert found.verdict == verdict
    assert found.said == f"[+0.2% +0.4% +0.6%] (p = 0.00 < 0.05) {said}"


@pytest.mark.parametrize(
    ("variant", "verdict"),
    [((111, 120), "slower"), ((80, 89), "faster"), ((109, 120), "same"), ((95, 105), "same"), ((80, 130), "same")],
)
def test_jmh_tells_apart_what_does_not_overlap(variant: tuple[float, float], verdict: Verdict) -> None:
    assert jmh.answer((90, 110), variant).verdict == verdict


def test_jmh_without_an_error_says_nothing() -> None:
    assert jmh.answer((90, 110), (math.nan, math.nan)).verdict == "undecided"


def test_pyperf_shows_what_is_significant() -> None:
    shown = "Mean +- std dev: [reference] 5.18 ms +- 1.38 ms -> [variant] 5.98 ms +- 1.44 ms: 1.15x {}\n"
    assert pyperf.answer(shown.format("slower")).verdict == "slower"
    assert pyperf.answer(shown.format("faster")).verdict == "faster"
    assert pyperf.answer("Benchmark hidden because not significant (1): pass\n").verdict == "same"


@pytest.mark.parametrize(
    ("first", "ratio", "verdict"),
    [
        ("reference", "1.25 ± 0.04", "slower"),
        ("variant", "1.25 ± 0.04", "faster"),
        ("reference", "1.05 ± 0.04", "slower"),
        ("reference", "1.04 ± 0.04", "same"),
        ("variant", "1.00 ± 0.20", "same"),
    ],
)
@pytest.mark.parametrize("quote", ["'", ""])  # 1.15 has them, later versions do not
def test_hyperfine_tells_apart_what_lies_beyond_a_deviation(
    first: str, ratio: str, verdict: Verdict, quote: str
) -> None:
    other = "variant" if first == "reference" else "reference"
    text = f"Summary\n  {quote}{first}{quote} ran\n    {ratio} times faster than {quote}{other}{quote}\n"
    assert hyperfine.answer(text).verdict == verdict


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("reference\n   1.04x faster than variant", "slower"),
        ("variant\n   1.2x faster than reference", "faster"),
        ("reference\n   1x faster than variant", "same"),
        ("reference\n   1.1x slower than variant", "faster"),
    ],
)
def test_mitata_has_a_ratio_of_two_digits(lines: str, verdict: Verdict) -> None:
    assert mitata.answer(f"reference  1.2 ms/iter\n\nsummary\n  {lines}\n").verdict == verdict


@pytest.mark.parametrize("tool", [criterion, pyperf, hyperfine, mitata])
def test_a_tool_that_compared_nothing_has_no_verdict(tool: object) -> None:
    with pytest.raises(AssayError, match="compared nothing"):
        tool.answer("")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("verdict", "extra", "judgement"),
    [
        ("same", 0, "right"),
        ("slower", 0, "wrong"),
        ("faster", 0, "wrong"),
        ("same", 2, "right"),
        ("slower", 2, "finer"),
        ("faster", 2, "wrong"),
        ("same", 5, "wrong"),
        ("slower", 5, "right"),
        ("faster", 25, "wrong"),
        ("undecided", 0, "undecided"),
        ("undecided", 25, "undecided"),
    ],
)
def test_what_a_verdict_is_worth(verdict: Verdict, extra: int, judgement: str) -> None:
    assert judged(verdict, extra, 0.03) == judgement


def test_a_smaller_margin_makes_another_truth() -> None:
    assert judged("same", 2, 0.01) == "wrong"
    assert judged("slower", 2, 0.01) == "right"


def test_tools_are_found_by_their_names() -> None:
    assert [named(tool.name.upper()) for tool in TOOLS] == list(TOOLS)
    with pytest.raises(AssayError, match='did you mean "Criterion"'):
        named("criterium")
