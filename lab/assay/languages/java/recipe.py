"""Java contestants: built by Maven with the kit's sources; the libraries' jars are checked against a list of hashes."""

from __future__ import annotations

import hashlib
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.data.schema import Record, parse
from assay.errors import AssayError
from assay.formats.protobuf import proto
from assay.house import KITS
from assay.languages.java import pojos as java_pojos
from assay.languages.java import protobuf as java_protobuf
from assay.languages.java.fory import Fory
from assay.languages.java.jackson import Jackson
from assay.recipes.recipe import BuildFailed, Inputs, Recipe, Start, run
from assay.recipes.tools import JAVAC, MAVEN

HASHES = "dependencies.sha256"

# The heap, in bytes: this much, or so many times the records where that is more.
LEAST_HEAP = 2**29
HEAP_PER_JSON_BYTE = 32
# The JVM's own messages go to standard error: standard output is the protocol's.
MESSAGES = ("-Xlog:disable", "-Xlog:all=warning:stderr", "-XX:+DisplayVMOutputToStderr")
# What the kit hands to its sink counts as used. Without this the kit's canary refuses to measure.
SINK = (
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=blackhole,assay.kit.measure.Sink::consume",
)


class Java(Recipe):
    language = "java"
    warms_up = True
    tools = (JAVAC, MAVEN)

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder, KITS / "java"]

    def flavours(self) -> dict[str, str]:
        return {
            "java-avro-specific": "classes made by avro-maven-plugin",
            "java-pojo": "plain classes with public fields",
            "java-pojo-fory": "plain classes with Fory's annotations",
            "java-pojo-jackson": "plain classes with Jackson's annotations",
            "java-pojo-protobuf": "plain classes, Protobuf messages made by protoc, and the conversion between them",
            "java-protobuf": "Protobuf messages made by protoc",
        }

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        command = ["mvn", "-B", "-q", "-C", "-f", str(inputs.contestant.folder / "pom.xml")]
        command.append(f"-Dassay.out={folder}")
        if inputs.schema_text is not None:
            schemas = folder / "schema"
            schemas.mkdir()
            (schemas / "schema.avsc").write_text(inputs.schema_text, encoding="utf-8")
            try:
                write_types(inputs.contestant.manifest.types, inputs.schema_text, schemas)
            except AssayError as error:
                raise BuildFailed(str(error)) from None
            command.append(f"-Dassay.schema={schemas}")
        run([*command, "package"], log)
        check_hashes(folder / "lib", inputs.contestant.folder / HASHES)

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        settings = contestant.manifest.java
        if settings is None:
            raise BuildFailed(f"{contestant.name}: contestant.toml needs [java] with the adapter's class")
        path = f"{folder / 'classes'}:{folder / 'lib'}/*"
        options = [*heap(json_bytes), *settings.jvm]
        rest = [*MESSAGES, *SINK, "-cp", path, "assay.kit.Main", settings.adapter]
        # A whole process has the heap that the JVM gives it: touching a large one first would be timed, too.
        return Start(["java", *options, *rest], options=" ".join(options), whole=["java", *settings.jvm, *rest])


def write_types(flavour: str, schema_text: str, folder: Path) -> None:
    """Lay what the lab makes of a schema for a flavour beside it: Java's sources in `java`, and `schema.proto`."""
    schema = parse(schema_text)
    if flavour.startswith("java-pojo") and not isinstance(schema, Record):
        raise AssayError("plain classes are made for records only")
    match flavour:
        case "java-pojo" | "java-pojo-protobuf":
            write_package(folder, java_pojos.PACKAGE, java_pojos.generate(schema))
        case "java-pojo-fory":
            write_package(folder, java_pojos.PACKAGE, java_pojos.generate(schema, Fory()))
        case "java-pojo-jackson":
            write_package(folder, java_pojos.PACKAGE, java_pojos.generate(schema, Jackson(schema)))
    if flavour in ("java-protobuf", "java-pojo-protobuf"):
        (folder / "schema.proto").write_text(proto.text(schema), encoding="utf-8")
        write_package(folder, java_protobuf.PACKAGE, java_protobuf.messages(schema))
    if flavour == "java-pojo-protobuf":
        write_package(folder, java_protobuf.PACKAGE, java_protobuf.converter(schema))


def write_package(folder: Path, package: str, files: dict[str, str]) -> None:
    sources = folder / "java" / package.replace(".", "/")
    sources.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (sources / name).write_text(text, encoding="utf-8")


def heap(json_bytes: int) -> list[str]:
    """The options that set the heap, for all contestants alike: of one size, and touched at once, as servers have it.

    Left to itself the JVM lets the heap grow while it is measured, into memory that the kernel has yet to give; that
    shows as batches many times slower than the others.
    """
    megabytes = max(LEAST_HEAP, HEAP_PER_JSON_BYTE * json_bytes) // 2**20
    return [f"-Xms{megabytes}m", f"-Xmx{megabytes}m", "-XX:+AlwaysPreTouch"]


def check_hashes(libraries: Path, listing: Path) -> None:
    """Maven has no lock file; this list is ours. A contestant without one is built unchecked."""
    if not listing.exists():
        return
    expected: dict[str, str] = {}
    for line in listing.read_text().splitlines():
        digest, _, name = line.partition("  ")
        expected[name] = digest
    for jar in sorted(libraries.glob("*.jar")):
        found = hashlib.sha256(jar.read_bytes()).hexdigest()
        if expected.get(jar.name) != found:
            raise BuildFailed(f"{jar.name} is not the jar that {listing.name} lists (SHA-256 {found})")


RECIPE = Java()
