"""C++ contestants: the adapter is a class that the kit's templates are made for."""

from __future__ import annotations

from pathlib import Path

from assay.data.schema import parse
from assay.formats.protobuf.protoc import compile_proto, write_proto
from assay.house import KITS
from assay.languages.cpp import fory as cpp_fory
from assay.languages.cpp import messages as cpp_messages
from assay.languages.cpp import structs as cpp_structs
from assay.recipes.native import Native
from assay.recipes.recipe import Inputs


class Cpp(Native):
    language = "cpp"
    kits = (KITS / "cpp",)

    def flavours(self) -> dict[str, str]:
        return {
            "cpp-structs": "C++ structs, enum classes and variants",
            "cpp-fory": "those structs, told to Apache Fory",
            "cpp-protobuf": "those structs, Protobuf messages made by protoc, and the conversion between them",
        }

    def prepare(self, inputs: Inputs, folder: Path, log: Path) -> list[str]:
        if inputs.schema_text is None:
            return []
        schema = parse(inputs.schema_text)
        (folder / "records.hpp").write_text(cpp_structs.generate(schema), encoding="utf-8")
        types = inputs.contestant.manifest.types
        if types == "cpp-fory":
            (folder / "registered.hpp").write_text(cpp_fory.generate(schema), encoding="utf-8")
        if types == "cpp-protobuf":
            (folder / "messages.hpp").write_text(cpp_messages.generate(schema), encoding="utf-8")
            compile_proto(write_proto(inputs.schema_text, folder), [f"--cpp_out={folder}"], log)
        return [f"-I{folder}"]

    def build_benchmark(self, inputs: Inputs, folder: Path, log: Path) -> Path:
        """The contestant's adapter as a program of Google Benchmark, which checks the kit's loop."""
        self.build_program(inputs, folder, log, "benchmark", ("-DASSAY_GOOGLE_BENCHMARK",), ("benchmark",))
        return folder / "benchmark"


RECIPE = Cpp()
