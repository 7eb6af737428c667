"""What the profilers write, read into frames: texts as they printed them, cut short."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from assay.base.checkout import KITS
from assay.catalog.catalog import Catalog
from assay.languages.go import profiling as go
from assay.languages.java.profiling import frame as java_frame
from assay.languages.ocaml import profiling as ocaml
from assay.languages.python.profiling import frame as python_frame
from assay.languages.rust.profiling import kind as rust_kind
from assay.languages.sampling import collapsed
from assay.languages.sampling.addresses import Lines, loaded
from assay.languages.sampling.perf import Raw, parse, plain
from assay.languages.sampling.stacks import OTHER_THREADS

PERF = """\
contestant 30632/30632 
\t           29566 avro_value_write (/usr/lib/libavro.so.23.0.0)
\t           1ec9e assay::stretch<assay::Encode<(anonymous namespace)::A>, int> (/cache/contestant)
\tffffffff81000000 clear_page ([kernel.kallsyms])

helper thread 30632/30640 
\t           16d8a7 [unknown] (/usr/lib/libc.so.6)

"""

PPROF = """\
PeriodType: cpu nanoseconds
Samples:
samples/count cpu/nanoseconds
          3   30000000: 1 2 
          1   10000000: 3 
Locations
     1: 0x47f1 M=1 runtime.memmove /go/src/runtime/memmove.s:12:0 s=0
     2: 0x48a0 M=1 assay/kit.(*work[go.shape.interface {}]).stretch /kits/go/work.go:129:7 s=120
             main.(*adapter).Encode /contestants/go/x/main.go:30:0 s=28
             runtime.main /go/src/runtime/proc.go:290:0 s=140
     3: 0x48b0 M=1 runtime.gcBgMarkWorker /go/src/runtime/mgc.go:1:0 s=0
Mappings
1: 0x400000/0x500000/0x0 contestant
"""


def test_perf_script_is_read_with_threads_kernel_and_names_in_brackets() -> None:
    first, second = parse(PERF)
    assert first.main and not second.main
    assert first.frames[0] == Raw(0x29566, "avro_value_write", "/usr/lib/libavro.so.23.0.0")
    assert first.frames[1].file == "/cache/contestant" and "(anonymous namespace)::A" in first.frames[1].symbol
    assert first.frames[2].file == "[kernel.kallsyms]"
    assert second.frames == [Raw(0x16D8A7, "[unknown]", "/usr/lib/libc.so.6")]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Writer<Buffer<UTF8<char>, CrtAllocator>, Allocator>::Text(char const*, unsigned)", "Writer<…>::Text"),
        ("<serde::X<W> as core::Y>::go", "<serde::X<W> as core::Y>::go"),
        ("void foo<int>(int)", "foo<int>"),
        ("std::function<void (int)>::operator()(int) const", "std::function<void (int)>::operator()"),
        ("a::operator<<(b)", "a::operator<<"),
        ("core::mem::drop::h0123456789abcdef", "core::mem::drop"),
        ("x::{{closure}}", "x::{{closure}}"),
        ("A::encode[abi:cxx11](int)", "A::encode"),
        ("(anonymous namespace)::f(int)", "{anonymous}::f"),
    ],
)
def test_names_are_said_without_what_nobody_reads(name: str, said: str) -> None:
    assert plain(name) == said


def test_go_frames_have_their_inlined_callers_and_whose_they_are(known: Catalog) -> None:
    contestant = known.contestant("go/goavro")
    (frames, weight), (others, _) = go.parse(contestant, PPROF, places=False)
    assert [(f.name, f.kind) for f in frames] == [
        ("runtime.main", "runtime"),
        ("main.(*adapter).Encode", "adapter"),
        ("kit.(*work[…]).stretch", "kit"),
        ("runtime.memmove", "runtime"),
    ]
    assert weight == 30000000
    assert others[0] == OTHER_THREADS
    (placed, _), _ = go.parse(contestant, PPROF, places=True)
    assert placed[1].place == "main.go:30"


def test_frames_of_the_jvm(known: Catalog) -> None:
    contestant = known.contestant("java/avro-generic")
    words = {
        "assay/kit/measure/EncodeLoop.run_[j]": ("EncodeLoop.run", "kit"),
        "assay/kit/avro/ReusingAvroAdapter.encode_[i]": ("ReusingAvroAdapter.encode", "adapter"),
        "assay/contestant/AvroGeneric.encode_[j]": ("AvroGeneric.encode", "adapter"),
        "org/apache/avro/io/BinaryEncoder.writeString_[i]": ("BinaryEncoder.writeString", "library"),
        "java/lang/String.charAt_[j]": ("String.charAt", "runtime"),
        "a/B$$Lambda$84.0x00007f73940c0c00.apply_[j]": ("B$$Lambda.apply", "library"),
        "G1CollectedHeap::collect": ("G1CollectedHeap::collect", "runtime"),
        "clear_page_[k]": ("clear_page", "system"),
    }
    found = {word: java_frame(contestant, word) for word in words}
    assert {word: (f.name, f.kind) for word, f in found.items()} == words


def test_frames_of_python(known: Catalog) -> None:
    contestant = known.contestant("python/avro")
    packages = "/venv/lib/python3.11/site-packages"
    words = {
        f"consume ({KITS}/python/assay_kit/loop.py)": ("loop: consume", "kit"),
        f"Adapter.encode ({contestant.folder}/adapter.py)": ("adapter: Adapter.encode", "adapter"),
        f"validate ({packages}/avro/io.py)": ("io: validate", "library"),
        "dumps (/usr/lib/python3.11/json/__init__.py)": ("__init__: dumps", "runtime"),
        "__memmove (/usr/lib/x86_64-linux-gnu/libc.so.6)": ("libc: __memmove", "runtime"),
        "write_map (fastavro/_write.cpython-311.so)": ("_write: write_map", "library"),
    }
    found = {word: python_frame(contestant, word) for word in words}
    assert {word: (f.name, f.kind) for word, f in found.items()} == words


def test_whose_a_function_of_machine_code_is(known: Catalog) -> None:
    contestant = known.contestant("rust/serde_json")
    assert rust_kind(contestant, "x", f"{KITS}/rust/src/lib.rs") == "kit"
    assert rust_kind(contestant, "x", f"{contestant.folder}/src/main.rs") == "adapter"
    assert rust_kind(contestant, "x", "/rustc/abc/library/core/src/str.rs") == "runtime"
    assert rust_kind(contestant, "x", "/rust/deps/hashbrown-0.16.1/src/map.rs") == "runtime"
    assert rust_kind(contestant, "x", "/home/a/.cargo/registry/src/serde_json-1.0/src/ser.rs") == "library"
    place = "/cache/workspace/_build/default"
    assert ocaml.kind("x", f"{place}/kit/loops.ml") == "kit"
    assert ocaml.kind("x", f"{place}/contestant/contestant.ml") == "adapter"
    assert ocaml.kind("x", f"{place}/contestant/records.ml") == "library"
    assert ocaml.named("camlAssay_kit__Loops__run_12") == "Assay_kit.Loops.run"
    assert ocaml.named("camlDune__exe__Writing__field_327") == "Writing.field"
    assert ocaml.named("caml_alloc_string") == "caml_alloc_string"


def test_folded_lines_that_are_none_are_passed_over() -> None:
    assert list(collapsed.lines("a;b c 3\n\nnothing\n")) == [(["a", "b c"], 3.0)]


def test_a_program_without_debug_information_has_no_lines() -> None:
    program = Path(sys.executable).resolve()
    assert loaded(program.read_bytes()[:4096])
    assert loaded(b"#!/bin/sh\n") == []
    assert Lines(program, []).at(1) == []
