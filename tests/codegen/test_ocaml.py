"""Generated OCaml modules: many schemas in one program, whose types and codecs keep a value of each.

The codecs are avro-simple's where ``ASSAY_AVRO_SIMPLE`` names its folder, else those of a stand-in.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from data.schemas import documents_with_values
from hypothesis import given, settings

from assay.base.checkout import CHECKOUT, KITS
from assay.base.tools import find
from assay.data import canonical, schema_files
from assay.data.random_records import random_value, source
from assay.data.reference import Reference
from assay.data.resolved import resolved
from assay.data.schema import parse
from assay.languages.ocaml.flavours import ocaml_avro_simple
from assay.languages.ocaml.recipe import DUNE, OCAMLFIND, copy

pytestmark = pytest.mark.slow

SCHEMAS = 60
STAND_IN = Path(__file__).with_name("avro_simple.ml")

AWKWARD = """{"type": "record", "name": "Root", "fields": [
  {"name": "_", "type": {"type": "enum", "name": "a.String", "symbols": ["val", "Val", "_"]}},
  {"name": "val", "type": {"type": "record", "name": "root", "fields": []}},
  {"name": "Val", "type": {"type": "array", "items": "Root"}},
  {"name": "value", "type": {"type": "record", "name": "b.Root", "fields": [
    {"name": "plain", "type": ["Root", "null"]}, {"name": "v", "type": ["null", "Root", "int"]}]}},
  {"name": "f0", "type": {"type": "map", "values": ["null", "a.String"]}},
  {"name": "inp", "type": ["null", {"type": "fixed", "name": "list", "size": 0}]},
  {"name": "out", "type": {"type": "enum", "name": "Codec", "symbols": ["Codec", "Some", "None"]}},
  {"name": "union_0", "type": [{"type": "record", "name": "union_0", "fields": []}]},
  {"name": "_E", "type": {"type": "enum", "name": "_E", "symbols": ["_", "e"]}},
  {"name": "ref", "type": {"type": "record", "name": "Ref", "fields": [
    {"name": "_", "type": {"type": "array", "items": "Ref"}}]}},
  {"name": "a_b", "type": {"type": "enum", "name": "A", "symbols": ["x", "B_c", "y"]}},
  {"name": "a", "type": {"type": "enum", "name": "A_B", "symbols": ["c"]}},
  {"name": "_1", "type": ["int", {"type": "record", "name": "_", "fields": []}]},
  {"name": "later", "type": {"type": "map", "values": "A"}},
  {"name": "unit", "type": {"type": "record", "name": "Unit", "fields": [{"name": "type", "type": "null"}]}}
]}"""

MAIN = """\
open Assay_kit

let hexadecimal bytes = String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c))
  (List.of_seq (Bytes.to_seq bytes)))

let convert number of_plain to_plain codec =
  let schema = Schema.read (Files.text "resolved" (number ^ ".resolved.json")) in
  let line = Files.text "line" (number ^ ".json") in
  let bytes = Avro_simple.Codec.encode_to_bytes codec (of_plain (Canonical_reader.read_line schema line)) in
  let value = Avro_simple.Codec.decode_from_bytes codec bytes in
  Printf.printf "%s %s\\n" (hexadecimal bytes) (Canonical_writer.write schema (to_plain value))

let () =
"""


def schema_texts() -> list[str]:
    folders = [CHECKOUT / "workloads", CHECKOUT / "tests/everything/workloads"]
    return [AWKWARD, *(schema_files.read_schema(path) for f in folders for path in sorted(f.glob("*/schema.avsc")))]


def cases() -> list[tuple[str, Any]]:
    """Schemas, as text, each with a value: one that is awkward, those of all workloads, and some of every kind."""
    found = [(text, random_value(parse(text), source(7, 0))) for text in schema_texts()]

    @settings(max_examples=SCHEMAS)
    @given(documents_with_values)
    def collect(case: tuple[str, Any]) -> None:
        found.append(case)

    collect()
    return found


def test_every_schema_compiles_and_keeps_its_values(tmp_path: Path) -> None:
    for tool in (OCAMLFIND, DUNE):
        if problem := find(tool).problem:
            pytest.skip(problem)
    program = tmp_path / "program"
    program.mkdir()
    (tmp_path / "dune-project").write_text("(lang dune 2.9)\n", encoding="utf-8")
    copy(KITS / "ocaml", tmp_path / "kit")
    libraries = "assay_kit"
    if library := os.environ.get("ASSAY_AVRO_SIMPLE"):
        copy(Path(library), tmp_path / "library")
        libraries += " avro-simple"
    else:
        shutil.copy(STAND_IN, program)
    (program / "dune").write_text(f"(executable (name main) (libraries {libraries}))\n", encoding="utf-8")
    expected, calls = [], []
    for number, (text, value) in enumerate(cases()):
        schema = parse(text)
        line = canonical.writer(schema)(value)
        expected.append((text, line))
        code = ocaml_avro_simple.module(schema)
        (program / f"r{number}.ml").write_text(code, encoding="utf-8")
        (program / f"{number}.resolved.json").write_text(json.dumps(resolved(schema)), encoding="utf-8")
        (program / f"{number}.json").write_text(line, encoding="utf-8")
        calls.append(f'  convert "{number}" R{number}.of_plain R{number}.to_plain R{number}.codec')
    (program / "main.ml").write_text(MAIN + ";\n".join(calls) + "\n", encoding="utf-8")
    run(["dune", "build", "--root", ".", "--profile", "release", "./program/main.exe"], tmp_path)
    output = run([str(tmp_path / "_build/default/program/main.exe")], program)
    for found, (text, line) in zip(output.split("\n")[:-1], expected, strict=True):
        data, _, read_back = found.partition(" ")
        schema = parse(text)
        assert read_back == line
        assert canonical.writer(schema)(Reference(text, schema).decode(bytes.fromhex(data))) == line


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[:4000]
    return done.stdout.decode()
