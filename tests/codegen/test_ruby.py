"""Ruby's Protobuf, and its JSON: records of many schemas go through adapter and library and back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from codegen.folders import made_folders

from assay.base.checkout import KITS
from assay.builder.builder import missing
from assay.catalog.catalog import Catalog
from assay.languages.ruby.recipe import RECIPE
from assay.languages.shared.flavours import Making

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("ruby_cases.rb")


@pytest.mark.parametrize("name", ["ruby/json", "ruby/protobuf", "ruby/protobuf-converted"])
def test_any_schema_goes_there_and_back(name: str, known: Catalog, tmp_path: Path) -> None:
    contestant = known.contestant(name)
    if reason := missing(contestant):
        pytest.skip(reason)
    cases = made_folders(tmp_path)
    if contestant.manifest.types != "none":
        for case in cases:
            text = (case / "schema.avsc").read_text(encoding="utf-8")
            RECIPE.generate(contestant, Making(text, case, tmp_path / "log"))
    adapter = contestant.folder / "adapter.rb"
    command = ["ruby", "-I", str(KITS / "ruby"), str(SCRIPT), str(adapter), *map(str, cases)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
