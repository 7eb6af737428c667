"""What a flavour of generated code is made from, and where it goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.base.errors import AssayError
from assay.catalog.manifests import JavaProcessing
from assay.data.schema import Record
from assay.languages.shared import flavours

FRAMES = Path(__file__).parent / "frames"


@dataclass(frozen=True)
class Making(flavours.Making):
    """One build's code: Java's sources go to ``sources``. ``jars``: the contestant's, in `lib` and `tools`.

    ``processing``: what the contestant's annotation processors look for in plain classes.
    """

    jars: Path
    processing: JavaProcessing | None = None

    @property
    def sources(self) -> Path:
        return self.folder / "generated"

    @property
    def record(self) -> Record:
        """The schema, where it is a record's. AssayError where it is not."""
        if not isinstance(self.schema, Record):
            raise AssayError("classes are made for records only")
        return self.schema

    def write(self, package: str, files: dict[str, str]) -> None:
        """Write a package's files, by their names."""
        for name, text in files.items():
            self.lay(f"{self.sources.name}/{package.replace('.', '/')}/{name}", text)
