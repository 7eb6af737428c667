"""Rust contestants: each a cargo package of its own, built in place into one shared target folder in the cache."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from assay.base import cache
from assay.base.checkout import CHECKOUT, KITS
from assay.base.tools import CARGO
from assay.catalog.catalog import Contestant
from assay.languages.rust import replacing, runtime
from assay.languages.rust.criterion import lay_benchmark
from assay.languages.rust.making import Making
from assay.languages.rust.packages import locked_version, path_packages
from assay.languages.shared.cargo import profile
from assay.languages.shared.processor import processor
from assay.languages.shared.recipe import BuildFailed, Inputs, Library, Recipe, Start, optimized, run
from assay.languages.shared.sources import library_folder
from assay.results.document import RuntimeBuild
from assay.results.request import Cpu


class Rust(Recipe):
    language = "rust"
    machine_code = True
    tools = (CARGO,)
    kits = (KITS / "rust",)
    by_processor = True
    built_for_profiler = True

    def sources(self, contestant: Contestant) -> list[Path]:
        own = super().sources(contestant)
        if library_folder(contestant) is None:
            return own
        packages = path_packages(contestant.folder)
        return own + [path for package in packages for path in (package.folder, *package.manifests)]

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        self._build(inputs, inputs.contestant.folder, folder / "contestant", log)

    def build_benchmark(self, inputs: Inputs, folder: Path, log: Path) -> Path:
        """The contestant's adapter as a program of Criterion, which checks the kit's loop."""
        package, program = folder / "package", folder / "benchmark"
        lay_benchmark(inputs.contestant.folder, package, log)
        self._build(inputs, package, program, log)
        return program

    def _build(self, inputs: Inputs, package: Path, program: Path, log: Path) -> None:
        """Build a contestant from its package, or from a copy of it, and copy the program to its place."""
        environment = {**profiled(), **flags(inputs.cpu), "ASSAY_LIBRARY_VERSION": library_version(inputs.contestant)}
        if inputs.for_profiler:
            environment["CARGO_PROFILE_RELEASE_DEBUG"] = "limited"  # the code is the same
        if inputs.schema_text is not None:
            making = Making(inputs.schema_text, program.parent, log)
            self.generate(inputs.contestant, making)
            environment |= making.variables
        locked = ["--locked"] if (package / "Cargo.lock").exists() else []
        target = target_folder(inputs.cpu)
        command = [
            *("cargo", "build", "--release", *locked),
            *("--manifest-path", str(package / "Cargo.toml"), "--target-dir", str(target)),
            "--message-format=json-render-diagnostics",
        ]
        # Two builds of one package write to the same place, so a build holds the folder until its result is copied.
        with cache.locked(target):
            if not package.is_relative_to(CHECKOUT):
                # Cargo takes a copy for the package that it built before, if no file of it is newer than that build.
                for source in (package / "src").rglob("*.rs"):
                    source.touch()
            shutil.copy(executable(run(command, log, environment=environment)), program)

    def lay_with(self, contestant: Contestant, library: Library, folder: Path, log: Path) -> Path | None:
        return replacing.lay(contestant, library, folder, log)

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        return runtime.build(profile(), optimized=optimized())


def profiled() -> dict[str, str]:
    """The environment in which cargo builds: what cargo makes in one is not made again in the same one."""
    return {**os.environ, **profile()}


def flags(cpu: Cpu) -> dict[str, str]:
    """What tells rustc the processor, besides the flags that the user has set."""
    if cpu == "baseline":
        return {}
    return {"RUSTFLAGS": f"{os.environ.get('RUSTFLAGS', '')} -C target-cpu=native".strip()}


def target_folder(cpu: Cpu = "baseline") -> Path:
    """Where cargo puts what it makes, for all contestants, so that what they share is compiled once."""
    name = "cargo-target" if optimized() else "cargo-target-unoptimized"
    return cache.root() / (name if cpu == "baseline" else f"{name}-native-{processor()}")


def executable(messages: str) -> str:
    """The path of the built program, from cargo's messages."""
    for line in reversed(messages.splitlines()):
        if line.startswith("{"):
            path = json.loads(line).get("executable")
            if isinstance(path, str):
                return path
    raise BuildFailed("cargo built no program: the package needs a src/main.rs")


def library_version(contestant: Contestant) -> str:
    """The version of a contestant's library: the crate's own where it lies in a folder, else as Cargo.lock pins it."""
    library, folder = contestant.manifest.library, library_folder(contestant)
    if folder is None:
        return locked_version(contestant.folder, library)
    for package in path_packages(contestant.folder):
        if package.name == library and package.folder.is_relative_to(folder.resolve()):
            return package.version
    raise BuildFailed(f"Cargo.toml has no path dependency {library} in {folder}, which the manifest's source names")


RECIPE = Rust()
