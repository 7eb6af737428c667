"""A contestant's Go module, whose go.mod and go.sum pin the library and its generators."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from assay.base import cache
from assay.base.tools import Tool, find
from assay.languages.shared.recipe import hash_files, run

GO = Tool("go", ("version",), (1, 25), "install Go 1.25 or newer")

# The same for all contestants: the versions that go.mod and go.sum pin, the toolchain that is there, no C; and no
# profile, since a package that brings one of its own would tune itself for the benchmark. They hold for generators as
# well, so that what these and contestants have in common is compiled once.
SETTINGS = {
    "GOFLAGS": "-mod=readonly -trimpath -buildvcs=false -pgo=off",
    "GOWORK": "off",
    "GOTOOLCHAIN": "local",
    "CGO_ENABLED": "0",
}


@dataclass(frozen=True)
class GoModule:
    folder: Path
    log: Path

    def go(self, *arguments: str, **environment: str) -> str:
        return run(["go", *arguments], self.log, cwd=self.folder, environment={**os.environ, **SETTINGS, **environment})

    def tools(self) -> list[Path]:
        """The programs of the generators, each built once for all schemas.

        Not by `go tool`, which compiles Go's own packages again, with other settings.
        """
        return [self.tool(package) for package in self.go("list", "tool").split()]

    def tool(self, package: str) -> Path:
        name = package.rpartition("/")[2]
        pins = hash_files([path for path in (self.folder / "go.mod", self.folder / "go.sum") if path.exists()])
        key = hashlib.sha256("\0".join([pins, package, find(GO).version]).encode()).hexdigest()[:20]

        def fill(folder: Path) -> None:
            self.go("build", "-o", str(folder / name), package)

        return cache.make_folder("go-tools", f"{name}-{key}", fill) / name
