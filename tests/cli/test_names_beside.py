"""What a command writes beside its document destroys nothing: such names are refused before anything is measured."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from asking import asked
from report.measured import measured

from assay.analysis.figures import analyse
from assay.base import cache
from assay.base.errors import AssayError
from assay.base.files import check_regular, cut, is_folder, is_there
from assay.cli.main import main
from assay.cli.run import default_output
from assay.measure import run as runs
from assay.measure.selection import files
from assay.report import exporters
from assay.results import store, writing
from assay.results.request import Settings

OWN = ["--data", "good.jsonl"]
GATE = ["gate", "--contestant", "fastavro", "--old", "==1.12.1", "--new", "==1.12.0"]
CONFORM = ["conform", "--contestant", "python/fastavro"]
LONG = "a" * 250
TOO_LONG = "a" * 300


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Path:
    """The working folder: with data, a document with its report, and notes of the user's."""
    monkeypatch.chdir(tmp_path)
    Path("good.jsonl").write_text('{"a": 1}\n{"a": 2}\n')
    for name in ("notes.md", "notes.files", "notes.html"):
        Path(name).write_text("mine\n")
    Path("mine-again.json").write_text("{}")
    Path("folder.files").mkdir()
    for name in ("known.json", "known.html", "known.md"):
        writing.write(measured(settings), Path(name))
    return tmp_path


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1, captured.err
    return captured.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "--output", "out.md"], "out.md: .md is for a file beside it"),
        (["run", "--resume", "known.md"], "known.md: .md is for a file beside it"),
        (["run", "--output", "notes.json"], "notes.md: would be replaced by a file that goes with notes.json"),
        (["run", *OWN, "--output", "notes.txt"], "notes.md: would be replaced"),
        (["run", *OWN, "--output", "r.files"], "r.files: .files is for a file beside it"),
        (["run", *OWN, "--output", "folder.json"], "folder.files: cannot write"),
        (["try", "good.jsonl", "--output", "out.md"], "out.md: .md is for a file beside it"),
        (["try", "good.jsonl", "--output", "folder.json"], "folder.files: cannot write"),
        ([*GATE, "--to", "html", "--output", "g.html"], "g.html: .html is for a file beside it"),
        ([*GATE, "--to", "html", "--output", "notes.json"], "notes.html: would be replaced"),
        ([*GATE, "--output", "mine.json"], "mine-again.json: there is a file that is no results document"),
        ([*CONFORM, "--to", "html", "--output", "c.html"], "c.html: .html is for a file beside it"),
        (["report", "known.html", "--to", "html"], "known.html: .html is for a file beside it"),
        (["profile", "python/json", "--output", "p.svg"], "p.svg: .svg is for a file beside the page"),
        (["run", "--output", f"{LONG}.json"], "File name too long"),
        (["run", "--output", f"{TOO_LONG}.json"], "File name too long"),
        (["run", "--data", TOO_LONG], "there is no such file"),
        (["try", TOO_LONG], "there is no such file"),
        (["report", TOO_LONG], "File name too long"),
        (["check", TOO_LONG], "File name too long"),
        (["query", "select 1", TOO_LONG], "File name too long"),
        (["compare", TOO_LONG, "known.json"], "File name too long"),
        (["history", "known.json", TOO_LONG], "neither a file or folder nor part of a cell"),
        (["import", TOO_LONG], "File name too long"),
        ([*CONFORM, "--rows", TOO_LONG], "there are no rows"),
        ([*GATE[:-1], TOO_LONG], "is not a folder, an archive, a release"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_names_that_would_destroy_or_cannot_be(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    assert words in fails(capsys, *arguments)
    assert {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before


def test_a_report_replaces_the_one_beside_a_document() -> None:
    Path("r.md").write_text("an earlier report\n")
    with pytest.raises(AssayError, match=r"r\.md: would be replaced by a file that goes with r\.json"):
        exporters.check("markdown", Path("r.json"))
    Path("known.json").rename("r.json")
    assert exporters.check("markdown", Path("r.json")) == Path("r.md")
    Path("empty.md").touch()
    assert exporters.check("markdown", Path("empty.json")) == Path("empty.md")


def test_a_report_whose_document_is_gone_is_replaced() -> None:
    page = exporters.write("markdown", analyse(store.read(Path("known.json"))), Path("left.json"))
    assert exporters.check("markdown", Path("left.json")) == page


def test_only_what_was_remembered_is_forgotten(settings: Settings) -> None:
    without, own = asked(settings), asked(settings, data=Path("good.jsonl"))
    files.remember(without, Path("notes.json"))
    files.forget(without, Path("notes.json"))
    files.forget(own, Path("notes.json"))
    with pytest.raises(AssayError, match=r"notes\.files: would be replaced"):
        files.remember(own, Path("notes.json"))
    assert Path("notes.files").read_text() == "mine\n"
    files.remember(own, Path("r.json"))
    files.remember(own, Path("r.json"))
    assert json.loads(Path("r.files").read_text()) == {"data": str(Path("good.jsonl").resolve())}
    files.forget(own, Path("r.json"))
    assert not Path("r.files").exists()


def test_a_file_with_a_long_name_has_a_document_of_its_own_name() -> None:
    stem = "é" * 124
    output = default_output(None, Path(f"{stem}.json"))
    assert stem.startswith(output.stem.rpartition("-")[2])
    for path in (output, output.with_name(f"{output.stem}-screening.json")):
        store.check_replaceable(path)
    assert cut("short") == "short"
    assert cut("aé" * 3, 4) == "aéa" and len(os.fsencode(cut(stem))) == 180


def test_folders_of_the_cache_have_names_that_can_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    one, other = (cache.make_folder("data", f"{LONG}-{key}", lambda folder: None) for key in "ab")
    assert one != other and cache.is_made("data", f"{LONG}-a") and not cache.is_made("data", f"{LONG}-c")
    assert cache.make_folder("data", "short-a", lambda folder: None).name == "short-a"


def test_a_closed_folder_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As root no folder is closed, so the system's answer is planted."""
    whole = Path.stat

    def closed(self: Path, **options: bool) -> os.stat_result:
        if "closed" in self.parts:
            raise PermissionError(13, "Permission denied")
        return whole(self, **options)

    monkeypatch.setattr(Path, "stat", closed)
    for look in (check_regular, is_there, is_folder):
        with pytest.raises(AssayError, match="closed/r: cannot be looked at: Permission denied"):
            look(Path("closed/r"))
    for words in (
        ["run", "--output"], ["run", "--data"], ["try"], ["report"], ["query", "select 1"], ["history"],
        ["check"], ["compare", "known.json"], ["import"],
    ):  # fmt: skip
        assert "closed/r.json" in fails(capsys, *words, "closed/r.json")


@pytest.mark.slow
def test_a_run_on_a_file_with_a_long_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(runs, "announce", lambda *_: None)
    data = Path(f"{LONG[:-6]}.jsonl").absolute()
    Path("good.jsonl").rename(data)
    assert main(["run", "--data", str(data), "--contestant", "python/json", "--blocks", "2", "--quiet"]) == 0
    (document,) = Path("assay-results").glob("*.json")
    assert store.read(document).workloads[0].data == data.name
    assert sorted(path.suffix for path in Path("assay-results").iterdir()) == [".json", ".md"]
