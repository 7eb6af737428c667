"""The image is built from this checkout, and the lab proves and measures in it.

That takes minutes, so it is done when asked for: `./assay test --image`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from image.containers import Image, working

from assay.base.checkout import CHECKOUT
from assay.cli.test import IMAGE

pytestmark = pytest.mark.slow

NAME = "assay-tested"
GIB = 2**30
# One of every language whose libraries come from a registry of its own, by what `verify` is asked for: libraries that
# are Debian's have another version in the image than their manifests say (docs/container.md).
PROVED = {
    "avro-languages": "python/fastavro,node/avsc,go/hamba,rust/serde_avro_fast,java/avro-generic",
    "js-formats --browser": "browser/msgpackr",
}
MEASURED = "python/fastavro,node/avsc"


@pytest.fixture(scope="session")
def image() -> Image:
    tool, problem = working()
    if problem:
        pytest.skip(problem)
    if os.environ.get(IMAGE) != "1":
        pytest.skip(f"{tool} would build an image, which takes minutes: `./assay test --image` does")
    done = subprocess.run([tool, "build", "--tag", NAME, CHECKOUT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return Image(tool, NAME)


@pytest.fixture(scope="session")
def kept(image: Image) -> Iterator[tuple[str, ...]]:
    """The options for a volume of this user that keeps what is built, without optimization."""
    volume = f"{NAME}-cache-{os.getpid()}"
    yield *image.as_me(), "--volume", f"{volume}:/cache", "--env", "ASSAY_UNOPTIMIZED=1"
    subprocess.run([image.tool, "volume", "rm", volume], capture_output=True, check=True)


def test_everything_is_there_but_what_no_registry_carries(image: Image) -> None:
    done = image.run("doctor")
    assert done.returncode == 0, done.stderr
    toolchains, _, contestants = done.stdout.partition("Contestants:")
    assert [line for line in toolchains.splitlines()[1:] if not line.endswith(", ok")] == []
    lacking = re.findall("missing: (.+)", contestants)
    assert [line for line in lacking if not line.startswith("no registry carries it")] == []
    assert contestants.count("can be built") > len(lacking)


def test_setup_finds_nothing_to_install(image: Image) -> None:
    assert "Nothing to install" in image.run("setup", "--dry-run").stdout


@pytest.mark.parametrize("words", PROVED)
def test_a_contestant_of_each_language_is_proved(words: str, image: Image, kept: tuple[str, ...]) -> None:
    names = PROVED[words]
    done = image.run("verify", *words.split(), "--contestant", names, "--records", "100", options=kept)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in names.split(","):
        assert re.search(rf"proved +{re.escape(name)} ", done.stdout)


def test_a_run_knows_its_limits_and_leaves_its_document_outside(
    image: Image, kept: tuple[str, ...], tmp_path: Path
) -> None:
    options = (*kept, "--volume", f"{tmp_path}:/assay/assay-results", "--memory", "1g", "--cpus", "0.9")
    done = image.run("run", "--contestant", MEASURED, "--records", "100", "--blocks", "2", options=options)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = tmp_path.glob("*.json")
    document = json.loads(path.read_text())
    machine = document["machine"]
    assert (machine["cores"], machine["memory_bytes"]) == (1, GIB)
    assert machine["limited"]["processors"] == 0.9
    assert path.stat().st_uid == os.getuid()
    assert document["state"] == "finished"
