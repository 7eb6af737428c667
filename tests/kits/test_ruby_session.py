"""Objects of a library's own in the Ruby kit: who gives them new content, and what `inspect` reads beside them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assay.base.checkout import KITS

pytestmark = pytest.mark.skipif(shutil.which("ruby") is None, reason="needs Ruby")

SCHEMA = '"string"'
RESOLVED = '{"root": 0, "types": [{"type": "string", "kind": "string"}]}'

ADAPTERS = """
class Text
  attr_accessor :text

  def initialize(text) = @text = text
end

class Plain
  def initialize(_schema_text, _type); end

  def encode(record) = record.b

  def decode(bytes) = bytes.dup.force_encoding("UTF-8")
end

class Objects < Plain
  def encode(record) = super(record.text)

  def decode(bytes) = Text.new(super)

  def from_plain(plain) = Text.new(plain)

  def to_plain(record) = record.text.dup
end

class Assigning < Objects
  def assign(old, fresh)
    old.text = "#{fresh.text}, assigned"
    old
  end
end
"""

SCRIPT = """
require "assay_kit/requests"
first, swapped, adapter = ARGV
keys = JSON.parse(first, symbolize_names: true)
session = AssayKit::Session.new(Object.const_get(adapter), keys)
before = session.records.map(&:object_id)
session.swap(keys.merge(records: swapped))
print JSON.generate(
  same: before == session.records.map(&:object_id),
  plain: session.records.map { |record| session.plain(record) },
  times: AssayKit::Inspection.new(session, session.operation("decode")).run(1).keys
)
"""


def in_the_kit(adapter: str, folder: Path) -> dict[str, Any]:
    """The session of an adapter that has loaded three records, and then got three others instead."""
    paths = {name: folder / name for name in ("schema", "resolved", "records", "swapped")}
    paths["schema"].write_text(SCHEMA)
    paths["resolved"].write_text(RESOLVED)
    paths["records"].write_text('"a"\n"b"\n"c"\n')
    paths["swapped"].write_text('"x"\n"y"\n"z"\n')
    files = {name: str(paths[name]) for name in ("schema", "resolved", "records")}
    keys = json.dumps({**files, "encoded": None, "count": 3})
    command = ["ruby", "-I", str(KITS / "ruby"), "-e", ADAPTERS + SCRIPT, keys, str(paths["swapped"]), adapter]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_an_adapter_gives_its_objects_their_new_content(tmp_path: Path) -> None:
    found = in_the_kit("Assigning", tmp_path)
    assert found["same"]
    assert found["plain"] == ["x, assigned", "y, assigned", "z, assigned"]


@pytest.mark.parametrize("adapter", ["Plain", "Objects"])
def test_the_kit_does_where_the_adapter_does_not(adapter: str, tmp_path: Path) -> None:
    found = in_the_kit(adapter, tmp_path)
    assert found["same"]
    assert found["plain"] == ["x", "y", "z"]


@pytest.mark.parametrize(("adapter", "objects"), [("Plain", False), ("Objects", True)])
def test_plain_values_are_read_beside_objects(adapter: str, objects: bool, tmp_path: Path) -> None:
    assert ("plain_read_ns" in in_the_kit(adapter, tmp_path)["times"]) == objects
