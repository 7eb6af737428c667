"""One store, written in turn by Python, Node.js and the binary, and read by each; and by tools that know no Ingot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest
from passing import INGOT, TARGET, passes

from assay.base import cache
from assay.base.checkout import CHECKOUT
from assay.catalog.catalog import Catalog
from assay.languages.node.packages import lay_packages
from assay.languages.python.environment import environment, interpreter
from assay.languages.shared.sources import library_folders

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")]

# What is done to the one collection: a document's key and its text, or none where it is deleted.
Changes = Sequence[tuple[str, str | None]]

PYTHON_WRITES = """
import json, sys, ingot
own = ingot.Store(sys.argv[1])["all"]
for key, text in json.load(sys.stdin):
    if text is None:
        del own[key]
    else:
        own[key] = text.encode()
"""
PYTHON_READS = """
import sys, ingot
own = ingot.Store(sys.argv[1], read_only=True)["all"]
assert all(own.raw[key] == text for key, text in own.raw.items())
own.verify()
sys.stdout.buffer.write(b"".join(text + b"\\n" for text in own.raw.values()))
"""
NODE_WRITES = """
import { readFileSync } from 'node:fs';
import { Store } from 'ingot-store';
const store = Store.open(process.argv[1]);
const own = store.collection('all');
for (const [key, text] of JSON.parse(readFileSync(0, 'utf8'))) {
  if (text === null) own.delete(key);
  else own.putRaw(key, text);
}
own.commit();
store.close();
"""
NODE_READS = """
import { Store } from 'ingot-store';
const own = Store.open(process.argv[1], { readOnly: true }).collection('all');
own.verify();
for (const key of own.keys()) process.stdout.write(`${own.getRaw(key)}\\n`);
"""

FIRST: Changes = [
    ("", '{"id":"","what":"the empty key"}'),
    ("né 茶", '{"id": "n\\u00e9 茶" , "of": ["\\ud83d\\ude00", "\\u0000"]}'),
    ("17", '{"id":17,"exact":123456789012345678901234567890.10}'),
    *((f"k{number}", f'{{"id":"k{number}","n":{number},"fill":"{"x" * number}"}}') for number in range(500)),
]
SECOND: Changes = [
    ("k3", '{"n":-3,"id":"k3"}'),
    ("17", None),
    ("later", '{"id":"later","big":[18446744073709551616,-0,1e-7]}'),
    ("k4", None),
]
THIRD: Changes = [("k4", '{"id":"k4","again":true}'), ("later", None), ("né 茶", '{"id":"né 茶"}'), ("k5", None)]


def after(*changes: Changes) -> list[str]:
    """The documents in the order of writing."""
    documents: dict[str, str] = {}
    for key, text in (change for some in changes for change in some):
        documents.pop(key, None)
        if text is not None:
            documents[key] = text
    return list(documents.values())


class Sides:
    """How each side writes to a store, and reads it."""

    def __init__(self, known: Catalog, folder: Path) -> None:
        with cache.locked(TARGET):
            build = ["cargo", "build", "--locked", "--quiet", "--package", "ingot-cli"]
            told = {**os.environ, "CARGO_TARGET_DIR": str(TARGET)}
            subprocess.run(build, cwd=INGOT / "rust", env=told, check=True)
            self.binary = str(shutil.copy(TARGET / "debug" / "ingot", folder))
        python = known.contestant("python/ingot-store")
        assert python.manifest.python
        lock = python.folder / "requirements.lock"
        self.python = interpreter(environment(lock, library_folders(python), python.manifest.python.build))
        lay_packages(known.contestant("node/ingot-store"), folder)
        self.folder = folder

    def run(self, *command: str, given: str = "") -> str:
        done = subprocess.run(command, cwd=self.folder, input=given, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def write(self, side: str, store: str, changes: Changes) -> None:
        given = json.dumps(changes)
        if side == "python":
            self.run(self.python, "-c", PYTHON_WRITES, store, given=given)
        elif side == "node":
            self.run("node", "--input-type=module", "--eval", NODE_WRITES, store, given=given)
        else:
            for is_put, some in groupby(changes, lambda change: change[1] is not None):
                if is_put:
                    lines = "".join(f"{text}\n" for _, text in some)
                    self.run(self.binary, "store", "put", store, "all", given=lines)
                else:
                    self.run(self.binary, "store", "delete", store, "all", *(key for key, _ in some))

    def read(self, side: str, store: str) -> list[str]:
        if side == "python":
            return self.run(self.python, "-c", PYTHON_READS, store).splitlines()
        if side == "node":
            return self.run("node", "--input-type=module", "--eval", NODE_READS, store).splitlines()
        self.run(self.binary, "store", "verify", store)
        return self.run(self.binary, "store", "scan", store, "all").splitlines()


@pytest.fixture(scope="module")
def sides(known: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Sides:
    return Sides(known, tmp_path_factory.mktemp("sides"))


@pytest.mark.skipif(not shutil.which("npm"), reason="needs Node.js and npm")
@pytest.mark.parametrize("first", ["python", "node", "binary"])
def test_each_side_reads_what_the_others_wrote_and_goes_on_with_it(sides: Sides, first: str) -> None:
    names = ["python", "node", "binary"]
    writers = [*names[names.index(first) :], *names[: names.index(first)]]
    store = str(sides.folder / f"begun-by-{first}")
    done: list[Changes] = []
    for writer, changes in zip(writers, (FIRST, SECOND, THIRD), strict=True):
        sides.write(writer, store, changes)
        done.append(changes)
        for reader in names:
            assert sides.read(reader, store) == after(*done), f"{reader} after {writer}"


@pytest.mark.skipif(not shutil.which("jq"), reason="needs jq")
def test_jq_duckdb_and_pandas_read_a_store_that_is_being_written() -> None:
    """DuckDB is the lab's own; pandas that of a contestant."""
    made = environment(CHECKOUT / "contestants" / "python" / "pandas-jsonl" / "requirements.lock")
    ask = [interpreter(made), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"]
    pandas = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    variables = {"INGOT_PYTHON": sys.executable, "PYTHONPATH": pandas}
    command = ["cargo", "test", "--locked", "--quiet", "--package", "ingot-store", "--test", "others"]
    passes("rust", *command, variables=variables)
