"""Adding is cheap: a new contestant, or a new workload, is one new folder, and no line of the lab changes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from asking import asked

from assay.base.checkout import CHECKOUT
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.measure import run as runs
from assay.results.request import Settings

ADAPTER = r"""
class Adapter:
    library = "by-hand"
    version = "7"

    def __init__(self, schema):
        pass

    def encode(self, record):
        return b"\x01" if record["flag"] else b"\x00"

    def decode(self, data):
        return {"flag": data != b"\x00"}
"""

MANIFEST = """
title = "by hand"
library = "by-hand"
version = "7"
format = "avro"
description = "A boolean, by hand."
operations = ["encode", "decode"]

[lane]
typing = "generic"
buffer = "fresh"
strings = "owned"
input_checking = false
"""


@pytest.mark.slow
def test_a_contestant_and_a_workload_are_one_folder_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    contestant = tmp_path / "contestants" / "python" / "by-hand"
    contestant.mkdir(parents=True)
    (contestant / "adapter.py").write_text(ADAPTER)
    (contestant / "contestant.toml").write_text(MANIFEST)
    workload = tmp_path / "workloads" / "flag"
    workload.mkdir(parents=True)
    schema = {"type": "record", "name": "Flag", "fields": [{"name": "flag", "type": "boolean"}]}
    (workload / "schema.avsc").write_text(json.dumps(schema))
    (workload / "workload.toml").write_text('title = "Flag"\ndescription = "A flag."\nrecords = 50\n')
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))

    request = asked(settings, contestants=["by-hand", "fastavro"], workloads=["flag"])
    document = runs.run(catalog.load(), request, tmp_path / "r.json", Progress(quiet=True))

    cells = {(c.contestant, c.operation): c for c in document.cells if not c.control and not c.harness}
    assert len(cells) == 4
    for (name, _), cell in cells.items():
        assert cell.status in ("measured", "unstable"), f"{name}: {cell.reason}"
        assert len(cell.samples) == 2


COMMENT = re.compile(r"""(\"{3}.*?\"{3}|/\*.*?\*/|//[^\n]*|#[^\n]*)""", re.DOTALL)
# Of this library the lab's manifests and documents are made; that a contestant is one of it, too, names none.
OWN = re.compile(r"^from pydantic import .*$", re.MULTILINE)
# The usual endings of files, JSON, HTML's h2: words of the field before they are names of libraries, as formats are.
WORDS_OF_THE_FIELD = {"avsc", "jsonl", "JSON", "h2"}
LEANS_ON_A_LIBRARY = (
    # The references, and reading a user's files: here the lab itself leans on a library.
    *("lab/assay/data/reference.py", "lab/assay/data/intake/", "lab/assay/data/formats/"),
    # DuckDB answers the queries.
    "lab/assay/analysis/query/",
    # What is generated is generated for a library.
    "lab/assay/languages/",
    # What several contestants of one library share.
    *(
        "kits/java/jackson/",
        "kits/java/stores/assay/kit/stores/JsonText.java",
        "kits/python/assay_kit/frames.py",
        "kits/python/assay_kit/models.py",
        "kits/python/assay_kit/structs.py",
        "kits/rust/prost-build/",
    ),
    # The Rust kit speaks JSON by a library.
    "kits/rust/src/",
)


def test_the_code_of_lab_and_kits_names_no_contestant() -> None:
    real = [c for c in catalog.load().contestants.values() if not c.manifest.harness]
    names = {c.folder.name for c in real} | {c.manifest.library for c in real}
    names -= {c.manifest.format for c in real} | WORDS_OF_THE_FIELD
    pattern = re.compile(r"(?<![\w-])(" + "|".join(map(re.escape, sorted(names))) + r")(?![\w-])")
    found = []
    for path in (p for room in ("lab", "kits") for p in sorted((CHECKOUT / room).rglob("*"))):
        relative = str(path.relative_to(CHECKOUT))
        if path.suffix in {".py", ".js", ".java", ".rs"} and not relative.startswith(LEANS_ON_A_LIBRARY):
            code = OWN.sub("", COMMENT.sub("", path.read_text(encoding="utf-8")))
            found += [f"{relative}: {match.group()}" for match in pattern.finditer(code)]
    assert not found
