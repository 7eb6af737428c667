"""Which rustc compiled a contestant, how, and how old it is."""

from __future__ import annotations

import re

from assay.languages.shared.asking import words_of
from assay.results.document import RuntimeBuild


def build(profile: dict[str, str], *, optimized: bool) -> RuntimeBuild | None:
    """``profile``: the variables that set cargo's. None where rustc does not run."""
    found = dict(re.findall(r"^([a-zA-Z -]+): (.*)$", words_of("rustc", "--version", "--verbose"), re.MULTILINE))
    if "release" not in found:
        return None
    level = profile.get("CARGO_PROFILE_RELEASE_OPT_LEVEL", "3")
    parts = [
        f"LLVM {found['LLVM version']}" if "LLVM version" in found else "",
        f"opt-level {level}",
        f"LTO {profile['CARGO_PROFILE_RELEASE_LTO']}",
        f"codegen units {profile['CARGO_PROFILE_RELEASE_CODEGEN_UNITS']}",
    ]
    return RuntimeBuild(
        how=", ".join(filter(None, parts)),
        optimized=optimized,
        # Of the last change that is in it, a few days before the release, which is a line of its own.
        released=found.get("commit-date"),
        line=(found.get("commit-date") or "")[:7] or None,
    )
