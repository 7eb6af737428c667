"""What fastjson2 reads in its users' classes: names that are not identifiers of Java."""

from __future__ import annotations

from collections.abc import Iterator

from assay.data.schema import Field
from assay.languages.java import pojos
from assay.languages.java.making import Making
from assay.languages.java.pojos import Style


def make(making: Making) -> None:
    making.write(pojos.PACKAGE, pojos.generate(making.record, Fastjson2()))


class Fastjson2(Style):
    imports = ("com.alibaba.fastjson2.annotation.JSONField",)

    def field(self, field: Field, own: str) -> Iterator[str]:
        if own != field.name:
            yield f'@JSONField(name = "{field.name}")'

    def constant(self, symbol: str, own: str) -> str:
        return f'@JSONField(name = "{symbol}")' if own != symbol else ""
