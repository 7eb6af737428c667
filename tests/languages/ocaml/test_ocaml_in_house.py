"""A library of the checkout is a part of the workspace, and built again when it changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from languages.in_house import MANIFEST, expect_changes_are_built, lay_checkout

from assay.builder.builder import missing
from assay.catalog import catalog
from assay.data.recordset import RecordSet
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

ENGINE = "engine/ocaml"
CONTESTANT = """
open Assay_kit

module Adapter = struct
  type t = unit
  type record = Plain.t

  let library = "engine"
  let version = Library_version.version
  let create _ _ = ()
  let of_plain () plain = plain
  let to_plain () plain = plain
  let encode () _ = Bytes.of_string Engine.word
  let decode () _ = Plain.Null
  let containers = None
end

let () = Serve.serve (module Adapter)
"""
FILES = {
    "contestants/ocaml/engine/contestant.toml": MANIFEST.format(path=ENGINE),
    "contestants/ocaml/engine/contestant.ml": CONTESTANT,
    "contestants/ocaml/engine/dune": "(executable (name contestant) (libraries assay_kit engine))",
    f"{ENGINE}/dune-project": "(lang dune 2.9)\n(version 0.1.0)\n(package (name engine))",
    f"{ENGINE}/dune": "(library (public_name engine))",
    f"{ENGINE}/engine.ml": 'let word = "one"',
}


def test_a_change_of_the_library_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, people: RecordSet, limits: Limits
) -> None:
    lay_checkout(tmp_path, monkeypatch, FILES)
    for name in ("ocaml/engine", "ocaml/null"):  # which names the packages that the kit wants
        if reason := missing(catalog.load().contestant(name)):
            pytest.skip(reason)
    expect_changes_are_built("ocaml/engine", tmp_path, f"{ENGINE}/engine.ml", people, limits)
