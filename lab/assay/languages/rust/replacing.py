"""Another version of a crate, as a folder on which the copy's package depends by its path."""

from __future__ import annotations

import json
import re
import shutil
import tarfile
from pathlib import Path

from assay.base import cache
from assay.catalog.catalog import Contestant
from assay.languages.rust.copies import copy_package
from assay.languages.rust.probe import lay_probe
from assay.languages.shared.recipe import BuildFailed, Library, hash_files, run
from assay.languages.shared.replacing import ROOM, scratch


def lay(contestant: Contestant, library: Library, folder: Path, log: Path) -> Path:
    """A copy of the contestant that depends on a folder with this version, which is returned.

    Of the other crates only those change that this version needs otherwise.
    """
    name = contestant.manifest.library
    sources = library.folder or _unpacked(name, library, log)
    if not (sources / "Cargo.toml").exists():
        raise BuildFailed(f"{library.label} has no Cargo.toml, so it is not a crate")
    copy_package(contestant.folder, folder)
    manifest = folder / "Cargo.toml"
    manifest.write_text(_depending(manifest.read_text(encoding="utf-8"), contestant, sources), encoding="utf-8")
    # Cargo mends the lock file as far as it must.
    run(["cargo", "metadata", "--format-version", "1", "--manifest-path", str(manifest)], log)
    return sources


def _depending(manifest: str, contestant: Contestant, sources: Path) -> str:
    """The text of a Cargo.toml in which the library is a path dependency, with the features that it had."""
    name = contestant.manifest.library
    line = re.compile(rf'^{re.escape(name)}\s*=\s*(?:"[^"]*"|\{{(.*)\}})[ \t]*$', re.MULTILINE)
    found = line.search(manifest)
    if found is None:
        raise BuildFailed(f"{contestant.name}: Cargo.toml does not name {name} in one line, so it cannot be exchanged")
    settings = re.sub(r'\b(?:version|path)\s*=\s*"[^"]*"\s*,?', "", found[1] or "").strip().strip(",").strip()
    path = json.dumps(str(sources))
    changed = f"{name} = {{ path = {path}{', ' + settings if settings else ''} }}"
    return manifest[: found.start()] + changed + manifest[found.end() :]


def _unpacked(name: str, library: Library, log: Path) -> Path:
    """The folder of a crate in the cache, from its archive, or as the registry has it."""
    if library.archive:
        return _from_archive(library.archive)
    with scratch() as place:
        manifest = lay_probe(Path(place), name, f"={library.release}")
        found = json.loads(run(["cargo", "metadata", "--format-version", "1", "--manifest-path", str(manifest)], log))
    crate = next(package for package in found["packages"] if package["name"] == name)
    return Path(crate["manifest_path"]).parent


def _from_archive(archive: Path) -> Path:
    # The archive is the user's: without this filter it could write outside of its folder.
    if not hasattr(tarfile, "data_filter"):
        raise BuildFailed(
            f"{archive.name}: this Python cannot unpack it safely, 3.11.4 can; unpack it and name the folder"
        )

    def unpack(folder: Path) -> None:
        try:
            with tarfile.open(archive) as file:
                file.extractall(folder, filter="data")
        except tarfile.TarError as error:
            raise BuildFailed(f"{archive.name} is not a crate: {error}") from None
        inner = [path for path in folder.iterdir() if path.is_dir()]
        if len(inner) != 1:
            raise BuildFailed(f"{archive.name} is not a crate: it holds {len(inner)} folders, not one")
        shutil.move(inner[0], folder / "crate")

    return cache.make_folder(ROOM, hash_files([archive])[:20], unpack) / "crate"
