"""What a newcomer does, a fresh copy, a path with spaces, another folder, a link; then again."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import endless
import pytest

from assay.base.checkout import CHECKOUT

pytestmark = pytest.mark.slow

ONE_OF_EACH = "python/fastavro,node/avsc,java/avro-generic,rust/serde_avro_fast"
BRIEFLY = ["--warmup", "0.01s", "--batches", "4", "--batch-time", "0.001s"]  # all but the first run


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout without what is not tracked, in a folder with spaces, and a link to its launcher."""
    place = tmp_path_factory.mktemp("new comer")
    made = ("target", "node_modules", "corpus", "artifacts", "assay-results")
    ignore = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__", *made)
    shutil.copytree(CHECKOUT, place / "the checkout", ignore=ignore)
    (place / "before").write_text("\n".join(files(place / "the checkout")))
    (place / "link").symlink_to(place / "the checkout" / "assay")
    return place


def files(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


def assay(place: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "ASSAY_CATALOG")}
    environment |= {"ASSAY_CACHE": str(place / "the cache"), **variables}
    return subprocess.run(
        [place / "link", *arguments], capture_output=True, text=True, cwd=place, env=environment, check=False
    )


@pytest.fixture(scope="module")
def first(fresh: Path) -> subprocess.CompletedProcess[str]:
    return assay(
        fresh, "run", "--contestant", ONE_OF_EACH, "--records", "200", "--blocks", "2", "--output", "out/first run.json"
    )


def test_the_first_run_sets_up_builds_and_measures(fresh: Path, first: subprocess.CompletedProcess[str]) -> None:
    assert first.returncode == 0, first.stderr
    assert "setting up" in first.stderr
    for name in ONE_OF_EACH.split(","):
        assert f"{name}: built" in first.stderr
        assert name in first.stdout
    document = json.loads((fresh / "out" / "first run.json").read_text())
    assert document["state"] == "finished" and len(document["blocks"]) == 2
    report = (fresh / "out" / "first run.md").read_text()
    assert "## person encode, 200 records" in report and "## person decode, 200 records" in report


def test_the_second_run_does_nothing_again(fresh: Path, first: subprocess.CompletedProcess[str]) -> None:
    again = assay(fresh, "run", "--contestant", ONE_OF_EACH, "--records", "200", "--blocks", "1", *BRIEFLY)
    assert again.returncode == 0, again.stderr
    assert "setting up" not in again.stderr
    assert ": built" not in again.stderr
    assert "one block: no interval" in again.stdout
    assert len(list((fresh / "assay-results").glob("*-avro-languages.json"))) == 1


def test_a_report_is_printed_again(fresh: Path, first: subprocess.CompletedProcess[str]) -> None:
    again = assay(fresh, "report", "out/first run.json")
    assert again.stdout.strip() in first.stdout
    markdown = assay(fresh, "report", "--to", "markdown", "out/first run.json")
    assert markdown.stdout == (fresh / "out" / "first run.md").read_text()


def test_nothing_is_written_into_the_checkout(fresh: Path, first: subprocess.CompletedProcess[str]) -> None:
    passed_over = {"__pycache__", ".venv", ".venv.lock"}
    after = [path for path in files(fresh / "the checkout") if passed_over.isdisjoint(Path(path).parts)]
    assert "\n".join(after) == (fresh / "before").read_text()


@pytest.mark.parametrize("how", endless.INTERRUPTS)
def test_an_interrupted_run_keeps_what_was_measured_and_resume_goes_on(
    fresh: Path, first: subprocess.CompletedProcess[str], how: signal.Signals
) -> None:
    environment = os.environ | {"ASSAY_CACHE": str(fresh / "the cache")}
    arguments = ["run", "--contestant", "fastavro", "--records", "200", "--blocks", endless.BLOCKS, *BRIEFLY]
    arguments += ["--output", "stopped.json"]
    (fresh / "stopped.json").unlink(missing_ok=True)
    with subprocess.Popen(
        [fresh / "link", *arguments],
        cwd=fresh,
        env=environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=endless.heed_interrupts,  # noqa: PLW1509
    ) as running:
        assert running.stderr is not None
        for line in running.stderr:
            if "block 1:" in line:
                running.send_signal(how)
                break
        rest = running.stderr.read()
    assert running.returncode == 130
    assert "continue with: assay run --resume 'stopped.json'" in rest
    assert "Traceback" not in rest
    assert not [process for process in processes() if str(fresh / "the cache") in process]
    document = json.loads((fresh / "stopped.json").read_text())
    assert document["state"] == "interrupted" and document["blocks"]

    blocks = endless.end_after(fresh / "stopped.json", more=1)
    resumed = assay(fresh, "run", "--resume", "stopped.json")
    assert resumed.returncode == 0, resumed.stderr
    document = json.loads((fresh / "stopped.json").read_text())
    assert document["state"] == "finished" and len(document["blocks"]) == blocks
    assert assay(fresh, "run", "--resume", "stopped.json").returncode == 2


def processes() -> Iterator[str]:
    """The command of every process that runs."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield (folder / "cmdline").read_text(errors="replace")


def test_doctor_and_list_say_what_there_is(fresh: Path, first: subprocess.CompletedProcess[str]) -> None:
    doctor = assay(fresh, "doctor")
    assert doctor.returncode == 0
    assert "can be built" in doctor.stdout and "cargo" in doctor.stdout
    listing = assay(fresh, "list").stdout
    assert "python/fastavro" in listing and "person" in listing and "avro-languages" in listing


def test_commands_that_need_them_not_import_no_heavy_libraries() -> None:
    """Start-up stays quick as long as this holds."""
    code = (
        "import sys; from assay.cli.main import main; main(['--help']);"
        "heavy = {'numpy', 'scipy', 'fastavro', 'avro', 'rich', 'cpuinfo', 'psutil'} & set(sys.modules);"
        "main(['list']); heavy |= {'numpy', 'scipy', 'fastavro', 'avro', 'cpuinfo', 'psutil'} & set(sys.modules);"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT / "lab")},
        check=False,
    )
    assert done.returncode == 0, done.stderr
