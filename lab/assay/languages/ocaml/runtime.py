"""How OCaml's compiler was built, and how old it is."""

from __future__ import annotations

import re

from assay.languages.shared.asking import line_of, words_of
from assay.results.document import RuntimeBuild

LINES = {
    "4.13": "2021-09", "4.14": "2022-03", "5.0": "2022-12", "5.1": "2023-09", "5.2": "2024-05", "5.3": "2025-01",
    "5.4": "2025-10",
}  # fmt: skip


def build(flags: str) -> RuntimeBuild | None:
    """``flags``: those that contestants are compiled with. None where the compiler does not run."""
    found = dict(re.findall(r"^(\w+): (.*)$", words_of("ocamlfind", "ocamlopt", "-config"), re.MULTILINE))
    if "version" not in found:
        return None
    flambda = found.get("flambda") == "true"
    return RuntimeBuild(
        how=f"ocamlopt {flags}, {'with' if flambda else 'without'} the optimizer flambda",
        line=line_of(LINES, found["version"]),
    )
