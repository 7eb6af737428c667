"""Whole gates on a library whose Git revisions are slower, or the same, or broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from gate.repositories import git
from languages.in_house import MANIFEST, lay_checkout, write
from languages.python.engine import FILES, NAME

from assay.cli.main import main

pytestmark = pytest.mark.slow

CODE = "engine/python/engine/__init__.py"
ENCODE = """
import json

def encode(record):
    for _ in range({times}):
        made = json.dumps(record).encode()
    return made{rest}
"""
ADAPTER = FILES[f"contestants/{NAME}/adapter.py"].replace("engine.WORD", "engine.encode(record)")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        **FILES,
        f"contestants/{NAME}/contestant.toml": MANIFEST.format(path="engine/python"),
        f"contestants/{NAME}/adapter.py": ADAPTER,
    }
    root = lay_checkout(tmp_path / "checkout", monkeypatch, files)
    git(root, "init", "--quiet")
    for name, times, rest in (("good", 1, ""), ("slow", 10, ""), ("broken", 1, "[:-1]")):
        write(root, {CODE: ENCODE.format(times=times, rest=rest)})
        git(root, "add", ".")
        git(root, "commit", "--quiet", "-m", name)
        git(root, "tag", name)
    monkeypatch.chdir(tmp_path)
    return root


Gate = Callable[..., tuple[int, str]]


@pytest.fixture
def gate(checkout: Path, capsys: pytest.CaptureFixture[str]) -> Gate:
    def run(old: str, new: str, *more: str) -> tuple[int, str]:
        words = ["gate", "--contestant", NAME, "--old", old, "--new", new, "--repository", str(checkout)]
        options = ["--inside", "engine/python", "--workload", "person", "--records", "200", "--blocks", "3", "--quiet"]
        code = main([*words, *options, "--output", "gate.json", *more])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def test_ten_times_the_work_fails_in_two_runs(gate: Gate) -> None:
    code, out = gate("good", "slow", "--summary", "summary.md")
    assert code == 1 and "FAIL" in out and "slower" in out
    assert Path("summary.md").read_text().startswith("# python/engine: slow beside good: FAIL")
    assert json.loads(Path("gate-again.json").read_text())["state"] == "finished"


def test_a_tenth_of_the_work_passes(gate: Gate) -> None:
    code, out = gate("slow", "good", "--to", "json")
    found = json.loads(out)
    assert code == 0 and found["title"] == "python/engine: good beside slow: pass"
    assert {row["verdict"] for row in found["sections"][0]["rows"]} == {"faster"}
    assert found["sections"][-1]["notes"] == ["pass", "Results: gate.json"]


def test_a_library_that_does_not_do_its_work_fails(gate: Gate) -> None:
    code, out = gate("good", "broken")
    assert code == 1 and "python/engine-new" in out and "rule 2" in out


def test_an_old_one_that_does_not_work_is_bad_input(gate: Gate) -> None:
    code, out = gate("broken", "good")
    assert code == 2 and "no cell of python/engine-old has a number" in out


def test_the_document_of_a_gate_is_compared_like_any_other(gate: Gate, capsys: pytest.CaptureFixture[str]) -> None:
    gate("slow", "good")
    assert main(["compare", "gate.json", "--old", f"{NAME}-new", "--new", f"{NAME}-old"]) == 1
    assert "slower" in capsys.readouterr().out
