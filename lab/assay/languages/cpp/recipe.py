"""C++ contestants: the adapter is a class that the kit's templates are made for."""

from __future__ import annotations

from pathlib import Path

from assay.base.checkout import KITS
from assay.languages.c.native import Native
from assay.languages.cpp.flavours import FLAVOURS
from assay.languages.shared.recipe import Inputs


class Cpp(Native):
    language = "cpp"
    flavours = FLAVOURS
    kits = (KITS / "cpp",)
    rooms = ("c", "python")

    def generate(self, inputs: Inputs, folder: Path, log: Path) -> None:
        assert inputs.schema_text is not None
        FLAVOURS[inputs.contestant.manifest.types].make(inputs.schema_text, folder, log)

    def build_benchmark(self, inputs: Inputs, folder: Path, log: Path) -> Path:
        """The contestant's adapter as a program of Google Benchmark, which checks the kit's loop."""
        self.build_program(inputs, folder, log, "benchmark", ("-DASSAY_GOOGLE_BENCHMARK",), ("benchmark",))
        return folder / "benchmark"


RECIPE = Cpp()
