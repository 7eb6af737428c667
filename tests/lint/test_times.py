"""What the tests' workflow publishes of their times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import times

XML = """<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="1" skipped="2" tests="4" time="61.7">
<testcase classname="tests.cli.test_a" name="test_one[a|b]" time="40.25"/>
<testcase classname="tests.cli.test_a" name="test_two" time="1.5"><failure message="no">no</failure></testcase>
<testcase classname="tests.stats.test_b" name="test_three" time="50.0"/>
<testcase classname="tests.stats.test_b" name="test_four" time="0.001"><skipped>why</skipped></testcase>
</testsuite></testsuites>
"""


def test_the_whole_time_folders_and_the_slowest_tests() -> None:
    lines = times.report(XML).splitlines()
    assert lines[0] == "### 4 tests, 1 failures, 0 errors, 2 skipped in 62 s"
    assert lines[4:6] == ["| stats | 2 | 50.0 |", "| cli | 2 | 41.8 |"]
    assert [line.split("`")[1] for line in lines if "`" in line] == [
        "tests.stats.test_b test_three",
        "tests.cli.test_a test_one[a¦b]",  # a | would end the cell
        "tests.cli.test_a test_two",
        "tests.stats.test_b test_four",
    ]


@pytest.mark.parametrize("text", [None, "", "<a", "<a/>"])
def test_a_run_that_left_no_times_is_said_in_a_line(
    text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tests.xml"
    if text is not None:
        path.write_text(text)
    assert times.main(str(path)) == 1
    assert capsys.readouterr().out.startswith("No times: ")


def test_what_pytest_writes_is_read(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it(): pass\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--junitxml=tests.xml", "test_it.py"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert "`test_it test_it`" in times.report((tmp_path / "tests.xml").read_text())
