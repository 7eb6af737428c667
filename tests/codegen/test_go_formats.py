"""Generated Go types for formats beside Avro: one program encodes and decodes a record of many schemas."""

from __future__ import annotations

import json
import math
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from codegen.go_cases import AWKWARD, AWKWARD_LINE, run
from data.schemas import documents_with_values
from hypothesis import given, settings

from assay.base.checkout import CHECKOUT, KITS
from assay.base.tools import find
from assay.catalog.catalog import Catalog
from assay.data import canonical
from assay.data.resolved import resolved
from assay.data.schema import Record, parse
from assay.languages.go.flavours import (
    go_cbor_structs,
    go_json_structs,
    go_msgpack_methods,
    go_msgpack_structs,
    go_protobuf_converted,
)
from assay.languages.go.making import Making
from assay.languages.go.module import GO, GoModule
from assay.languages.go.recipe import RECIPE
from assay.languages.shared.protoc import PROTOC

pytestmark = pytest.mark.slow

SCHEMAS = 40
CONTESTANTS = CHECKOUT / "contestants" / "go"
TAGGED = {
    "encoding-json": go_json_structs.STYLE,
    "go-json": go_json_structs.STYLE,
    "json-v2": go_json_structs.STYLE,
    "sonic": go_json_structs.STYLE,
    "cbor": go_cbor_structs.STYLE,
    "vmihailenco": go_msgpack_structs.STYLE,
    "msgp": go_msgpack_methods.STYLE,
}

# A union with several branches of every kind that can be there twice, and a value of each.
SEVERAL = """{"type": "record", "name": "Several", "fields": [{"name": "all", "type": {"type": "array", "items": [
  {"type": "enum", "name": "Int", "symbols": ["A"]}, "int", "long", "null", "boolean", "float", "double",
  {"type": "enum", "name": "E", "symbols": ["B", "C"]}, "string", {"type": "fixed", "name": "F", "size": 3}, "bytes",
  {"type": "record", "name": "P", "fields": [{"name": "p", "type": "int"}]},
  {"type": "record", "name": "Q", "fields": [{"name": "q", "type": "int"}, {"name": "bytes", "type": "string"}]},
  {"type": "map", "values": "int"}, {"type": "array", "items": "long"}
]}}, {"name": "maps", "type": {"type": "array", "items": ["null", {"type": "map", "values": ["null", "P"]}]}}]}"""
NOTHING = '{"type": "record", "name": "Nothing", "fields": [{"name": "nothing", "type": ["null"]}]}'
OF_SEVERAL = {
    "all": [
        *("A", -5, 3000000000, None, True, 1.5, 0.1, 2.0**60, -0.0, "C", "other", b"\1\2\3", b""),
        *({"p": 1}, {"q": 2, "bytes": "x"}, {"p": 1, "q": 2}, {}, [4, 5]),
    ],
    "maps": [None, {}, {"a": {"p": 1}, "b": None}],
}

PROGRAM = """\
package main

import (
	"bytes"
	"fmt"
	"os"

	"assay/kit/plain"
	%(imports)s
)

type adapter[R any] struct {
	fromPlain func(any) (R, error)
	toPlain   func(R) (any, error)
	encode    func(R) ([]byte, error)
	decode    func([]byte) (R, error)
}

func convert[R any](number int, make func(*plain.Schema) adapter[R]) {
	text, err := os.ReadFile(fmt.Sprint(number, ".resolved"))
	check(number, err)
	line, err := os.ReadFile(fmt.Sprint(number, ".json"))
	check(number, err)
	schema, err := plain.Resolved(text)
	check(number, err)
	value, err := plain.Read(schema, line)
	check(number, err)
	adapter := make(schema)
	record, err := adapter.fromPlain(value)
	check(number, err)
	data, err := adapter.encode(record)
	check(number, err)
	decoded, err := adapter.decode(data)
	check(number, err)
	back, err := adapter.toPlain(decoded)
	check(number, err)
	written, err := plain.Append(nil, schema, back)
	check(number, err)
	if !bytes.Equal(written, line) {
		panic(fmt.Sprintf("%%d: %%s became %%s by %%q", number, line, written, data))
	}
}

func check(number int, err error) {
	if err != nil {
		panic(fmt.Sprintf("%%d: %%v", number, err))
	}
}

%(adapters)s

func main() {
%(calls)s
}
"""
BYTES_ADAPTER = """
func typed[R any](schema *plain.Schema) adapter[*R] {
	structs := values.NewTyped[R](schema)
	return adapter[*R]{structs.FromPlain, structs.ToPlain,
		func(record *R) ([]byte, error) { return %(package)s.Marshal(record) },
		func(data []byte) (*R, error) { record := new(R); return record, %(package)s.Unmarshal(data, record) },
	}
}
"""
METHODS_ADAPTER = """
func typed[R any](schema *plain.Schema) adapter[*R] {
	structs := values.NewTyped[R](schema)
	return adapter[*R]{structs.FromPlain, structs.ToPlain,
		func(record *R) ([]byte, error) { return any(record).(msgpack.Marshaler).MarshalMsg(nil) },
		func(data []byte) (*R, error) {
			record := new(R)
			_, err := any(record).(msgpack.Unmarshaler).UnmarshalMsg(data)
			return record, err
		},
	}
}
"""
PROTOBUF_ADAPTER = """
func messages[T any, M protobuf.Pointer[T]](schema *plain.Schema) adapter[M] {
	structs := protobuf.NewValues[T, M](schema)
	return adapter[M]{structs.FromPlain, structs.ToPlain,
		func(record M) ([]byte, error) { return proto.Marshal(record) },
		func(data []byte) (M, error) {
			own, record := M(new(T)), M(new(T))
			if err := any(own).(interface{ UnmarshalVT([]byte) error }).UnmarshalVT(data); err != nil {
				return nil, err
			}
			data, err := any(own).(interface{ MarshalVT() ([]byte, error) }).MarshalVT()
			if err != nil {
				return nil, err
			}
			return record, proto.Unmarshal(data, record)
		},
	}
}

func converted[R, T any, M protobuf.Pointer[T]](
	to func(*R) M, of func(M, *R) error,
) func(*plain.Schema) adapter[*R] {
	return func(schema *plain.Schema) adapter[*R] {
		structs := values.NewTyped[R](schema)
		return adapter[*R]{structs.FromPlain, structs.ToPlain,
			func(record *R) ([]byte, error) { return proto.Marshal(to(record)) },
			func(data []byte) (*R, error) {
				message, record := M(new(T)), new(R)
				if err := proto.Unmarshal(data, message); err != nil {
					return nil, err
				}
				return record, of(message, record)
			},
		}
	}
}
"""


@pytest.fixture(scope="module")
def cases() -> list[tuple[str, str]]:
    """Schemas, as text, each with the canonical text of a record that JSON can hold too."""
    found = [
        (AWKWARD, AWKWARD_LINE),
        (SEVERAL, canonical.writer(parse(SEVERAL))(OF_SEVERAL)),
        (NOTHING, '{"nothing":null}'),
    ]

    @settings(max_examples=SCHEMAS)
    @given(documents_with_values)
    def collect(pair: tuple[str, Any]) -> None:
        text, value = pair
        if is_finite(value) and text != '"null"':
            found.append((text, canonical.writer(parse(text))(value)))

    collect()
    return found


def is_finite(value: Any) -> bool:
    match value:
        case float():
            return math.isfinite(value)
        case dict():
            return all(map(is_finite, value.values()))
        case list():
            return all(map(is_finite, value))
        case _:
            return True


def lay_out(folder: Path, contestant: str, cases: list[tuple[str, str]]) -> GoModule:
    """A module with what a contestant's pins, for a program of many schemas."""
    if problem := find(GO).problem:
        pytest.skip(problem)
    for number, (text, line) in enumerate(cases):
        (folder / f"{number}.resolved").write_text(json.dumps(resolved(parse(text))), encoding="utf-8")
        (folder / f"{number}.json").write_text(line, encoding="utf-8")
        (folder / f"r{number}").mkdir()
    pins = (CONTESTANTS / contestant / "go.mod").read_text(encoding="utf-8").replace("../../../kits", str(KITS))
    (folder / "go.mod").write_text(re.sub("^module .*", "module types", pins), encoding="utf-8")
    if (CONTESTANTS / contestant / "go.sum").exists():
        shutil.copy(CONTESTANTS / contestant / "go.sum", folder)
    return GoModule(folder, folder / "build.log")


def build_and_run(folder: Path, imports: list[str], adapters: str, calls: list[str]) -> None:
    text = PROGRAM % {"imports": "\n\t".join(imports), "adapters": adapters, "calls": "\n".join(calls)}
    (folder / "main.go").write_text(text, encoding="utf-8")
    run(["go", "build", "-o", "program", "."], folder)
    run(["./program"], folder)


@pytest.mark.parametrize("name", TAGGED)
def test_records_survive_formats_that_describe_themselves(
    name: str, cases: list[tuple[str, str]], known: Catalog, tmp_path: Path
) -> None:
    manifest = known.contestant(f"go/{name}").manifest
    style = TAGGED[name]
    if style.inside:
        # Its generator makes methods for types with a name of their own.
        cases = [(text, line) for text, line in cases if isinstance(parse(text), Record)]
    module = lay_out(tmp_path, name, cases)
    numbers = range(len(cases))
    shutil.copy(CONTESTANTS / name / "main.go", tmp_path)  # for its go:generate, if it has one
    for number in numbers:
        folder = tmp_path / f"r{number}"
        RECIPE.flavours[manifest.types].make(Making(cases[number][0], folder, module.log, manifest.library, module))
    library = f'{style.package} "{style.path(manifest.library)}"'
    imports = ['"assay/kit/values"', library, *(f'r{n} "types/r{n}/records"' for n in numbers)]
    adapter = METHODS_ADAPTER if style.inside else BYTES_ADAPTER % {"package": style.package}
    build_and_run(tmp_path, imports, adapter, [f"\tconvert({n}, typed[r{n}.Root])" for n in numbers])
    if shutil.which("gofmt"):
        assert run(["gofmt", "-l", *(str(p) for p in tmp_path.glob("r*/records/records.go"))], tmp_path) == ""


def test_records_survive_protobuf_and_its_conversion(
    cases: list[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if problem := find(PROTOC).problem:
        pytest.skip(problem)
    # Many schemas are in one program, and Protobuf wants a file's name once.
    monkeypatch.setenv("GOLANG_PROTOBUF_REGISTRATION_CONFLICT", "ignore")
    module = lay_out(tmp_path, "vtprotobuf", cases)
    numbers = range(len(cases))
    calls = []
    for number in numbers:
        text, folder = cases[number][0], tmp_path / f"r{number}"
        making = Making(text, folder, module.log, "", module)
        making.make_messages()
        making.write_records(go_protobuf_converted.generate(parse(text), f"types/r{number}/messages"))
        calls += [
            f"\tconvert({number}, messages[r{number}.Message])",
            f"\tconvert({number}, converted(r{number}.ToMessage, r{number}.OfMessage))",
        ]
    imports = ['"assay/kit/protobuf"', '"assay/kit/values"', '"google.golang.org/protobuf/proto"']
    imports += [f'r{n} "types/r{n}/records"' for n in numbers]
    build_and_run(tmp_path, imports, PROTOBUF_ADAPTER, calls)
    if shutil.which("gofmt"):
        assert run(["gofmt", "-l", *(str(p) for p in tmp_path.glob("r*/records/records.go"))], tmp_path) == ""
