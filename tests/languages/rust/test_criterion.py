"""A contestant's package with Criterion: pinned by its own lock and Criterion's, and by nothing else."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from assay.base.checkout import CHECKOUT
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import build_one
from assay.catalog.catalog import Catalog
from assay.data.workload import record_set
from assay.languages.rust import criterion as laying
from assay.languages.rust.criterion import lay_benchmark
from assay.languages.shared.recipe import BuildFailed
from assay.measure.harnesses.criterion import build, variables
from assay.measure.harnesses.peer import run

CONTESTANTS = CHECKOUT / "contestants" / "rust"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")]


def pinned(lock: Path) -> dict[tuple[str, str], str]:
    packages = tomllib.loads(lock.read_text())["package"]
    return {(one["name"], one["version"]): one["checksum"] for one in packages if "checksum" in one}


def test_all_that_is_built_is_pinned(tmp_path: Path) -> None:
    package = CONTESTANTS / "serde_avro_fast"
    lay_benchmark(package, tmp_path / "copy", tmp_path / "log")
    both = pinned(laying.LOCK) | pinned(package / "Cargo.lock")
    made = pinned(tmp_path / "copy" / "Cargo.lock")
    assert ("criterion", laying.criterion_version()) in made
    assert made.items() <= both.items()
    assert pinned(package / "Cargo.lock").items() <= made.items()


def test_what_is_pinned_nowhere_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Criterion's lock lacks one that it needs, so cargo would take the newest."""
    text = laying.LOCK.read_text()
    entries = text.split("\n[[package]]\n")
    less = [entry for entry in entries if not entry.startswith('name = "ciborium"\n')]
    assert len(less) == len(entries) - 1
    lock = tmp_path / "Cargo.lock"
    lock.write_text("\n[[package]]\n".join(less).replace(' "ciborium",\n', ""))
    monkeypatch.setattr(laying, "LOCK", lock)
    with pytest.raises(BuildFailed, match=r"ciborium .* is pinned neither"):
        lay_benchmark(CONTESTANTS / "null", tmp_path / "copy", tmp_path / "log")


def test_criterion_measures_the_operation_that_is_asked_for(known: Catalog, tmp_path: Path) -> None:
    null = known.null("rust")
    assert null is not None
    records = record_set(known.workload("null"), 50, 42)
    task = codec_task(records, "decode")
    program = build(build_one(null, records), task, tmp_path)
    brief = ["--warm-up-time", "0.1", "--measurement-time", "0.1", "--sample-size", "10"]
    text = run([str(program), "--bench", "--noplot", *brief], variables(task, tmp_path / "found"), tmp_path)
    assert "decode" in text
    assert json.loads((tmp_path / "found" / "decode" / "new" / "estimates.json").read_text())["mean"]
