"""Libraries that no registry carries: compiled from a folder of sources into a jar beside those that Maven found."""

from __future__ import annotations

import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path

from assay.languages.java.kit import jars_in
from assay.languages.java.resident import compile_java
from assay.languages.shared.recipe import BuildFailed

POM = "{http://maven.apache.org/POM/4.0.0}"
SOURCES = Path("src", "main", "java")


def add_library(library: Path, folder: Path, log: Path) -> None:
    """Compile a library's folder against the jars in a build's `lib`, and lay its jar among them.

    Its pom.xml says its name and version. What it depends on itself, the contestant's pom names.
    """
    name, version = _stated(library / "pom.xml")
    classes = folder / "library"
    compile_java([library / SOURCES], classes, jars_in(folder / "lib"), log)
    with zipfile.ZipFile(folder / "lib" / f"{name}-{version}.jar", "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", f"Manifest-Version: 1.0\nImplementation-Version: {version}\n")
        for path in sorted(p for p in classes.rglob("*") if p.is_file()):
            jar.write(path, str(path.relative_to(classes)))


def _stated(pom: Path) -> tuple[str, str]:
    try:
        project = xml.parse(pom).getroot()
    except (OSError, xml.ParseError) as error:
        raise BuildFailed(f"the library's pom.xml cannot be read: {error}") from None
    name, version = (project.findtext(f"{POM}{key}", "").strip() for key in ("artifactId", "version"))
    if not name or not version:
        raise BuildFailed("the library's pom.xml has no artifactId or version")
    return name, version
