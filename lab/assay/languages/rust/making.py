"""What flavours put into a contestant's build, and the variables that name it to cargo."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from assay.data.schema import Schema, parse
from assay.languages.shared.protoc import compile_proto, write_proto

FRAMES = Path(__file__).parent / "frames"


@dataclass(frozen=True)
class Making:
    """``folder``: where the files go; ``variables``: by which the contestant's build finds them."""

    schema_text: str
    folder: Path
    log: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def schema(self) -> Schema:
        return parse(self.schema_text)

    def write_records(self, text: str) -> None:
        """Lay the module ``records``."""
        path = self.folder / "records.rs"
        path.write_text(text, encoding="utf-8")
        self.variables["ASSAY_RECORDS"] = str(path)

    def make_descriptors(self) -> None:
        """Lay Protobuf's descriptors of the schema, of which the contestant's build script makes the messages."""
        path = self.folder / "schema.desc"
        compile_proto(write_proto(self.schema_text, self.folder), [f"--descriptor_set_out={path}"], self.log)
        self.variables["ASSAY_DESCRIPTORS"] = str(path)
