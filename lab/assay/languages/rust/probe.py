"""An empty package with one dependency: what cargo says of it, it says of that."""

from __future__ import annotations

from pathlib import Path

PROBE = (
    '[package]\nname = "probe"\nversion = "1.0.0"\n[workspace]\n[lib]\npath = "lib.rs"\n[dependencies]\n{0} = "{1}"\n'
)


def lay_probe(folder: Path, crate: str, wanted: str) -> Path:
    """Gives its Cargo.toml. ``wanted``: the versions that it takes, in cargo's words."""
    manifest = folder / "Cargo.toml"
    manifest.write_text(PROBE.format(crate, wanted), encoding="utf-8")
    (folder / "lib.rs").touch()
    return manifest
