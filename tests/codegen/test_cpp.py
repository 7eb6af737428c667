"""Generated C++ types: they compile, and hold every value of their schema."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from data.schemas import documents_with_values

from assay.codegen import cpp_structs
from assay.data import canonical
from assay.data.schema import parse
from assay.house import HOUSE, KITS

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

TREE = {
    "type": "record",
    "name": "Tree",
    "fields": [
        {"name": "Tree", "type": ["null", "Tree"]},
        {"name": "fields", "type": {"type": "array", "items": "Tree"}},
        {"name": "either", "type": ["Tree", "int", "null"]},
        {"name": "by_name", "type": {"type": "map", "values": ["null", "Tree"]}},
        {"name": "NULL", "type": {"type": "enum", "name": "std", "symbols": ["EOF", "eof", "class"]}},
    ],
}
LEAF: dict[str, Any] = {"Tree": None, "fields": [], "either": 7, "by_name": {}, "NULL": "EOF"}
GROWN: dict[str, Any] = {
    "Tree": LEAF,
    "fields": [LEAF],
    "either": LEAF,
    "by_name": {"a": LEAF, "b": None},
    "NULL": "class",
}

MAIN = """
template <class Root>
void round_trip(const char *schema_path, const char *line, Root (*from)(const assay::Plain &),
                assay::Plain (*to)(const assay::Schema &, const Root &)) {
    const assay::ParsedSchema schema(assay::read_file(schema_path));
    std::string text;
    const std::string canonical = assay::read_file(line);
    const Root root = from(assay::read_canonical(schema.root(), canonical));
    assay::write_canonical(schema.root(), to(schema.root(), root), text);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\\n', stdout);
}
"""


def cases() -> list[tuple[str, Any]]:
    """Schemas with one value each: one written by hand, and some of every kind."""
    found: list[tuple[str, Any]] = [(json.dumps(TREE), GROWN)]

    @hypothesis.settings(max_examples=40, database=None, phases=[hypothesis.Phase.generate])
    @hypothesis.given(documents_with_values)
    def collect(case: tuple[str, Any]) -> None:
        found.append(case)

    collect()
    return found


def test_every_schema_compiles_and_keeps_its_values(tmp_path: Path) -> None:
    lines = []
    includes = ["#include <assay/canonical.hpp>", "#include <assay/files.hpp>", "#include <cstdio>"]
    calls = []
    for number, (text, value) in enumerate(cases()):
        schema = parse(text)
        lines.append(canonical.writer(schema)(value))
        (tmp_path / f"{number}.avsc").write_text(text, encoding="utf-8")
        (tmp_path / f"{number}.json").write_text(lines[-1], encoding="utf-8")
        (tmp_path / f"{number}.hpp").write_text(cpp_structs.generate(schema, f"s{number}"), encoding="utf-8")
        includes.append(f'#include "{number}.hpp"')
        paths = f'"{tmp_path}/{number}.avsc", "{tmp_path}/{number}.json"'
        calls.append(f"round_trip<s{number}::Root>({paths}, s{number}::from_plain, s{number}::to_plain);")
    everything = (HOUSE / "tests/house/workloads/everything/schema.avsc").read_text(encoding="utf-8")
    (tmp_path / "all.hpp").write_text(cpp_structs.generate(parse(everything), "everything"), encoding="utf-8")
    body = "\n".join([*includes, '#include "all.hpp"', MAIN, "int main() {", *calls, "}"])
    main = tmp_path / "main.cpp"
    main.write_text(body + "\n", encoding="utf-8")
    kit = KITS / "cpp"
    sources = [
        str(kit / "assay" / f"{n}.cpp") for n in ("json", "schema", "canonical_read", "canonical_write", "files")
    ]
    program = str(tmp_path / "program")
    command = ["g++", "-std=c++20", "-O0", "-Wall", f"-I{kit}", str(main), *sources, "-o", program]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[:3000]
    assert built.stderr == ""
    done = subprocess.run([program], capture_output=True, check=True)
    assert done.stdout.decode().split("\n")[:-1] == lines
