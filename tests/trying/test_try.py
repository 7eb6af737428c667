"""The command from a file to a recommendation, with few contestants and little time."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from assay.advice import trial
from assay.builder.builder import build_one
from assay.catalog.catalog import Catalog
from assay.cli.main import main
from assay.data.recordset import RecordSet
from assay.measure import run as runs
from assay.measure.executor import Now, ProcessExecutor, Results
from assay.measure.groups import Group
from assay.results import store

FEW = "python/json,python/msgspec-json,node/pbf"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a file of orders in it."""
    lines = [
        {"id": n**2, "note": f"note {n}" if n % 3 else None, "lines": [{"sku": f"S{n}", "price": n / 7}] * (n % 4)}
        for n in range(300)
    ]
    (tmp_path / "orders.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    monkeypatch.chdir(tmp_path)
    # Time enough for builds and proofs on any machine, and for as little measuring as can be.
    monkeypatch.setattr(trial, "BUILDS", 100.0)
    monkeypatch.setattr(trial, "PROOFS", 100.0)
    monkeypatch.setattr(trial, "LEAST_IN_EARNEST", 1.0)
    return tmp_path


def files(place: Path) -> list[str]:
    return sorted(path.name for path in (place / "assay-results").glob("*"))


def test_schema_and_sizes_come_without_building_anything(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "orders.jsonl", "--sizes"]) == 0
    said = capsys.readouterr().out
    assert "note: null or string" in said and "    price: double" in said
    assert "You can edit it and pass it with --schema assay-results/orders.avsc" in said
    assert said.index("\navro ") < said.index("\nmsgpack ") < said.index("\njson ")
    assert files(place) == ["orders.avsc"]
    assert main(["try", "orders.jsonl", "--sizes", "--schema", "assay-results/orders.avsc"]) == 0
    assert "The schema is that of assay-results/orders.avsc." in capsys.readouterr().out


def test_a_saved_schema_takes_fields_that_avro_would_name_otherwise(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [{"build-rs": {"all features": n, "": str(n)}, "x.y": n / 3} for n in range(20)]
    (place / "odd.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["try", "odd.jsonl", "--sizes"]) == 0
    first = capsys.readouterr().out
    assert main(["try", "odd.jsonl", "--sizes", "--schema", "assay-results/odd.avsc"]) == 0
    second = capsys.readouterr().out
    assert first[first.index("Sizes of") :] == second[second.index("Sizes of") :]


@pytest.mark.slow
def test_a_file_becomes_a_recommendation(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = ["--output", "assay-results/o.json"]
    assert (
        main(["try", "orders.jsonl", "--contestant", FEW, "--budget", "5s", *output]) == 3
    )  # one block decides nothing
    said = capsys.readouterr().out
    recommended = said[said.index("Recommendation: all languages") : said.index("Results: ")]
    for words in ("Smallest: protobuf, ", "Fastest to write: ", "Fastest to read: ", "Best compromise: "):
        assert words in recommended
    assert files(place) == ["o-screening.json", "o.json", "o.md", "orders.avsc"]
    document = store.read(place / "assay-results" / "o.json")
    assert document.state == "finished" and document.plan.request.trial
    # All are typed or generic as their manifests say, and both typed ones were compiled for the schema just made.
    assert {cell.contestant for cell in document.cells if cell.status == "measured"} == set(FEW.split(","))
    assert main(["report", "assay-results/o.json"]) == 0
    assert capsys.readouterr().out.startswith(recommended)


@pytest.mark.slow
def test_who_could_not_be_built_in_time_is_named(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    known: Catalog,
    people: RecordSet,
) -> None:
    assert build_one(known.contestant("python/json"), people).start  # takes any schema, so it is there for ours, too
    new = f"a{place.name}".replace("-", "_")  # no schema had this field before, so what is typed has to be built
    (place / "orders.jsonl").write_text("".join(f'{{"{new}": {n}}}\n' for n in range(50)))
    monkeypatch.setattr(trial, "BUILDS", -1.0)
    monkeypatch.setattr(trial, "PROOFS", -1.0)
    assert main(["try", "orders.jsonl", "--contestant", "python/json,python/msgspec-json"]) == 3  # without any number
    assert "Left out: python/json: no time was left to prove it" in capsys.readouterr().out
    monkeypatch.setattr(trial, "PROOFS", 100.0)
    assert main(["try", "orders.jsonl", "--contestant", "python/json,python/msgspec-json", "--budget", "5s"]) in (0, 3)
    captured = capsys.readouterr()
    assert "\nNot in this answer: 1 of 2 contestants, for lack of time" in captured.out
    assert "Left out: python/msgspec-json: no time was left to build it" in captured.out
    assert "python/json (json; " in captured.out


@pytest.mark.slow
def test_what_had_no_time_is_built_after_the_answer(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, known: Catalog, people: RecordSet
) -> None:
    assert build_one(known.contestant("python/json"), people).start
    new = f"made_{time.time_ns()}"  # no schema had this field before, so what is typed has to be built
    (place / "orders.jsonl").write_text("".join(f'{{"{new}": {n}}}\n' for n in range(50)))
    monkeypatch.setattr(trial, "BUILDS", -1.0)
    arguments = ["try", "orders.jsonl", "--contestant", "python/json,python/msgspec-json", "--budget", "5s", "--finish"]

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(trial, "build_groups", stopped)
        assert main([*arguments, "--output", "assay-results/o.json"]) == 130
    captured = capsys.readouterr()
    assert captured.out.count("Recommendation: python") == 1
    assert "builds are kept" in captured.err.splitlines()[-1]
    finish = trial.finish

    def finished(*given: Any) -> trial.Begun:
        monkeypatch.setattr(trial, "PROOFS", -1.0)  # what is proved in the second place has no such end
        return finish(*given)

    monkeypatch.setattr(trial, "finish", finished)
    assert main([*arguments, "--output", "assay-results/o.json"]) in (0, 3)
    first, second = (store.read(place / "assay-results" / f"o{name}.json") for name in ("", "-finished"))
    assert {cell.contestant for cell in first.cells if cell.status == "measured"} == {"python/json"}
    assert {cell.contestant for cell in second.cells if cell.status == "measured"} == {
        "python/json",
        "python/msgspec-json",
    }
    said = capsys.readouterr().out
    assert said.count("Recommendation: python") == 2 and said.count("Not in this answer") == 1


@pytest.mark.slow
def test_ctrl_c_prints_what_is_known_and_how_to_go_on(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(ProcessExecutor):
        def measure(self, group: Group, block: int, number: int, now: Now) -> Results:
            if block == 1:
                raise KeyboardInterrupt
            return super().measure(group, block, number, now)

    monkeypatch.setattr(runs, "ProcessExecutor", Stopped)
    arguments = ["--contestant", "python/json,python/orjson", "--budget", "1m", "--output", "assay-results/o.json"]
    assert main(["try", "orders.jsonl", *arguments]) == 130
    captured = capsys.readouterr()
    assert "Fastest to write: undecided between" in captured.out
    assert "continue with assay run --resume 'assay-results/o.json'" in captured.err.splitlines()[-1]
    assert store.read(place / "assay-results" / "o.json").state == "interrupted"
