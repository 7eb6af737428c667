"""What flavours make their packages of, and what several of them make."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.languages.go.module import GoModule
from assay.languages.shared import flavours
from assay.languages.shared.protoc import compile_proto, write_proto

FRAMES = Path(__file__).parent / "frames"


@dataclass(frozen=True)
class Making(flavours.Making):
    """The packages ``records`` and ``messages`` go to folders of their names.

    ``library``: the path of the contestant's library; ``module``: the contestant's.
    """

    library: str
    module: GoModule

    @property
    def messages(self) -> str:
        """The path of the package ``messages``."""
        return f"{self.module.go('list', '-m').strip()}/messages"

    def write_records(self, text: str) -> Path:
        """Lay the package ``records``; gives its file."""
        return self.lay("records/records.go", text)

    def make_messages(self) -> None:
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
        compile_proto(write_proto(self), arguments, self.log)
