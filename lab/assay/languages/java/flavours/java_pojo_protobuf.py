"""Plain classes at the edge of a program, and messages within."""

from __future__ import annotations

from assay.languages.java import protobuf
from assay.languages.java.flavours import java_pojo, java_protobuf
from assay.languages.java.making import Making


def make(making: Making) -> None:
    java_pojo.make(making)
    java_protobuf.make(making)
    making.write(protobuf.PACKAGE, protobuf.converter(making.record))
