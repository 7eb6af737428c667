"""`assay compare --confirm`: what looked slower is measured again, on real processes."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked
from report.changing import slowed

from assay.base.progress import Progress
from assay.catalog import catalog
from assay.cli.main import main
from assay.measure import run as runs
from assay.results import store, writing
from assay.results.request import Settings

pytestmark = pytest.mark.slow

BASELINE, OTHER = "python/fastavro", "python/avro"


@pytest.fixture
def run(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The document of a run of two contestants in Python, which nothing has to be compiled for."""
    monkeypatch.delenv("ASSAY_UNOPTIMIZED")
    path = tmp_path / "run.json"
    request = asked(
        settings.model_copy(update={"blocks": 3, "rounds": 15}),
        contestants=[BASELINE, OTHER],
        baseline=BASELINE,
        workloads=["person"],
        operations=["encode"],
        records=[50],
    )
    runs.run(catalog.load(), request, path, Progress(quiet=True))
    return path


def changed(run: Path, factor: float) -> str:
    path = run.with_name("changed.json")
    writing.write(slowed(store.read(run), OTHER, factor), path)
    return str(path)


def test_what_was_slow_by_chance_is_not_slow_twice(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = changed(run, 20)
    assert main(["compare", str(run), new]) == 1
    assert main(["compare", str(run), new, "--confirm"]) in (0, 3)
    assert "slower" not in capsys.readouterr().out.rpartition("1 cell:")[2].partition("\n")[0]
    assert store.read(run.with_name("changed-again.json")).state == "finished"


def test_what_is_slow_is_slow_twice(run: Path) -> None:
    assert main(["compare", changed(run, 0.05), str(run), "--confirm"]) == 1


def test_another_version_cannot_be_confirmed(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = slowed(store.read(run), OTHER, 20)
    document.contestant(OTHER).version = "0.1"
    path = run.with_name("other.json")
    writing.write(document, path)
    assert main(["compare", str(run), str(path), "--confirm"]) == 2
    assert "cannot be confirmed here" in capsys.readouterr().err
