"""What flavours put into a contestant's build, and the variables that name it to cargo."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from assay.languages.shared import flavours
from assay.languages.shared.protoc import compile_proto, write_proto

FRAMES = Path(__file__).parent / "frames"


@dataclass(frozen=True)
class Making(flavours.Making):
    """``variables``: by which the contestant's build finds the files."""

    variables: dict[str, str] = field(default_factory=dict)

    def write_records(self, text: str) -> None:
        """Lay the module ``records``."""
        self.variables["ASSAY_RECORDS"] = str(self.lay("records.rs", text))

    def make_descriptors(self) -> None:
        """Lay Protobuf's descriptors of the schema, of which the contestant's build script makes the messages."""
        path = self.folder / "schema.desc"
        compile_proto(write_proto(self), [f"--descriptor_set_out={path}"], self.log)
        self.variables["ASSAY_DESCRIPTORS"] = str(path)
