"""What Fory reads in its users' classes: which fields may be null. It takes all others for never null."""

from __future__ import annotations

from collections.abc import Iterator

from assay.data.schema import NULL, Field, Union
from assay.languages.java import pojos
from assay.languages.java.making import Making
from assay.languages.java.pojos import Style


def make(making: Making) -> None:
    making.write(pojos.PACKAGE, pojos.generate(making.record, Fory()))


class Fory(Style):
    imports = ("org.apache.fory.annotation.Nullable",)

    def field(self, field: Field, own: str) -> Iterator[str]:
        if field.schema == NULL or (isinstance(field.schema, Union) and NULL in field.schema.branches):
            yield "@Nullable"
