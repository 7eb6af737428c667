"""What differs between machines and between programs, in words."""

from __future__ import annotations

from typing import Any

import pytest
from measure.replay import document

from assay.analysis.conditions import machine_differences, program_differences
from assay.results.document import Machine, RuntimeBuild
from assay.results.request import Settings

ONE = Machine(
    cpu="c", cores=4, memory_bytes=1 << 34, system="s", kernel="k", governor=None, virtual=None, python="3", tools={}
)


def other(**parts: Any) -> Machine:
    return ONE.model_copy(update=parts)


def test_alike_machines_are_of_one_kind() -> None:
    assert machine_differences(ONE, other()) == []
    assert machine_differences(ONE, other(memory_bytes=(1 << 34) - (1 << 20))) == []


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"cpu": "d"}, "cpu: c and d"),
        ({"cores": 8}, "cores: 4 and 8"),
        ({"kernel": "l"}, "kernel: k and l"),
        ({"governor": "powersave"}, "governor: None and powersave"),
        ({"memory_bytes": 1 << 33}, "memory_bytes: 17179869184 and 8589934592"),
        ({"tools": {"cargo": "1.90"}}, "cargo of the machine: none and 1.90"),
    ],
)
def test_what_differs_is_named(parts: dict[str, Any], words: str) -> None:
    assert machine_differences(ONE, other(**parts)) == [words]


def test_other_builds_are_program_differences(settings: Settings) -> None:
    one, two = (document(settings, ["x/a", "x/b"]) for _ in range(2))
    assert program_differences(one, two) == []
    two.contestants[1].status = "missing"
    two.workloads[0].digest = "e"
    assert program_differences(one, two) == ["x/b, status: ready and missing", "records of w"]


def test_runtimes_built_in_another_way_are_program_differences(settings: Settings) -> None:
    one, two = (document(settings, ["x/a", "x/b"]) for _ in range(2))
    one.contestants[0].runtime_build = RuntimeBuild(how="with LTO")
    assert program_differences(one, two) == []  # an older document does not tell
    two.contestants[0].runtime_build = RuntimeBuild(how="without LTO")
    assert program_differences(one, two) == ["x/a, how its runtime was built"]
