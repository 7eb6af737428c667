"""Cargo's profile: one for all that is built with it, set here so that no package can tune its own."""

from __future__ import annotations

from assay.languages.shared.recipe import optimized

PROFILE = {"CARGO_PROFILE_RELEASE_LTO": "thin", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "1"}
UNOPTIMIZED = {
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
}


def profile() -> dict[str, str]:
    """The variables by which cargo takes it."""
    return PROFILE if optimized() else UNOPTIMIZED
