"""Commands that the documentation shows are understood: options, values and names. What they print is what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.examples import Example, found, problem
from markdown_it import MarkdownIt

from assay.base.checkout import CHECKOUT
from assay.catalog.catalog import Catalog
from studies.simulations import agreement

PAGES = [
    *CHECKOUT.glob("*.md"),
    *(page for place in (".github", "docs", "kits") for page in (CHECKOUT / place).rglob("*.md")),
]
EXAMPLES = [
    (page.relative_to(CHECKOUT), one) for page in sorted(PAGES) for one in found(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(
    ("page", "example"), EXAMPLES, ids=[f"{page}:{one.line} {one.text.split()[0]}" for page, one in EXAMPLES]
)
def test_a_command_of_the_documentation_is_understood(page: Path, example: Example, known: Catalog) -> None:
    assert not problem(example, known), f"{page}:{example.line}: assay {example.text}"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("./assay runs", 'unknown command "runs"'),
        ("./assay run --quik", "--quik"),
        ("./assay run --until finished", "finished"),
        ("./assay run --budget long", "long"),
        ("./assay run stores --workload persons", 'unknown workload "persons"'),
        (
            "./assay run --workload person \\\n    --contestant python/fastavros",
            'unknown contestant "python/fastavros"',
        ),
        ("./assay verify store > verified.txt", 'unknown suite "store"'),
        ("./assay compare --threshold 5% # what has become slower", "Missing argument"),
        ("assay run [SUITE] [--quik]", "--quik"),
    ],
)
def test_a_wrong_one_is_found(code: str, reason: str, known: Catalog) -> None:
    (example,) = found(f"```\n{code}\n```\n")
    assert reason in problem(example, known)


@pytest.mark.parametrize(
    "code",
    [
        "./assay run stores --contestant NAME,rust/NAME",
        "ASSAY_CATALOG=mine ./assay run --contestant mylib,fastavro",
        "./assay schema > schema.json",
        "assay report FILE [--to svg|png]",
    ],
)
def test_placeholders_and_what_the_shell_does_are_no_fault(code: str, known: Catalog) -> None:
    (example,) = found(f"    {code}\n")
    assert not problem(example, known)


def shown(page: str) -> list[str]:
    """The blocks of a page that show what studies/simulations/agreement.py printed."""
    blocks = [token.content for token in MarkdownIt("commonmark").parse(page) if token.type == "fence"]
    return [block for block in blocks if "comparisons agree within their intervals" in block]


NOISE = shown((CHECKOUT / "docs" / "benchmarks" / "noise.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("block", NOISE)
def test_how_far_runs_agree_is_what_the_script_prints(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = re.findall(r"^([\w-]+): half", block, re.MULTILINE)
    agreement.main(*(str(CHECKOUT / "results" / f"{name}.json") for name in (first, second)))
    # The page leaves out which ones do not agree.
    assert block.splitlines() == [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]


def test_there_are_such_blocks() -> None:
    assert NOISE
