"""Documents from elsewhere: what was tampered with, left out or should not be shared is found and named."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import published
import pytest

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.catalog import catalog
from assay.catalog.catalog import Catalog
from assay.check import accepted, private
from assay.check.finding import Finding
from assay.check.judge import judge
from assay.cli.main import main

RESULTS = CHECKOUT / "results"
IN_ORDER = RESULTS / "2026-11-22-js-formats.json"
CONTENT: dict[str, Any] = json.loads(IN_ORDER.read_text(encoding="utf-8"))
for _one in CONTENT["contestants"]:  # when it was measured, manifests may have said less of a lane, and older versions
    _now = catalog.load().contestant(_one["name"]).manifest
    _one.update(lane=_now.lane.model_dump(), version=_now.version, loaded=_now.version)

Raw = dict[str, Any]


def first(raw: Raw, status: str = "measured") -> Raw:
    """Its first cell of that status that is not a kit's."""
    return next(cell for cell in raw["cells"] if cell["status"] == status and not cell["harness"])


@pytest.fixture
def judged(tmp_path: Path, known: Catalog) -> Callable[[Callable[[Raw], Any]], list[Finding]]:
    """The findings about a document that was in order before somebody changed it."""

    def of(change: Callable[[Raw], Any]) -> list[Finding]:
        raw = copy.deepcopy(CONTENT)
        change(raw)
        path = tmp_path / "r.json"
        path.write_text(json.dumps(raw), encoding="utf-8")
        return judge(path, known)

    return of


@pytest.mark.parametrize("path", published.each())
def test_committed_documents_are_in_order(path: Path, known: Catalog) -> None:
    assert [one.line for one in judge(path, known) if not one.note] == []


def test_what_is_accepted_is_there_and_needed(known: Catalog) -> None:
    for one in accepted.read(RESULTS):
        found = judge(RESULTS / one.file, known)
        assert [it for it in found if it.rule == one.rule and one.reason in it.words], one


def sample(raw: Raw) -> Raw:
    found: Raw = first(raw)["samples"][0]
    return found


CHANGES: dict[str, tuple[str, Callable[[Raw], Any]]] = {
    "a cell without proof": ("proof", lambda raw: first(raw).update(proof=None)),
    "bytes that were not looked at": ("proof", lambda raw: first(raw)["proof"].update(bytes="none")),
    "no samples": ("proof", lambda raw: first(raw).update(samples=[])),
    "a digest of other data": ("data", lambda raw: raw["workloads"][0].update(digest="0" * 64)),
    "another seed": ("data", lambda raw: raw["workloads"][0].update(seed=7)),
    "fewer records": ("data", lambda raw: raw["workloads"][0].update(records=100)),
    "own data": ("data", lambda raw: raw["workloads"][0].update(data="orders.jsonl")),
    "a workload of elsewhere": ("data", lambda raw: raw["workloads"][0].update(base="elsewhere")),
    "a size that is not the data's": ("data", lambda raw: raw["workloads"][0].update(json_bytes=1)),
    "another lane": ("lane", lambda raw: contestant(raw)["lane"].update(strings="borrowed", typing="other")),
    "an interrupted run": ("finished", lambda raw: raw.update(state="interrupted")),
    "a planned cell": ("finished", lambda raw: first(raw).update(status="planned")),
    "compilers that did not optimize": ("unoptimized", lambda raw: raw["plan"].update(unoptimized=True)),
    "a busy idler": ("idle", lambda raw: sample(raw).update(idle_share=0.5)),
    "a cell of no contestant": ("structure", lambda raw: raw["contestants"].pop(0)),
    "a cell twice": ("structure", lambda raw: raw["cells"].append(first(raw))),
    "a block too many": ("structure", lambda raw: sample(raw).update(block=99)),
    "no time": ("figures", lambda raw: sample(raw)["batches"]["wall_ns"].__setitem__(0, 0)),
    "negative time": ("figures", lambda raw: sample(raw)["batches"]["cpu_ns"].__setitem__(0, -5)),
    "too fast to be true": ("figures", lambda raw: sample(raw)["batches"]["wall_ns"].__setitem__(0, 10)),
    "too slow for its block": ("figures", lambda raw: sample(raw)["batches"]["wall_ns"].__setitem__(0, 10**13)),
    "more processor than there is": ("figures", lambda raw: sample(raw)["batches"]["cpu_ns"].__setitem__(0, 10**11)),
    "a batch too few in a column": ("figures", lambda raw: sample(raw)["batches"]["passes"].pop()),
    "rounds out of order": ("figures", lambda raw: sample(raw).update(rounds=[3, 1])),
    "more memory than there is": ("figures", lambda raw: sample(raw).update(peak_rss_bytes=10**15)),
    "a date to come": ("figures", lambda raw: raw.update(created="2999-01-01T00:00:00+00:00")),
    "no batches": ("figures", lambda raw: sample(raw).update(batches={})),
    "a margin of nothing": ("figures", lambda raw: raw["plan"]["request"]["settings"].update(margin=0.0)),
    "no date": ("figures", lambda raw: raw.update(created="yesterday")),
}


def test_a_short_batch_may_have_more_cores_than_a_quota(
    judged: Callable[[Callable[[Raw], Any]], list[Finding]],
) -> None:
    def limit(raw: Raw) -> None:
        machine, batches = raw["machine"], sample(raw)["batches"]
        batches["cpu_ns"][0] = 2 * batches["wall_ns"][0]
        machine["limited"] = {"processors": 0.5, "machine_cores": machine["cores"], "machine_memory_bytes": 2**40}
        machine["cores"] = 1

    assert not [one for one in judged(limit) if one.rule == "figures"]


def contestant(raw: Raw) -> Raw:
    """The facts of the contestant of its first measured cell."""
    found: Raw = next(one for one in raw["contestants"] if one["name"] == first(raw)["contestant"])
    return found


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found(judged: Callable[[Callable[[Raw], Any]], list[Finding]], name: str) -> None:
    rule, change = CHANGES[name]
    found = [one for one in judged(change) if not one.note]
    assert rule in {one.rule for one in found}, [one.line for one in found]
    assert all("\n" not in one.line for one in found)


def test_a_contestant_of_elsewhere(judged: Callable[[Callable[[Raw], Any]], list[Finding]]) -> None:
    def rename(raw: Raw) -> None:
        name = first(raw)["contestant"]
        text = json.dumps(raw).replace(f'"{name}"', '"node/elsewhere"').replace(f"/{name}", "/node/elsewhere")
        raw.update(json.loads(text))

    found = [one for one in judged(rename) if not one.note]
    assert [(one.rule, one.place) for one in found] == [("contestant", "contestants node/elsewhere")]


def test_another_version_is_a_note(judged: Callable[[Callable[[Raw], Any]], list[Finding]]) -> None:
    (found,) = judged(lambda raw: contestant(raw).update(version="0.0.1", loaded="0.0.1"))
    assert found.note and found.rule == "version" and "0.0.1; this checkout has" in found.words


def test_a_control_that_is_off(judged: Callable[[Callable[[Raw], Any]], list[Finding]]) -> None:
    def slow(raw: Raw) -> None:
        for cell in raw["cells"]:
            if cell["control"]:
                for one in cell["samples"]:
                    for clock in ("wall_ns", "cpu_ns"):
                        one["batches"][clock] = [round(1.5 * ns) for ns in one["batches"][clock]]

    (found,) = judged(slow)
    assert found.rule == "control" and "do not hold 1" in found.words


def test_one_block(judged: Callable[[Callable[[Raw], Any]], list[Finding]]) -> None:
    def cut(raw: Raw) -> None:
        raw["blocks"] = raw["blocks"][:1]
        for cell in raw["cells"]:
            cell["samples"] = [one for one in cell["samples"] if one["block"] == 0]

    assert [one.rule for one in judged(cut) if not one.note] == ["blocks"]


@pytest.mark.parametrize(
    "text",
    [
        "/home/joe/orders.avro",
        "no such file: '/srv/data'",
        "--data=/tmp/x.jsonl",
        "file:///home/joe",
        r"C:\Users\joe\orders.avro",
        r"\\server\share",
        "~/bench/run.sh",
        "~joe/x",
        "joe.doe@example.org",
        "connect to 192.168.1.17:9092",
        "fe80::1ff:fe23:4567:890a",
        "00:1a:2b:3c:4d:5e",
        "on build7.corp",
        "of zaphod's machine",
    ],
)
@pytest.mark.parametrize("place", ["reason", "command", "options", "key"])
def test_what_should_not_be_shared(text: str, place: str) -> None:
    raw = copy.deepcopy(CONTENT)
    if place == "reason":
        raw["cells"][0]["reason"] = text
    elif place == "command":
        raw["command"].append(text)
    elif place == "options":
        raw["contestants"][0]["options"] = text
    else:
        raw["machine"]["tools"][text] = "1"
    assert not list(private.findings(CONTENT, ["zaphod"]))
    found = list(private.findings(raw, ["zaphod"]))
    assert found and all(one.rule == "private" and not one.note for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "person/encode/java/avro-generic",
        "1.5 ms/record, 30 MB/s",
        "https://example.org/docs/page.html",
        "results/2026-11-27-objects.json",
        "@msgpack/msgpack 3.1.2",
        "and/or",
        "a: b / c",
        "12:30:00",
        "OpenJDK 17.0.15 G1",
        "<assay>/x",
    ],
)
def test_what_can_be_shared(text: str) -> None:
    assert not list(private.findings({"reason": text}))


def test_versions_of_four_numbers_are_no_addresses() -> None:
    node = {"version": "17.0.15.6", "runtime_build": {"how": "V8 11.3.244.8-node.38, a release build"}}
    assert not list(private.findings({"contestants": [node], "machine": {"kernel": "6.1.0.18"}}))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = tmp_path / "right.json"
    right.write_text(json.dumps(CONTENT))
    assert main(["check", str(right)]) == 0
    assert capsys.readouterr().out == f"{right}: in order\n"
    raw = copy.deepcopy(CONTENT)
    raw["command"].append("/home/joe/x.json")
    (tmp_path / "r.json").write_text(json.dumps(raw))
    assert main(["check", str(right), str(tmp_path / "r.json")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{right}: in order"
    assert re.fullmatch(
        r".*r\.json: finding: command\.\d+: an absolute path, '/home/joe/x\.json': .* \[private\]", lines[1]
    )
    assert lines[2].endswith("r.json: 1 finding")
    assert main(["check", str(right), str(tmp_path / "r.json"), "--to", "json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["document"], row["kind"], row["rule"]) == (str(tmp_path / "r.json"), "finding", "private")


def test_findings_are_accepted_by_name_and_not_those_of_privacy(tmp_path: Path, known: Catalog) -> None:
    raw = copy.deepcopy(CONTENT)
    raw["state"] = "interrupted"
    (tmp_path / "r.json").write_text(json.dumps(raw))
    page = tmp_path / "accepted.toml"
    page.write_text('[[accepted]]\nfile = "r.json"\nrule = "finished"\nreason = "because"\n')
    (found,) = judge(tmp_path / "r.json", known)
    assert found.note and "accepted: because" in found.words
    page.write_text('[[accepted]]\nfile = "r.json"\nrule = "private"\nreason = "because"\n')
    with pytest.raises(AssayError, match="cannot be accepted"):
        judge(tmp_path / "r.json", known)
    page.write_text('[[accepted]]\nfile = "r.json"\n')
    with pytest.raises(AssayError, match=r"accepted\.0\.rule"):
        judge(tmp_path / "r.json", known)
    page.write_text("[[accepted")
    with pytest.raises(AssayError, match="TOML"):
        judge(tmp_path / "r.json", known)


def test_truncated_documents_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "r.json").write_bytes(IN_ORDER.read_bytes()[:5000])
    for command in (["check", "r.json"], ["query", "select 1", "."], ["history", "."]):
        assert main([command[0], *[str(tmp_path / one) if one in (".", "r.json") else one for one in command[1:]]]) == 2
        captured = capsys.readouterr()
        assert captured.out == "" and len(captured.err.splitlines()) == 1
        assert "r.json: not a results document" in captured.err
