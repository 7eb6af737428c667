"""A sample is drawn evenly from all of a file, in its order, and is the same for the same seed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from intake.files import rows, written

from assay.data.intake.own import own_record_set
from assay.data.intake.taking import take

HELD = 60


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("sample"), "jsonl", rows(HELD))


@given(st.integers(1, 2 * HELD), st.integers(0, 2**32))
def test_a_sample_is_some_of_the_records_in_their_order(path: Path, maximum: int, seed: int) -> None:
    taken = take(path, maximum=maximum, seed=seed)
    numbers = [record["id"] for record in taken.records]
    assert taken.held == HELD and len(numbers) == min(maximum, HELD)
    assert numbers == sorted(set(numbers))
    assert taken.records == take(path, maximum=maximum, seed=seed).records


def test_every_record_is_as_likely_as_any_other(path: Path) -> None:
    seeds = 400
    drawn = Counter(record["id"] for seed in range(seeds) for record in take(path, maximum=6, seed=seed).records)
    mean = seeds * 6 / HELD
    chi_square = sum((drawn[number] - mean) ** 2 / mean for number in range(HELD))
    assert chi_square < 99.6  # 59 degrees of freedom: beyond it once in a thousand


def test_the_schema_is_that_of_all_records(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text('{"a": 1}\n' * 500 + '{"a": "text", "b": 1}\n' + '{"a": 2}\n' * 500)
    taken = take(path, maximum=3, seed=1)
    assert [record for record in taken.records if record["a"] == "text"] == []
    assert '"b"' in taken.schema_text and "string" in taken.schema_text


def test_a_record_set_is_made_of_the_sample_again(path: Path) -> None:
    one, same, other = (own_record_set(path, None, 20, seed) for seed in (1, 1, 2))
    assert one.facts == same.facts and one.facts.digest != other.facts.digest
    assert (one.held, one.cut) == (HELD, True)
