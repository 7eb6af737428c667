"""Classes made by Avro's own generator, of exactly the Avro that the contestant has."""

from __future__ import annotations

import re

from assay.data.schema import named_types
from assay.house import LAB
from assay.languages.java.kit import classes_of, jars_in
from assay.languages.java.making import Making
from assay.languages.java.resident import run_java

MAKES = "classes made by Avro's own generator"

GENERATOR = LAB / "languages" / "java" / "programs" / "specific"
# What Avro's templates call by its simple name, though a type of the schema may have the same.
SIMPLE_TEXT = "Boolean Deprecated Double Float Integer Long Object Override SuppressWarnings"
SIMPLE = frozenset(SIMPLE_TEXT.split())
OF_JAVA = re.compile(
    r"(?<=@)(?:Deprecated|Override|SuppressWarnings)\b"
    r"|(?<![\w.])(?:Boolean|Double|Float|Integer|Long)(?=\.hashCode\()"
    r"|(?<=\()Object(?= o\))"
)


def make(making: Making) -> None:
    jars = [*jars_in(making.jars / "tools"), *jars_in(making.jars / "lib")]
    schema = making.folder / "schema.avsc"
    schema.write_text(making.schema_text, encoding="utf-8")
    making.sources.mkdir(exist_ok=True)
    generator = classes_of(GENERATOR, jars)
    run_java("SpecificClasses", [generator, *jars], [str(schema), str(making.sources)], making.log)
    if any(named.name in SIMPLE for named in named_types(making.schema)):
        for source in making.sources.rglob("*.java"):
            source.write_text(OF_JAVA.sub(r"java.lang.\g<0>", source.read_text("utf-8")), encoding="utf-8")
