"""Generated Go types: many schemas in one program, which is built once and converts a record of each there and back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from codegen.go_cases import AWKWARD, AWKWARD_LINE, run
from data.schemas import documents_with_values
from hypothesis import given, settings

from assay.base.checkout import KITS
from assay.base.tools import find
from assay.data import canonical
from assay.data.resolved import resolved
from assay.data.schema import parse
from assay.languages.go.flavours import go_structs
from assay.languages.go.module import GO

pytestmark = pytest.mark.slow

SCHEMAS = 60

PROGRAM = """\
package main

import (
	"bytes"
	"fmt"
	"os"

	"assay/kit/plain"
	"assay/kit/values"

%(imports)s
)

func wrapped(name string, value any) any { return values.Tagged{name: value} }

func bare(_ string, value any) any { return value }

func convert[R any](number int, named map[string]any) {
	text, err := os.ReadFile(fmt.Sprint(number, ".resolved"))
	check(err)
	line, err := os.ReadFile(fmt.Sprint(number, ".json"))
	check(err)
	schema, err := plain.Resolved(text)
	check(err)
	value, err := plain.Read(schema, line)
	check(err)
	tagged := values.NewStructs[R](schema, named, wrapped)
	record, err := tagged.FromPlain(value)
	check(err)
	other, err := values.NewStructs[R](schema, named, bare).FromPlain(value)
	check(err)
	generic, err := values.ToPlain(schema, values.FromPlain(schema, value))
	check(err)
	first, err := tagged.ToPlain(record)
	check(err)
	second, err := tagged.ToPlain(other)
	check(err)
	for _, made := range []any{value, first, second, generic} {
		written, err := plain.Append(nil, schema, made)
		check(err)
		if !bytes.Equal(written, line) {
			panic(fmt.Sprintf("%%d: %%s became %%s", number, line, written))
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
%(calls)s
}
"""


@pytest.fixture(scope="module")
def cases() -> list[tuple[str, str]]:
    """Schemas, as text, each with the canonical text of a record."""
    found = [(AWKWARD, AWKWARD_LINE)]

    @settings(max_examples=SCHEMAS)
    @given(documents_with_values)
    def collect(pair: tuple[str, object]) -> None:
        text, value = pair
        found.append((text, canonical.writer(parse(text))(value)))

    collect()
    return found


@pytest.fixture(scope="module")
def folder(cases: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A module with a package for each schema, and a program that goes through all."""
    if problem := find(GO).problem:
        pytest.skip(problem)
    folder = tmp_path_factory.mktemp("go types")
    shutil.copytree(KITS / "go", folder / "kit")
    for number, (text, line) in enumerate(cases):
        (folder / f"{number}.resolved").write_text(json.dumps(resolved(parse(text))), encoding="utf-8")
        (folder / f"{number}.json").write_text(line, encoding="utf-8")
        (folder / f"r{number}").mkdir()
        (folder / f"r{number}" / "records.go").write_text(go_structs.generate(parse(text)), encoding="utf-8")
    numbers = range(len(cases))
    program = PROGRAM % {
        "imports": "\n".join(f'\tr{n} "types/r{n}"' for n in numbers),
        "calls": "\n".join(f"\tconvert[r{n}.Root]({n}, r{n}.Named)" for n in numbers),
    }
    (folder / "main.go").write_text(program, encoding="utf-8")
    module = "module types\n\ngo 1.25\n\nrequire assay/kit v0.0.0\n\nreplace assay/kit => ./kit\n"
    (folder / "go.mod").write_text(module, encoding="utf-8")
    return folder


def test_records_of_every_schema_go_there_and_back(folder: Path) -> None:
    run(["go", "build", "-o", "program", "."], folder)
    run(["./program"], folder)


def test_generated_files_are_as_gofmt_has_them(folder: Path) -> None:
    if shutil.which("gofmt") is None:
        pytest.skip("gofmt is not installed")
    assert run(["gofmt", "-l", *(str(p) for p in folder.glob("r*/records.go"))], folder) == ""
