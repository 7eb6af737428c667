"""Java contestants: Maven says which jars they need, one process compiles all of them against the kit's classes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assay.base.checkout import KITS
from assay.base.tools import JAVAC, MAVEN
from assay.catalog.catalog import Contestant
from assay.catalog.manifests import JavaSettings
from assay.languages.java import kit, replacing, resident, runtime
from assay.languages.java.in_house import add_library
from assay.languages.java.making import Making
from assay.languages.java.maven import check_hashes, lay, libraries
from assay.languages.java.resident import compile_java
from assay.languages.shared.recipe import BuildFailed, Inputs, Library, Recipe, Start, optimized
from assay.languages.shared.sources import library_folder
from assay.results.document import RuntimeBuild

HASHES = "dependencies.sha256"

# What the process of a codec runs, and that of a store.
MAIN = "assay.kit.Main"
STORE_MAIN = "assay.kit.stores.StoreMain"

# The heap, in bytes: this much, or so many times the records where that is more. On a virtual machine whose host gives
# memory page by page, touching 512 MiB took the JVMs of a block a fifth of the time in which all its processes prepare.
MIN_HEAP = 2**28
HEAP_PER_JSON_BYTE = 32
# The JVM's own messages go to standard error: standard output is the protocol's.
MESSAGES = ("-Xlog:disable", "-Xlog:all=warning:stderr", "-XX:+DisplayVMOutputToStderr")
# What the kit hands to its sink counts as used. Without this the kit's canary refuses to measure;
# its loop waits for the optimizing compiler, which a busy machine may starve.
SINK = (
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=blackhole,assay.kit.measure.Sink::consume",
    "-XX:CompileCommand=BackgroundCompilation,assay.kit.measure.Canary::loop,false",
)


class Java(Recipe):
    language = "java"
    warms_up = True
    tools = (JAVAC, MAVEN)
    kits = (KITS / "java",)
    settings = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        contestant = inputs.contestant
        settings = settings_of(contestant)
        found = libraries(contestant.folder / "pom.xml", log)
        lay(found / "lib", folder / "lib")
        check_hashes(folder / "lib", contestant.folder / HASHES)
        if library := library_folder(contestant):
            add_library(library, folder, log)
        sources = [contestant.folder / "src"]
        if inputs.schema_text is not None:
            making = Making(inputs.schema_text, folder, log, found, settings.processing)
            self.generate(contestant, making)
            sources.append(making.sources)
        classes = kit.classes(settings.kit, kit.jars_in(found / "lib"), log)
        compile_contestant(settings, sources, folder, classes, found, log)
        for made in classes:
            lay(made, folder / "classes")

    def rest(self) -> None:
        resident.end()

    def lay_pinned(self, contestant: Contestant, library: Library, folder: Path, log: Path) -> None:
        replacing.lay(contestant, library, HASHES, folder)

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        settings = settings_of(contestant)
        path = f"{folder / 'classes'}:{folder / 'lib'}/*"
        options = [*heap(json_bytes), *settings.jvm]
        main = STORE_MAIN if contestant.manifest.store else MAIN
        rest = [*MESSAGES, *SINK, "-cp", path, main, settings.adapter]
        # A whole process has the heap that the JVM gives it: touching a large one first would be timed, too.
        return Start(
            ["java", *options, *rest],
            options=" ".join(options),
            whole=["java", *settings.jvm, *rest],
            temporary="-Djava.io.tmpdir=",
        )

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        return runtime.build(start.command[0])


def settings_of(contestant: Contestant) -> JavaSettings:
    if contestant.manifest.java is None:
        raise BuildFailed(f"{contestant.name}: contestant.toml needs [java] with the adapter's class")
    return contestant.manifest.java


def compile_contestant(
    settings: JavaSettings, sources: Sequence[Path], folder: Path, classes: Sequence[Path], found: Path, log: Path
) -> None:
    """Compile a contestant in the folder of its build, against the kit's classes and the jars that are in its `lib`."""
    jars = kit.jars_in(folder / "lib")
    processing = settings.processing
    compile_java(
        sources,
        folder / "classes",
        [*classes, *jars],
        log,
        # A library brings its processors along, or they are in a jar that only the build needs.
        processors=[*jars, *kit.jars_in(found / "tools")] if processing else (),
        options=processing.options if processing else (),
    )


def heap(json_bytes: int) -> list[str]:
    """The options that set the heap, for all contestants alike: of one size, and touched at once, as servers have it.

    Left to itself the JVM lets the heap grow while it is measured, into memory that the kernel has yet to give; that
    shows as batches many times slower than the others. Where nothing is timed, touching it would be most of a start.
    """
    megabytes = max(MIN_HEAP, HEAP_PER_JSON_BYTE * json_bytes) // 2**20
    return [f"-Xms{megabytes}m", f"-Xmx{megabytes}m", *(["-XX:+AlwaysPreTouch"] if optimized() else [])]


RECIPE = Java()
