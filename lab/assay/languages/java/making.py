"""What a flavour of generated code is made from, and where it goes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from assay.base.errors import AssayError
from assay.data.schema import Record, Schema, parse

FRAMES = Path(__file__).parent / "frames"


@dataclass(frozen=True)
class Making:
    """One build's code: Java's sources go to ``sources``. ``jars``: the contestant's, in `lib` and `tools`."""

    schema_text: str
    folder: Path
    jars: Path
    log: Path

    @property
    def sources(self) -> Path:
        return self.folder / "generated"

    @cached_property
    def schema(self) -> Schema:
        return parse(self.schema_text)

    @property
    def record(self) -> Record:
        """The schema, where it is a record's. AssayError where it is not."""
        if not isinstance(self.schema, Record):
            raise AssayError("classes are made for records only")
        return self.schema

    def write(self, package: str, files: dict[str, str]) -> None:
        """Write a package's files, by their names."""
        folder = self.sources / package.replace(".", "/")
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
