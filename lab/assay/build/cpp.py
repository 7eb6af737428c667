"""C++ contestants: the adapter is a class that the kit's templates are made for."""

from __future__ import annotations

from pathlib import Path

from assay.build.native import Native
from assay.build.recipe import Inputs
from assay.codegen import cpp_structs
from assay.data.schema import parse
from assay.house import KITS


class Cpp(Native):
    language = "cpp"
    code = ("cpp", "native")
    kits = (KITS / "cpp",)

    def flavours(self) -> dict[str, str]:
        return {"cpp-structs": "C++ structs, enum classes and variants"}

    def prepare(self, inputs: Inputs, folder: Path) -> list[str]:
        if inputs.schema_text is None:
            return []
        (folder / "records.hpp").write_text(cpp_structs.generate(parse(inputs.schema_text)), encoding="utf-8")
        return [f"-I{folder}"]
