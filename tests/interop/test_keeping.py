"""The matrix of a run is kept in its document, and in the reports of it."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import pytest
from asking import asked
from report.printed import printed

from assay.analysis.figures import analyse
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.cli.main import main
from assay.measure import run as runs
from assay.results import store, writing
from assay.results.request import Settings

pytestmark = pytest.mark.slow


@pytest.fixture
def path(settings: Settings, tmp_path: Path) -> Path:
    """The document of a run of two contestants."""
    path = tmp_path / "run.json"
    request = asked(settings, contestants=["fastavro", "avsc"], workloads=["person"], records=[50])
    runs.run(catalog.load(), request, path, Progress(quiet=True))
    return path


def test_the_document_and_its_reports_have_the_matrix(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--matrix", "--into", str(path), "--quiet"]) == 0
    assert "written by" in capsys.readouterr().out
    document = store.read(path)
    (exchange,) = document.exchanges
    names = {"python/fastavro", "node/avsc"}
    assert {(pair.writer, pair.reader) for pair in exchange.pairs} == {(a, b) for a in names for b in names}
    page = printed(analyse(document), "html")
    data = re.search(r'id="data"[^>]*>([^<]+)<', page if isinstance(page, str) else page.decode())
    assert data is not None
    for text in (printed(analyse(document), "markdown"), zlib.decompress(base64.b64decode(data[1])).decode()):
        assert "finds every record of the writer" in text


def test_a_run_of_other_versions_is_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = store.read(path)
    document.contestant("node/avsc").version = "0.1"
    writing.write(document, path)
    before = path.read_bytes()
    assert main(["verify", "--matrix", "--into", str(path), "--quiet"]) == 2
    assert "node/avsc was 0.1" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("words", [["--into", "x.json"], ["--matrix", "--into", "x.json"]])
def test_misuse_is_one_line(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_selection_beside_it_is_misuse(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--matrix", "--into", str(path), "--workload", "person"]) == 2
    assert "leave out SUITE and filters" in capsys.readouterr().err
