"""A suite of Java contestants as one runnable jar of JMH, for people who would rather trust JMH's own harness.

The jar holds everything: the contestants' classes and libraries on one class path, the workloads' schemas and records,
and a benchmark class named after the suite, with the parameter `params`, which is WORKLOAD/CONTESTANT by the
contestant's title, for every pair that the contestant can do.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.base import cache
from assay.base.checkout import KITS
from assay.base.names import camel
from assay.builder.builder import Built, folder_name, recipe_for
from assay.catalog.catalog import Contestant
from assay.data.recordset import RecordSet
from assay.languages.java import kit
from assay.languages.java.making import FRAMES
from assay.languages.java.maven import KIT_POM, lay, libraries
from assay.languages.java.resident import compile_java
from assay.languages.shared.frames import fill
from assay.languages.shared.recipe import BuildFailed, Inputs, hash_sources
from assay.measure import profiles
from assay.runner import session
from assay.runner.broken import Refused
from assay.runner.process import Limits

BENCHMARK = KITS / "java" / "jmh"
PACKAGE = "assay.suite"
MAIN = "org.openjdk.jmh.Main"
JAR_NAME = re.compile(r"(.+?)-(\d.*)\.jar")
LIMITS = Limits(profiles.settings(profiles.QUICK).memory_limit_bytes, 300)
# What belongs to one jar only, or is said again for the whole.
LEFT_OUT = re.compile(r"META-INF/(MANIFEST\.MF|INDEX\.LIST|[^/]+\.(SF|RSA|DSA|EC))|module-info\.class|.*/")
SERVICES = "META-INF/services/"


@dataclass(frozen=True)
class Ready:
    """A contestant, built: its folder, which has classes and libraries."""

    contestant: Contestant
    built: Built
    folder: Path

    @property
    def title(self) -> str:
        return self.contestant.manifest.title


def cached_jar(name: str, contestants: Sequence[Contestant], record_sets: Sequence[RecordSet]) -> Path:
    """The jar of a suite, from the cache or built now. BuildFailed as `build_jar`."""
    parts = [name, hash_sources([BENCHMARK]), *(records.folder.name for records in record_sets)]
    parts += [folder_name(recipe_for(one), Inputs(one, None)) for one in contestants]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

    def fill(folder: Path) -> None:
        build_jar(name, contestants, record_sets, folder, folder.with_suffix(".log"))

    return cache.make_folder("build", f"jmh-{name}-{key}", fill) / f"{name}.jar"


def build_jar(
    name: str, contestants: Sequence[Contestant], record_sets: Sequence[RecordSet], folder: Path, log: Path
) -> Path:
    """Build the jar of a suite into a folder, which must be empty, and give its path.

    BuildFailed where a contestant is not Java, needs code generated from a schema, or cannot share a class path with
    another.
    """
    titles = [contestant.manifest.title for contestant in contestants]
    if len(set(titles)) < len(titles):
        raise BuildFailed(
            f"a JMH jar identifies contestants by their titles, and two have the same: {', '.join(titles)}"
        )
    ready = [_build(contestant) for contestant in contestants]
    takes = {one.title: _takes(one, record_sets, log) for one in ready}
    pairs = [(records, one) for records in record_sets for one in ready if records in takes[one.title]]
    class_name = camel(name.replace("-", "_"))
    sources = folder / "generated" / PACKAGE.replace(".", "/")
    sources.mkdir(parents=True)
    (sources / f"{class_name}.java").write_text(_benchmark(class_name, pairs), encoding="utf-8")
    lay(libraries(KIT_POM, log) / "lib", folder / "lib")
    path = [kit.core(log), *kit.jars_in(folder / "lib")]
    processors = kit.processors(log)
    compile_java([BENCHMARK, folder / "generated"], folder / "classes", path, log, processors=processors)
    jar = folder / f"{name}.jar"
    _pack(jar, class_name, folder, ready, record_sets)
    return jar


def _build(contestant: Contestant) -> Ready:
    if contestant.language != "java" or contestant.manifest.types != "none":
        raise BuildFailed(f"{contestant.name}: a JMH jar holds Java contestants that need no generated code")
    recipe = recipe_for(contestant)
    inputs = Inputs(contestant, None)
    key = folder_name(recipe, inputs)
    folder = cache.make_folder("build", key, lambda path: recipe.build(inputs, path, path / "build.log"))
    return Ready(contestant, Built(contestant, recipe.start(contestant, folder, 0)), folder)


def _takes(one: Ready, record_sets: Sequence[RecordSet], log: Path) -> list[RecordSet]:
    """The workloads whose schema the contestant takes: it is asked, not believed."""
    found = []
    with session.start(one.built, log, LIMITS) as process:
        for records in record_sets:
            part = records.records
            try:
                process.ask(
                    "load",
                    workload=records.workload,
                    schema=str(records.schema_path),
                    resolved=str(records.resolved_path),
                    records=str(part.records_path),
                    encoded=None,
                    count=part.count,
                )
                found.append(records)
            except Refused as refused:
                if refused.kind != "unsupported":
                    raise BuildFailed(f"{one.contestant.name}, {records.workload}: {refused}") from None
    return found


def _benchmark(class_name: str, pairs: Sequence[tuple[RecordSet, Ready]]) -> str:
    settings = {one.title: one.contestant.manifest.java for _, one in pairs}
    java = {title: one for title, one in settings.items() if one is not None}
    adapters = [f"            case {json.dumps(title)} -> {json.dumps(one.adapter)};" for title, one in java.items()]
    return fill(
        FRAMES / "Suite.java.template",
        package=PACKAGE,
        name=class_name,
        options=", ".join(json.dumps(option) for option in sorted({o for one in java.values() for o in one.jvm})),
        params=", ".join(json.dumps(f"{records.workload}/{one.title}") for records, one in pairs),
        adapters="\n".join(adapters),
    )


def _pack(jar: Path, class_name: str, folder: Path, ready: Sequence[Ready], record_sets: Sequence[RecordSet]) -> None:
    """Lay everything into one jar. Of a file that is there twice the first stands; services are all kept."""
    services: dict[str, str] = {}
    written: set[str] = set()
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as out:

        def put(name: str, content: bytes) -> None:
            if name not in written:
                written.add(name)
                out.writestr(name, content)

        put("META-INF/MANIFEST.MF", f"Manifest-Version: 1.0\nMain-Class: {MAIN}\nMulti-Release: true\n".encode())
        listing = (folder / "classes" / "META-INF" / "BenchmarkList").read_text(encoding="utf-8")
        own = [line for line in listing.splitlines() if f"{PACKAGE}.{class_name}" in line]
        put("META-INF/BenchmarkList", "\n".join([*own, ""]).encode())
        for records in record_sets:
            put(f"suite/{records.workload}/schema.avsc", records.schema_path.read_bytes())
            put(f"suite/{records.workload}/resolved.json", records.resolved_path.read_bytes())
            put(f"suite/{records.workload}/records.jsonl", records.records.records_path.read_bytes())
        for classes in (folder / "classes", *(one.folder / "classes" for one in ready)):
            for path in sorted(p for p in classes.rglob("*") if p.is_file()):
                put(str(path.relative_to(classes)), path.read_bytes())
        for library in _libraries([folder, *(one.folder for one in ready)]):
            with zipfile.ZipFile(library) as archive:
                for name in archive.namelist():
                    if name.startswith(SERVICES) and not name.endswith("/"):
                        services[name] = services.get(name, "") + archive.read(name).decode() + "\n"
                    elif not LEFT_OUT.fullmatch(name):
                        put(name, archive.read(name))
        for name, text in services.items():
            put(name, text.encode())


def _libraries(folders: Sequence[Path]) -> list[Path]:
    """The jars of all, each once. BuildFailed where two have different versions of one library."""
    found: dict[str, Path] = {}
    for library in sorted(path for folder in folders for path in (folder / "lib").glob("*.jar")):
        match = JAR_NAME.fullmatch(library.name)
        known = found.setdefault(match[1] if match else library.name, library)
        if known.name != library.name:
            raise BuildFailed(f"one class path cannot hold both {known.name} and {library.name}")
    return list(found.values())
