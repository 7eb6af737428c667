"""Plain classes for libraries that read them as they are, or by annotation processors that the contestant names."""

from __future__ import annotations

from collections.abc import Iterator

from assay.catalog.manifests import JavaProcessing
from assay.data.schema import Field
from assay.languages.java import pojos
from assay.languages.java.making import Making
from assay.languages.java.pojos import Style


def make(making: Making) -> None:
    style = Processed(making.processing) if making.processing else None
    making.write(pojos.PACKAGE, pojos.generate(making.record, style))


class Processed(Style):
    """The contestant's own annotations."""

    def __init__(self, processing: JavaProcessing) -> None:
        self.processing = processing

    def type(self) -> Iterator[str]:
        yield f"@{self.processing.type}"

    def field(self, field: Field, own: str) -> Iterator[str]:
        if self.processing.field and own != field.name:
            yield f"@{self.processing.field.replace('{name}', field.name)}"
