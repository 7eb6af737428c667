"""Models of pydantic, which read and write JSON by the schema's names; bytes are base64 there."""

from __future__ import annotations

from assay.languages.python import records
from assay.languages.python.names import attribute
from assay.languages.python.records import Style
from assay.languages.shared.flavours import Making

STYLE = Style(
    head=("from assay_kit.models import Model", "from pydantic import Base64Bytes, Field"),
    base="(Model)",
    field=attribute,
    renamed=" = Field(alias={name!r})",
    bytes="Base64Bytes",
)


def make(making: Making) -> None:
    records.write(making, STYLE)
