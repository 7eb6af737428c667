"""What flavours make their packages of, and what several of them make."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.data.schema import Schema, parse
from assay.languages.go.module import GoModule
from assay.languages.shared.protoc import compile_proto, write_proto

FRAMES = Path(__file__).parent / "frames"


@dataclass(frozen=True)
class Making:
    """``library``: the path of the contestant's library; ``folder``: where the packages go."""

    schema_text: str
    library: str
    module: GoModule
    folder: Path

    @property
    def schema(self) -> Schema:
        return parse(self.schema_text)

    @property
    def messages(self) -> str:
        """The path of the package ``messages``."""
        return f"{self.module.go('list', '-m').strip()}/messages"

    def write_records(self, text: str) -> Path:
        """Lay the package ``records``; gives its file."""
        path = self.folder / "records" / "records.go"
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        return path

    def make_messages(self) -> list[Path]:
        """Lay the package ``messages``, made by the tools of the module that are plugins of protoc by name."""
        made = self.folder / "messages"
        made.mkdir()
        arguments = []
        for tool in self.module.tools():
            if tool.name.startswith("protoc-gen-"):
                option = tool.name.removeprefix("protoc-gen-")
                arguments += [
                    f"--plugin={tool}",
                    f"--{option}_out={made}",
                    f"--{option}_opt=paths=source_relative,Mschema.proto=assay/messages;messages",
                ]
        compile_proto(write_proto(self.schema_text, self.folder), arguments, self.module.log)
        return sorted(made.glob("*.go"))
