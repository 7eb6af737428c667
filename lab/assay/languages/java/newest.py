"""What a pom pins, and what Maven Central has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from assay.base.tools import MAVEN
from assay.languages.java.making import FRAMES
from assay.languages.java.maven import MAVEN_OPTS
from assay.languages.shared.frames import fill
from assay.languages.shared.registry import Pin, Registry, Silent, Untold

PLUGIN = "org.codehaus.mojo:versions-maven-plugin:2.18.0:display-dependency-updates"
# Maven knows no pre-releases, so they are told from others by their names.
BEFORE = r"(?i).*[-.](alpha|beta|rc|cr|m\d|milestone|pre|preview|snapshot|ea|dev).*"
UPDATE = re.compile(r"^\[INFO\]\s+(\S+:\S+) \.*\s*(?:\n\[INFO\]\s+)?\S+ -> (\S+)", re.MULTILINE)
MISSED = re.compile(r"Could not transfer metadata ([^\s:]+:[^\s:/]+)/maven-metadata\.xml")
DEPENDENCY = "    <dependency><groupId>{0}</groupId><artifactId>{1}</artifactId><version>0</version></dependency>"
NAMES = {"pom": "http://maven.apache.org/POM/4.0.0"}
PROPERTY = re.compile(r"\$\{([^}]+)\}")


class Central(Registry):
    name = "Maven Central"
    tool = MAVEN
    together = 100

    def ask(self, packages: Sequence[str], place: Path) -> dict[str, str | Untold]:
        """One start of Maven, on a pom that has them all at a version that is older than any."""
        dependencies = "\n".join(DEPENDENCY.format(*package.split(":")) for package in packages)
        pom = fill(FRAMES / "newest.xml.template", dependencies=dependencies)
        (place / "pom.xml").write_text(pom, encoding="utf-8")
        options = [f"-Dmaven.version.ignore={BEFORE}", "-Dversions.outputLineWidth=300"]
        said = self.call(["mvn", "-B", "-U", PLUGIN, *options], place, {"MAVEN_OPTS": MAVEN_OPTS})
        found: dict[str, str | Untold] = dict(UPDATE.findall(said))
        # Then it answers by what it was told another day.
        return found | dict.fromkeys(MISSED.findall(said), Silent(f"{self.name} cannot be reached"))


REGISTRY = Central()


def pins(folder: Path) -> Iterator[Pin]:
    """The dependencies of the folder's pom, by group and artifact."""
    path = folder / "pom.xml"
    if not path.exists():
        return
    project = ElementTree.parse(path).getroot()
    values = {one.tag.rpartition("}")[2]: one.text or "" for one in project.iterfind("pom:properties/*", NAMES)}
    for dependency in project.iterfind("pom:dependencies/pom:dependency", NAMES):
        group, artifact, version = (
            PROPERTY.sub(lambda name: values.get(name[1], name[0]), dependency.findtext(f"pom:{part}", "", NAMES))
            for part in ("groupId", "artifactId", "version")
        )
        if version and "${" not in version:
            yield Pin(REGISTRY, f"{group}:{artifact}", version)
