"""A library that the machine brings may have another version than its adapter was written for; others may not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from asking import asked

from assay.analysis.figures import analyse
from assay.base import tools
from assay.base.progress import Progress
from assay.builder.builder import Built, folder_name, recipe_for
from assay.catalog.catalog import Catalog, Contestant
from assay.data.recordset import RecordSet
from assay.languages.shared.recipe import Inputs
from assay.measure import run as runs
from assay.measure.prepare import facts
from assay.report import exporters
from assay.results.request import Settings
from assay.runner import session
from assay.runner.broken import Broken
from assay.runner.process import Limits

Build = Callable[[str, RecordSet], Built]


def written_for(contestant: Contestant, version: str, *, from_machine: bool) -> Contestant:
    changed = {"version": version, "from_machine": from_machine}
    return replace(contestant, manifest=contestant.manifest.model_copy(update=changed))


def greeted(built: Built, tmp_path: Path, limits: Limits) -> str:
    with session.start(built, tmp_path / "log", limits) as process:
        return str(session.greet(process, built)["version"])


def test_another_version_of_the_machine_is_taken_as_it_is(
    build: Build, people: RecordSet, limits: Limits, tmp_path: Path
) -> None:
    built = build("python/json", people)
    loaded = greeted(built, tmp_path, limits)
    other = replace(built, contestant=written_for(built.contestant, "0.0.1", from_machine=True))
    assert greeted(other, tmp_path, limits) == loaded


def test_another_version_of_a_library_that_is_pinned_is_refused(
    build: Build, people: RecordSet, limits: Limits, tmp_path: Path
) -> None:
    built = build("python/json", people)
    other = replace(built, contestant=written_for(built.contestant, "0.0.1", from_machine=False))
    with pytest.raises(Broken, match=r"is loaded, the manifest says 0\.0\.1"):
        greeted(other, tmp_path, limits)


def test_what_debian_brings_is_declared_so(known: Catalog) -> None:
    """Libraries that the lab neither fetches nor finds in a checkout of the user's come from the machine."""
    for contestant in known.contestants.values():
        manifest = contestant.manifest
        linked = manifest.native is not None and manifest.native.pkg_config and not manifest.local
        if linked or (contestant.language == "ruby" and manifest.debian and not manifest.local):
            assert manifest.from_machine, contestant.name


@pytest.mark.slow
def test_a_run_tells_of_another_version(
    known: Catalog, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contestant = written_for(known.contestant("python/json"), "0.0.1", from_machine=True)
    changed = replace(known, contestants={**known.contestants, contestant.name: contestant})
    request = asked(
        settings,
        suite="objects",
        workloads=["sample"],
        contestants=["python/json"],
        operations=["decode"],
        records=[20],
    )
    document = runs.run(changed, request, tmp_path / "run.json", Progress())
    (one,) = [it for it in document.contestants if it.name == "python/json"]
    assert (one.version, one.shown_version) == ("0.0.1", one.loaded)
    assert all(cell.status == "measured" for cell in document.cells)
    told = f"python/json: json {one.loaded} of this machine; the adapter was written for 0.0.1"
    assert told in capsys.readouterr().err
    assert told in str(exporters.render("markdown", analyse(document)))


def test_nothing_is_told_where_versions_are_alike_or_the_runtime_decides(known: Catalog) -> None:
    alike = facts(known.contestant("python/json"))
    for version, loaded in ((alike.version, alike.version), (alike.version, ""), ("system", "3.40")):
        assert alike.model_copy(update={"version": version, "loaded": loaded}).other_version == ""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose package database is a file: versions by package."""
    database = tmp_path / "packages.json"
    program = tmp_path / "bin" / "dpkg-query"
    program.parent.mkdir()
    program.write_text(
        "#!/usr/bin/env python3\n"
        "import json, sys\n"
        f"version = json.load(open({str(database)!r})).get(sys.argv[-1])\n"
        "sys.exit(1) if version is None else print('install ok installed', version, end='')\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return database


def test_an_upgrade_of_a_package_builds_its_contestants_anew(known: Catalog, people: RecordSet, packages: Path) -> None:
    contestant = known.contestant("c/avro-c")
    recipe = recipe_for(contestant)
    names = []
    for version in ("1.11.1-1", "1.12.0-3", "1.11.1-1"):
        packages.write_text(json.dumps({"libavro-dev": version}))
        names.append(folder_name(recipe, Inputs(contestant, None, "baseline", False)))
    assert names[0] == names[2] != names[1]


def test_packages_that_are_not_there_have_no_version(packages: Path) -> None:
    packages.write_text(json.dumps({"libavro-dev": "1.12.0-3"}))
    assert (tools.has_package("libavro-dev"), tools.package_version("libavro-dev")) == (True, "1.12.0-3")
    assert (tools.has_package("libother-dev"), tools.package_version("libother-dev")) == (False, "")
