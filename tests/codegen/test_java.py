"""Generated Java classes: all workloads, and many schemas made by hypothesis, compiled in one Maven run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codegen.made import made_schemas

from assay.build.recipe import run
from assay.catalog import catalog
from assay.data import own
from assay.house import HOUSE

POM = HOUSE / "contestants" / "java" / "avro-specific" / "pom.xml"


def in_namespace(document: Any, number: int) -> Any:
    """A record around the schema, in a namespace of its own, so that names of different schemas do not meet."""
    field = {"name": "made", "type": document}
    return {"type": "record", "name": "Holder", "namespace": f"assay.made{number}", "fields": [field]}


def test_all_of_it_compiles(tmp_path: Path) -> None:
    schemas = tmp_path / "schema"
    schemas.mkdir()
    for workload in catalog.load().workloads.values():
        text = own.read_schema(workload.folder / "schema.avsc")
        if not workload.manifest.harness:
            (schemas / f"{workload.name}.avsc").write_text(text)
    for number, document in enumerate(made_schemas(60)):
        (schemas / f"made{number}.avsc").write_text(json.dumps(in_namespace(document, number)))
    out = tmp_path / "out"
    command = ["mvn", "-B", "-q", "-f", str(POM), f"-Dassay.out={out}", f"-Dassay.schema={schemas}", "package"]
    run(command, tmp_path / "log")
    assert (out / "classes" / "assay" / "person" / "Person.class").exists()
    assert (out / "classes" / "assay" / "made59" / "Holder.class").exists()
