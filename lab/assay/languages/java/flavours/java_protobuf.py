"""What protoc makes of the schema's messages, by the protoc that belongs to the contestant's library."""

from __future__ import annotations

from assay.languages.java import protobuf
from assay.languages.java.making import Making
from assay.languages.java.names import qualify
from assay.languages.shared.protoc import compile_proto, write_proto
from assay.languages.shared.recipe import BuildFailed


def make(making: Making) -> None:
    programs = sorted((making.jars / "tools").glob("protoc-*.exe"))
    if not programs:
        raise BuildFailed("pom.xml: names no com.google.protobuf:protoc in the scope provided")
    making.sources.mkdir(exist_ok=True)
    compile_proto(write_proto(making), [f"--java_out={making.sources}"], making.log, str(programs[0]))
    qualify(making.sources)
    making.write(protobuf.PACKAGE, protobuf.messages(making.schema))
