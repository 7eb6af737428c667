"""Generated Java classes: all workloads, and many schemas made by hypothesis, compiled at once for each flavour."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from codegen.made import made_schemas

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.catalog import catalog
from assay.catalog.catalog import Catalog
from assay.data import schema_files
from assay.languages.java import kit
from assay.languages.java.making import Making
from assay.languages.java.maven import lay, libraries
from assay.languages.java.recipe import RECIPE, compile_contestant, settings_of

pytestmark = pytest.mark.slow


def in_namespace(document: Any, number: int) -> Any:
    """A record around the schema, in a namespace of its own, so that names of different schemas do not meet."""
    field = {"name": "made", "type": document}
    return {"type": "record", "name": "Holder", "namespace": f"assay.made{number}", "fields": [field]}


def documents() -> dict[str, Any]:
    """Schemas of records, by names that no two share: those of all workloads, and many made by hypothesis."""
    found: dict[str, Any] = {}
    folders = [w.folder for w in catalog.load().workloads.values() if not w.manifest.harness]
    for folder in [*folders, CHECKOUT / "tests" / "everything" / "workloads" / "everything"]:
        found[folder.name.replace("-", "_")] = json.loads(schema_files.read_schema(folder / "schema.avsc"))
    for number, document in enumerate(made_schemas(60)):
        found[f"made{number}"] = in_namespace(document, number)
    return found


class Build:
    """A contestant's compilation with sources that a test chooses."""

    def __init__(self, known: Catalog, contestant: str, folder: Path) -> None:
        self.contestant = known.contestant(f"java/{contestant}")
        self.folder = folder
        self.log = folder / "log"
        self.jars = libraries(self.contestant.folder / "pom.xml", self.log)
        self.settings = settings_of(self.contestant)

    def make(self, flavour: str, document: Any, name: str) -> Making:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        making = Making(json.dumps(document), folder, self.log, self.jars, self.settings.processing)
        RECIPE.flavours[flavour].make(making)
        return making

    def classes(self, *sources: Path) -> Path:
        lay(self.jars / "lib", self.folder / "lib")
        made = kit.classes(self.settings.kit, kit.jars_in(self.jars / "lib"), self.log)
        compile_contestant(
            self.settings, [self.contestant.folder / "src", *sources], self.folder, made, self.jars, self.log
        )
        return self.folder / "classes"


def test_all_of_it_compiles(known: Catalog, tmp_path: Path) -> None:
    build = Build(known, "avro-specific", tmp_path)
    for name, document in documents().items():
        if name != "everything":  # whose namespaces two files would share
            sources = build.make("java-avro-specific", document, "all").sources
    classes = build.classes(sources)
    assert (classes / "assay" / "person" / "Person.class").exists()
    assert (classes / "assay" / "made59" / "Holder.class").exists()


@pytest.mark.parametrize(
    ("contestant", "flavour"),
    [
        ("jackson", "java-pojo-jackson"),
        ("fory", "java-pojo-fory"),
        ("protobuf-converted", "java-pojo-protobuf"),
        ("dsl-json", "java-pojo"),
    ],
)
def test_plain_classes_and_what_belongs_to_them_compile(
    contestant: str, flavour: str, known: Catalog, tmp_path: Path
) -> None:
    """All schemas at once, each in packages of its own; the contestant itself with those of one schema."""
    build = Build(known, contestant, tmp_path)
    moved = tmp_path / "moved"
    for name, document in documents().items():
        # What protoc makes of a field called `_` is not valid Java.
        if "protobuf" in flavour and '"_"' in json.dumps(document):
            continue
        try:
            made = build.make(flavour, document, name).sources / "assay"
        except AssayError as error:
            assert "Jackson's annotations" in str(error), name
            continue
        for path in sorted(made.rglob("*.java")):
            place = moved / "assay" / f"of_{name}" / path.relative_to(made)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(re.sub(r"\bassay\.(pojos|records|protobuf)\b", rf"assay.of_{name}.\1", path.read_text()))
    classes = build.classes(moved, tmp_path / "person" / "generated")
    assert (classes / "assay" / "of_everything" / "pojos" / "Everything.class").exists()
    assert (classes / "assay" / "of_made0" / "pojos" / "Holder.class").exists()


def test_a_contestants_processors_work_on_its_annotations(known: Catalog, tmp_path: Path) -> None:
    """Their converters are among the classes, so that nothing falls back to what the library does without them."""
    build = Build(known, "dsl-json", tmp_path)
    fields = [{"name": name, "type": "int"} for name in ("whole", "class")]
    document = {"type": "record", "name": "Odd", "fields": fields}
    sources = build.make("java-pojo", document, "odd").sources
    assert '"class"' in (sources / "assay" / "pojos" / "Odd.java").read_text()
    assert (build.classes(sources) / "assay" / "pojos" / "_Odd_DslJsonConverter.class").exists()
