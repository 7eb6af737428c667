"""C++ contestants: the adapter is a class that the kit's templates are made for."""

from __future__ import annotations

from pathlib import Path

from assay.base.checkout import KITS
from assay.languages.c.native import Native
from assay.languages.shared.recipe import Inputs


class Cpp(Native):
    language = "cpp"
    kits = (KITS / "cpp",)
    rooms = ("c", "python")

    def build_benchmark(self, inputs: Inputs, folder: Path, log: Path) -> Path:
        """The contestant's adapter as a program of Google Benchmark, which checks the kit's loop."""
        self.build_program(inputs, folder, log, "benchmark", ("-DASSAY_GOOGLE_BENCHMARK",), ("benchmark",))
        return folder / "benchmark"


RECIPE = Cpp()
