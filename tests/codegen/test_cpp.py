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

from assay.base.checkout import CHECKOUT, KITS
from assay.data import canonical
from assay.data.resolved import resolved
from assay.data.schema import parse
from assay.languages.c import packages
from assay.languages.cpp import structs as cpp_structs
from assay.languages.cpp.flavours import cpp_flatbuffers, cpp_protobuf
from assay.languages.cpp.names import MACROS, identifier
from assay.languages.shared.flavours import Making
from assay_plain import reading

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")]

SYMBOLS = ["EOF", "ENOENT", "UINT64_MAX", "UCHAR_MAX", "LC_ALL", "CLOCKS_PER_SEC", "TMP_MAX", "_GLIBCXX_USE_C99"]
TREE = {
    "type": "record",
    "name": "Tree",
    "fields": [
        {"name": "Tree", "type": ["null", "Tree"]},
        {"name": "fields", "type": {"type": "array", "items": "Tree"}},
        {"name": "either", "type": ["Tree", "int", "null"]},
        {"name": "by_name", "type": {"type": "map", "values": ["null", "Tree"]}},
        {"name": "NULL", "type": {"type": "enum", "name": "std", "symbols": [*SYMBOLS, "eof", "class"]}},
    ],
}
LEAF: dict[str, Any] = {"Tree": None, "fields": [], "either": 7, "by_name": {}, "NULL": "EOF"}
GROWN: dict[str, Any] = {
    "Tree": LEAF,
    "fields": [LEAF],
    "either": LEAF,
    "by_name": {"a": LEAF, "b": None},
    "NULL": "ENOENT",
}

MAIN = """
template <class Root>
void round_trip(const char *schema_path, const char *line, Root (*from)(const assay::Plain &),
                assay::Plain (*to)(const assay::Schema &, const Root &)) {
    const assay::ResolvedSchema schema(assay::read_file(schema_path));
    std::string text;
    const std::string canonical = assay::read_file(line);
    const Root root = from(assay::read_canonical(schema.root(), canonical));
    assay::write_canonical(schema.root(), to(schema.root(), root), text);
    text += "\\n" + assay::hex_digits(assay::reading_of(root)) + "\\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
}
"""

PIECES_MAIN = """
#include <assay/access.hpp>
#include <cstdio>

int main() {
    std::string bytes;
    for (std::size_t size = 0; size <= 2000; ++size) {
        const auto *data = reinterpret_cast<const std::uint8_t *>(bytes.data());
        std::string text;
        assay::base64::append(text, data, size);
        assay::Reading whole, pieces;
        assay::read_bytes(whole, assay::Input(data, size));
        assay::read_bytes(pieces, assay::base64::Text{text});
        if (whole.value() != pieces.value()) return 1;
        bytes += static_cast<char>(size * 7);
    }
    try {
        assay::Reading reading;
        assay::read_bytes(reading, assay::base64::Text{std::string(1022, 'A') + "==" + std::string(8, 'A')});
    } catch (const assay::Error &) {
        return 0;
    }
    return 2;
}
"""


# Protoc's own code does not compile where a type is called `std`.
NAMED_TREE = json.loads(json.dumps(TREE).replace('"std"', '"kind"'))

MESSAGE_MAIN = """
#include <assay/canonical.hpp>
#include <assay/digest.hpp>
#include <assay/files.hpp>
#include <cstdio>
#include "messages.hpp"

int main(int, char **arguments) {
    const assay::ResolvedSchema schema(assay::read_file(arguments[1]));
    records::RootMessage message;
    const assay::Plain plain = assay::read_canonical(schema.root(), assay::read_file(arguments[2]));
    records::to_message(records::from_plain(plain), message);
    records::RootMessage read;
    if (!read.ParseFromString(message.SerializeAsString())) return 1;
    records::Root root{};
    records::from_message(read, root);
    std::string text;
    assay::write_canonical(schema.root(), records::to_plain(schema.root(), root), text);
    text += "\\n" + assay::hex_digits(records::reading_of(read));
    std::fwrite(text.data(), 1, text.size(), stdout);
}
"""

TABLE_MAIN = """
#include <assay/canonical.hpp>
#include <assay/files.hpp>
#include <cstdio>
#include "tables.hpp"

int main(int, char **arguments) {
    const assay::ResolvedSchema schema(assay::read_file(arguments[1]));
    const assay::Plain plain = assay::read_canonical(schema.root(), assay::read_file(arguments[2]));
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(records::put_root(builder, records::from_plain(plain)));
    records::Root root{};
    records::take_root(*flatbuffers::GetRoot<records::RootTable>(builder.GetBufferPointer()), root);
    std::string text;
    assay::write_canonical(schema.root(), records::to_plain(schema.root(), root), text);
    std::fwrite(text.data(), 1, text.size(), stdout);
}
"""

# What the library's compiler and the generated code call something of their own, and a macro.
NAMES = ["Builder", "RootTable", "Blob", "Order", "OrderBuilder", "std"]
TAKEN = {
    "type": "record",
    "name": "Root",
    "fields": [
        {"name": "errno", "type": "int"},
        *(
            {"name": name, "type": {"type": "record", "name": name, "fields": [{"name": "EOF", "type": "int"}]}}
            for name in NAMES
        ),
        {"name": "blobs", "type": {"type": "array", "items": "bytes"}},
    ],
}

UNIONS = {
    "type": "record",
    "name": "message",
    "fields": [
        {"name": "held", "type": {"type": "array", "items": ["null", "boolean", {"type": "array", "items": "bytes"}]}},
        {"name": "class", "type": {"type": "map", "values": {"type": "enum", "name": "case", "symbols": ["a", "b"]}}},
        {"name": "value", "type": [{"type": "fixed", "name": "Two", "size": 2}, "double", "string", "message"]},
        {"name": "flags", "type": {"type": "array", "items": "boolean"}},
        {"name": "nothing", "type": "null"},
        {"name": "cases", "type": {"type": "array", "items": "case"}},
        {"name": "by_name", "type": {"type": "map", "values": {"type": "map", "values": "Two"}}},
        {"name": "maybe", "type": [{"type": "array", "items": "float"}, "null"]},
        {"name": "null_alone", "type": ["null"]},
    ],
}
UNION: dict[str, Any] = {
    "held": [None, True, [b"", b"\0"]],
    "class": {"x": "b"},
    "value": b"ab",
    "flags": [True, False],
    "nothing": None,
    "cases": ["b", "a"],
    "by_name": {"": {"y": b"yz"}},
    "maybe": [0.5],
    "null_alone": None,
}
NESTED: dict[str, Any] = {**UNION, "value": UNION, "maybe": None}


def cases() -> list[tuple[str, Any]]:
    """Schemas with one value each: one written by hand, and some of every kind."""
    found: list[tuple[str, Any]] = [(json.dumps(TREE), GROWN)]

    @hypothesis.settings(max_examples=40, database=None, phases=[hypothesis.Phase.generate])
    @hypothesis.given(documents_with_values)
    def collect(case: tuple[str, Any]) -> None:
        found.append(case)

    collect()
    return found


def compile_program(folder: Path, *options: str) -> str:
    """Compile `main.cpp` with the parts of the kit that it needs, without a warning."""
    kit = KITS / "cpp"
    parts = ("json", "schema", "canonical_read", "canonical_write", "files")
    sources = [str(folder / "main.cpp"), *(str(kit / "assay" / f"{part}.cpp") for part in parts)]
    program = str(folder / "program")
    command = ["g++", "-std=c++20", "-O0", "-Wall", f"-I{kit}", f"-I{folder}", *sources, *options, "-o", program]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[:3000]
    assert built.stderr == ""
    return program


def test_every_schema_compiles_and_keeps_its_values_and_their_reading(tmp_path: Path) -> None:
    lines = []
    headers = ("canonical", "digest", "files", "reading")
    includes = [*(f"#include <assay/{header}.hpp>" for header in headers), "#include <cstdio>"]
    calls = []
    for number, (text, value) in enumerate(cases()):
        schema = parse(text)
        line = canonical.writer(schema)(value)
        lines += [line, reading.digits(schema, canonical.reader(schema)(line))]
        (tmp_path / f"{number}.resolved").write_text(json.dumps(resolved(schema)), encoding="utf-8")
        (tmp_path / f"{number}.json").write_text(line, encoding="utf-8")
        (tmp_path / f"{number}.hpp").write_text(cpp_structs.generate(schema, f"s{number}"), encoding="utf-8")
        includes.append(f'#include "{number}.hpp"')
        paths = f'"{tmp_path}/{number}.resolved", "{tmp_path}/{number}.json"'
        calls.append(f"round_trip<s{number}::Root>({paths}, s{number}::from_plain, s{number}::to_plain);")
    everything = (CHECKOUT / "tests/everything/workloads/everything/schema.avsc").read_text(encoding="utf-8")
    (tmp_path / "all.hpp").write_text(cpp_structs.generate(parse(everything), "everything"), encoding="utf-8")
    body = "\n".join([*includes, '#include "all.hpp"', MAIN, "int main() {", *calls, "}"])
    main = tmp_path / "main.cpp"
    main.write_text(body + "\n", encoding="utf-8")
    done = subprocess.run([compile_program(tmp_path)], capture_output=True, check=True)
    assert done.stdout.decode().split("\n")[:-1] == lines


def test_every_macro_of_the_headers_is_known(tmp_path: Path) -> None:
    """All of the standard library, since adapters include more of it than generated code does."""
    headers = ["<bits/stdc++.h>", "<unistd.h>", "<assay/kit.hpp>"]
    (tmp_path / "all.cpp").write_text("".join(f"#include {header}\n" for header in headers), encoding="utf-8")
    command = ["g++", "-std=c++20", "-dM", "-E", f"-I{KITS / 'cpp'}", str(tmp_path / "all.cpp")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    names = {line.split()[1].partition("(")[0] for line in done.stdout.splitlines()}
    assert len(names) > 1000
    missing = sorted(name for name in names if identifier(name) == name)
    assert not missing, f"add to {MACROS}: {' '.join(missing)}"


def test_bytes_in_pieces_have_the_reading_of_the_whole(tmp_path: Path) -> None:
    (tmp_path / "main.cpp").write_text(PIECES_MAIN, encoding="utf-8")
    assert subprocess.run([compile_program(tmp_path)], check=False).returncode == 0


def test_tables_keep_the_values_of_structs_of_any_name(tmp_path: Path) -> None:
    schema = parse(json.dumps(TAKEN))
    (tmp_path / "resolved.json").write_text(json.dumps(resolved(schema)), encoding="utf-8")
    (tmp_path / "main.cpp").write_text(TABLE_MAIN, encoding="utf-8")
    log = tmp_path / "log"
    cpp_flatbuffers.make(Making(json.dumps(TAKEN), tmp_path, log))
    program = compile_program(tmp_path, *packages.include_options("flatbuffers", log))
    value = {"errno": 1, **{name: {"EOF": number} for number, name in enumerate(NAMES)}, "blobs": [b"", b"b"]}
    line = canonical.writer(schema)(value)
    (tmp_path / "line.json").write_text(line, encoding="utf-8")
    paths = [str(tmp_path / "resolved.json"), str(tmp_path / "line.json")]
    assert subprocess.run([program, *paths], capture_output=True, check=True).stdout.decode() == line


@pytest.mark.parametrize(("document", "values"), [(NAMED_TREE, [LEAF, GROWN]), (UNIONS, [UNION, NESTED])])
def test_messages_keep_the_values_of_structs_and_their_reading(
    document: Any, values: list[Any], tmp_path: Path
) -> None:
    schema = parse(json.dumps(document))
    (tmp_path / "resolved.json").write_text(json.dumps(resolved(schema)), encoding="utf-8")
    (tmp_path / "main.cpp").write_text(MESSAGE_MAIN, encoding="utf-8")
    log = tmp_path / "log"
    cpp_protobuf.make(Making(json.dumps(document), tmp_path, log))
    (archive,) = packages.archives("protobuf", [], log)
    library = [*packages.include_options("protobuf", log), str(archive), "-pthread"]
    program = compile_program(tmp_path, str(tmp_path / "schema.pb.cc"), *library)
    for value in values:
        line = canonical.writer(schema)(value)
        (tmp_path / "line.json").write_text(line, encoding="utf-8")
        paths = [str(tmp_path / "resolved.json"), str(tmp_path / "line.json")]
        done = subprocess.run([program, *paths], capture_output=True, check=True)
        assert done.stdout.decode() == f"{line}\n{reading.digits(schema, canonical.reader(schema)(line))}"
