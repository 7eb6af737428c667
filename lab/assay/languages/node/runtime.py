"""How Node.js was built, and how old it is."""

from __future__ import annotations

import json

from assay.languages.shared.asking import line_of, words_of
from assay.results.document import RuntimeBuild

LINES = {
    "18": "2022-04", "19": "2022-10", "20": "2023-04", "21": "2023-10", "22": "2024-04", "23": "2024-10",
    "24": "2025-05", "25": "2025-10",
}  # fmt: skip
# Node.js is released without profile-guided optimization and LTO; what would be amiss is a build for debugging.
ASK = """
const { variables: v, target_defaults: t } = process.config;
console.log(JSON.stringify({
  version: process.versions.node, v8: process.versions.v8, official: !!process.release.sourceUrl,
  debug: t.default_configuration !== 'Release', lto: !!v.enable_lto, pgo: !!v.enable_pgo_use,
}))
"""


def build(program: str) -> RuntimeBuild | None:
    """None where it does not run."""
    told = words_of(program, "-e", ASK)
    if not told:
        return None
    found = json.loads(told)
    done = [word for key, word in (("pgo", "profile-guided optimization"), ("lto", "LTO")) if found[key]]
    parts = [
        f"V8 {found['v8']}",
        "built for debugging" if found["debug"] else "a release build",
        *([f"with {' and '.join(done)}"] if done else []),
    ]
    line = line_of(LINES, found["version"])
    return RuntimeBuild(how=", ".join(parts), optimized=not found["debug"], line=line)
