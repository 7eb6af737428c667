"""In `access` of the Ruby kit, an object of the library's own is read by the adapter's conversion, in the clock."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from assay.base.checkout import KITS

SCRIPT = """
class Counting
  attr_reader :read

  def decode(bytes) = bytes

  def to_plain(value)
    @read = @read.to_i + 1
    value
  end
end

adapter = Counting.new
AssayKit::Loops.access(adapter, %w[a b c], 2, [])
print adapter.read
"""


@pytest.mark.skipif(shutil.which("ruby") is None, reason="needs Ruby")
def test_every_object_is_converted() -> None:
    command = ["ruby", "-I", str(KITS / "ruby"), "-r", "assay_kit/loops", "-e", SCRIPT]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "6"
