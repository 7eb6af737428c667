"""Classes made by Avro's own generator, of exactly the Avro that the contestant has."""

from __future__ import annotations

from assay.base.checkout import LAB
from assay.languages.java.kit import classes_of, jars_in
from assay.languages.java.making import Making
from assay.languages.java.names import qualify
from assay.languages.java.resident import run_java

GENERATOR = LAB / "languages" / "java" / "programs" / "specific"


def make(making: Making) -> None:
    jars = [*jars_in(making.jars / "tools"), *jars_in(making.jars / "lib")]
    schema = making.lay("schema.avsc", making.schema_text)
    making.sources.mkdir(exist_ok=True)
    generator = classes_of(GENERATOR, jars)
    run_java("SpecificClasses", [generator, *jars], [str(schema), str(making.sources)], making.log)
    qualify(making.sources)
