"""Generated Java classes: all workloads, and many schemas made by hypothesis, compiled in one Maven run a flavour."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from codegen.made import made_schemas

from assay.catalog import catalog
from assay.data import own
from assay.errors import AssayError
from assay.house import HOUSE
from assay.languages.java.recipe import write_types
from assay.recipes.recipe import run


def in_namespace(document: Any, number: int) -> Any:
    """A record around the schema, in a namespace of its own, so that names of different schemas do not meet."""
    field = {"name": "made", "type": document}
    return {"type": "record", "name": "Holder", "namespace": f"assay.made{number}", "fields": [field]}


def documents() -> dict[str, Any]:
    """Schemas of records, by names that no two share: those of all workloads, and many made by hypothesis."""
    found: dict[str, Any] = {}
    folders = [w.folder for w in catalog.load().workloads.values() if not w.manifest.harness]
    for folder in [*folders, HOUSE / "tests" / "house" / "workloads" / "everything"]:
        found[folder.name.replace("-", "_")] = json.loads(own.read_schema(folder / "schema.avsc"))
    for number, document in enumerate(made_schemas(60)):
        found[f"made{number}"] = in_namespace(document, number)
    return found


def test_all_of_it_compiles(tmp_path: Path) -> None:
    schemas = tmp_path / "schema"
    schemas.mkdir()
    for name, document in documents().items():
        if name != "everything":  # whose namespaces two files would share
            (schemas / f"{name}.avsc").write_text(json.dumps(document))
    out = compiled("avro-specific", schemas, tmp_path)
    assert (out / "classes" / "assay" / "person" / "Person.class").exists()
    assert (out / "classes" / "assay" / "made59" / "Holder.class").exists()


@pytest.mark.parametrize(
    ("contestant", "flavour"),
    [("jackson", "java-pojo-jackson"), ("fory", "java-pojo-fory"), ("protobuf-converted", "java-pojo-protobuf")],
)
def test_plain_classes_and_what_belongs_to_them_compile(contestant: str, flavour: str, tmp_path: Path) -> None:
    """All schemas at once, each in packages of its own; the contestant itself with those of one schema."""
    schemas = tmp_path / "schema"
    for name, document in documents().items():
        # What protoc makes of a field called `_` is no Java.
        if "protobuf" in flavour and '"_"' in json.dumps(document):
            continue
        folder = tmp_path / "made" / name
        folder.mkdir(parents=True)
        try:
            write_types(flavour, json.dumps(document), folder)
        except AssayError as error:
            assert "Jackson's annotations" in str(error), name
            continue
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            text = re.sub(r"\bassay\.(pojos|records|protobuf)\b", rf"assay.of_{name}.\1", path.read_text())
            place = schemas / str(path.relative_to(folder)).replace("java/assay/", f"java/assay/of_{name}/")
            place = place.with_name(f"{name}.proto") if place.suffix == ".proto" else place
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
    write_types(flavour, json.dumps(documents()["person"]), schemas)
    out = compiled(contestant, schemas, tmp_path)
    assert (out / "classes" / "assay" / "of_everything" / "pojos" / "Everything.class").exists()
    assert (out / "classes" / "assay" / "of_made0" / "pojos" / "Holder.class").exists()


def compiled(contestant: str, schemas: Path, folder: Path) -> Path:
    """What Maven makes of a contestant with these schemas."""
    pom = HOUSE / "contestants" / "java" / contestant / "pom.xml"
    out = folder / "out"
    run(
        ["mvn", "-B", "-q", "-f", str(pom), f"-Dassay.out={out}", f"-Dassay.schema={schemas}", "package"],
        folder / "log",
    )
    return out
