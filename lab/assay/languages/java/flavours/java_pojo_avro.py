"""What Avro's reflection reads in its users' classes: names that are not identifiers of Java."""

from __future__ import annotations

from collections.abc import Iterator

from assay.data.schema import Field
from assay.languages.java import pojos
from assay.languages.java.making import Making
from assay.languages.java.pojos import Style


def make(making: Making) -> None:
    making.write(pojos.PACKAGE, pojos.generate(making.record, Reflected()))


class Reflected(Style):
    imports = ("org.apache.avro.reflect.AvroName",)

    def field(self, field: Field, own: str) -> Iterator[str]:
        if own != field.name:
            yield f'@AvroName("{field.name}")'
