"""Planted truth: what burns four fifths of the time comes out as the hottest, under every real profiler."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.catalog.catalog import Catalog
from assay.languages.sampling.sampler import Profiling, Sampled
from assay.languages.sampling.stacks import Stacks
from assay.languages.shared.recipe import Start
from assay.profile.languages import profiling_in
from assay.profile.sample import profile
from assay.profile.subject import Wanted

pytestmark = pytest.mark.slow

# They change sides a thousand times: a busy machine makes samples come in clusters, which must not fall into one turn.
PROGRAMS = Path(__file__).parent / "programs"
SHARE = (0.7, 0.9)  # that must be found of four fifths

# By language: a contestant of it, the source of the program, how it is compiled ({0} to {1}), how it is started.
COMPILED = {
    "c": ("c/avro-c", "planted.c", "gcc -O2 -g {0} -o {1}/planted", ["{1}/planted"]),
    "rust": ("rust/serde_json", "planted.rs", "rustc -O -g {0} -o {1}/planted", ["{1}/planted"]),
    "ocaml": (
        "ocaml/yojson",
        "planted.ml",
        "cp {0} {1} && ocamlfind ocamlopt -g {1}/planted.ml -o {1}/planted",
        ["{1}/planted"],
    ),
    "java": ("java/avro-generic", "Planted.java", "javac -d {1} {0}", ["java", "-cp", "{1}", "Planted"]),
    "python": ("python/json", "planted.py", "true", [sys.executable, "{0}"]),
}


def sampled_by(language: str) -> Profiling:
    """How the language is profiled, where this machine can."""
    found = profiling_in(language)
    assert found is not None
    if problem := found.problem():
        pytest.skip(problem)
    return found


@pytest.mark.parametrize("language", COMPILED)
def test_what_burns_most_is_the_hottest(known: Catalog, tmp_path: Path, language: str) -> None:
    name, source, compiling, starting = COMPILED[language]
    how = sampled_by(language)
    places = (PROGRAMS / source, tmp_path)
    subprocess.run(compiling.format(*places), shell=True, check=True)
    sampler = how.time(Sampled(known.contestant(name), tmp_path))
    start = sampler.starting(Start([word.format(*places) for word in starting]))
    with subprocess.Popen(start.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        work(process)  # as contestants are warmed up before
        sampler.begin(process.pid)
        try:
            work(process)
            sampler.end()
        finally:
            sampler.stop()
        process.stdin.close()
    judge(sampler.stacks())


def work(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    assert process.stdout.readline() == "done\n"


def judge(stacks: Stacks) -> None:
    shares = {
        name: sum(
            weight for stack, weight in stacks.weights.items() if any(re.search(rf"\b{name}\b", f.name) for f in stack)
        )
        / stacks.main
        for name in ("burn", "rest")
    }
    assert SHARE[0] < shares["burn"] < SHARE[1], shares
    assert shares["rest"] > 0.1, shares


# Contestants whose kit has the profiler on: the adapter burns before it encodes.
BURNING = {
    "node": """\
  burn(times) {
    for (let i = 0; i < 1e5; i++) this.sink = i % 7;
    if (times > 0) this.burn(times - 1); // so that it is not inlined, for V8 would not tell
  }

  encode(record) {
    this.burn(3);""",
    "ruby": """\
  def burn
    10_000.times { |i| @sink = i % 7 }
  end

  def encode(record)
    burn""",
}
KITS = {
    "node": ("node/json", "adapter.js", "  encode(record) {"),
    "ruby": ("ruby/json", "adapter.rb", "  def encode(record)"),
}


@pytest.mark.parametrize("language", KITS)
def test_a_contestant_that_burns_is_told(tmp_path: Path, language: str) -> None:
    name, file, before = KITS[language]
    sampled_by(language)
    plain = catalog.load().contestant(name)
    copy = tmp_path / "root" / "contestants" / language / "burning"
    shutil.copytree(plain.folder, copy)
    text = (copy / file).read_text()
    assert before in text
    (copy / file).write_text(text.replace(before, BURNING[language], 1))
    known = catalog.load([tmp_path / "root"])
    wanted = Wanted("person", "encode", 100, 42, 0.5)
    found = profile(known, known.contestant(f"{language}/burning"), wanted, tmp_path / "made", Progress(quiet=True))
    burning = sum(w for stack, w in found.stacks.weights.items() if any("burn" in f.name for f in stack))
    assert burning > 0.6 * found.stacks.main
    assert found.stacks.main < 1e8  # nanoseconds a record
    kinds = {frame.kind for stack in found.stacks.weights for frame in stack if "burn" in frame.name}
    assert kinds == {"adapter"}
    assert found.allocations.stacks is not None


def test_go_says_where_it_allocates(known: Catalog, tmp_path: Path) -> None:
    sampled_by("go")
    wanted = Wanted("person", "encode", 100, 42, 0.5)
    found = profile(known, known.contestant("go/goavro"), wanted, tmp_path / "made", Progress(quiet=True))
    assert any("goavro" in f.name or "v2." in f.name for stack in found.stacks.weights for f in stack)
    assert found.allocations.stacks is not None
    asking = found.allocations.stacks.by_site().rows()[0]
    assert asking.frame.kind == "adapter" and re.fullmatch(r"main\.go:\d+", asking.frame.place)


def test_what_is_not_proved_is_not_profiled(tmp_path: Path) -> None:
    sampled_by("python")
    plain = catalog.load().contestant("python/json")
    copy = tmp_path / "root" / "contestants" / "python" / "wrong"
    shutil.copytree(plain.folder, copy)
    text = (copy / "adapter.py").read_text()
    (copy / "adapter.py").write_text(text.replace(".encode()", ".encode()[:-1]", 1))
    known = catalog.load([tmp_path / "root"])
    wanted = Wanted("person", "encode", 100, 42, 0.5)
    with pytest.raises(AssayError, match="python/wrong encode is not proved, so it is not profiled"):
        profile(known, known.contestant("python/wrong"), wanted, tmp_path / "made", Progress(quiet=True))
