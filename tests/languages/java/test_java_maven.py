"""Which jars a pom needs: one start of Maven for all poms beside it, and none of them spoils it for another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.languages.java import maven
from assay.languages.shared import recipe
from assay.languages.shared.recipe import BuildFailed

pytestmark = pytest.mark.slow

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent>
    <groupId>assay</groupId>
    <artifactId>kit</artifactId>
    <version>1</version>
    <relativePath>../../../kits/java/pom.xml</relativePath>
  </parent>
  <artifactId>{name}</artifactId>
  <dependencies>
    <dependency>
      <groupId>{group}</groupId>
      <artifactId>{artifact}</artifactId>
      <version>{version}</version>
    </dependency>
  </dependencies>
</project>
"""
REAL = ("org.msgpack", "msgpack-core", "0.9.12")
NOWHERE = ("org.msgpack", "msgpack-core", "0.0.0-missing")


def pom(folder: Path, name: str, dependency: tuple[str, str, str]) -> Path:
    path = folder / "contestants" / "java" / name / "pom.xml"
    path.parent.mkdir(parents=True)
    group, artifact, version = dependency
    path.write_text(POM.format(name=name, group=group, artifact=artifact, version=version))
    return path


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The starts of Maven, on an empty cache."""
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    seen: list[list[str]] = []

    def run(command: list[str], log: Path, **keys: Any) -> str:
        seen.append(command)
        return recipe.run(command, log, **keys)

    monkeypatch.setattr(maven, "run", run)
    return seen


def test_one_start_serves_all_poms_and_the_kit(starts: list[list[str]], tmp_path: Path) -> None:
    poms = [pom(tmp_path, name, REAL) for name in ("one", "two")]
    for path in (*poms, maven.KIT_POM):
        lib = {jar.name for jar in (maven.libraries(path, tmp_path / "log") / "lib").iterdir()}
        assert ("msgpack-core-0.9.12.jar" in lib) == (path in poms)
        assert "jmh-core-1.37.jar" in lib
    tools = [jar.name for jar in (maven.libraries(poms[0], tmp_path / "log") / "tools").iterdir()]
    assert tools == ["jmh-generator-annprocess-1.37.jar"]
    assert len(starts) == 1


@pytest.mark.parametrize("spoilt", ["unresolved", "no XML"])
def test_a_pom_that_cannot_be_resolved_costs_its_own_contestant_only(
    starts: list[list[str]], spoilt: str, tmp_path: Path
) -> None:
    bad = pom(tmp_path, "bad", NOWHERE)
    good = pom(tmp_path, "good", REAL)
    if spoilt == "no XML":
        bad.write_text("<project>")
    assert (maven.libraries(good, tmp_path / "log") / "lib" / "msgpack-core-0.9.12.jar").exists()
    with pytest.raises(
        BuildFailed, match="0.0.0-missing" if spoilt == "unresolved" else "POM contestants/java/bad/pom.xml"
    ):
        maven.libraries(bad, tmp_path / "log")


def test_a_jar_that_is_not_the_listed_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a-1.jar").write_bytes(b"other bytes")
    listing = tmp_path / "dependencies.sha256"
    listing.write_text(f"{'0' * 64}  a-1.jar\n")
    with pytest.raises(BuildFailed, match=r"a-1\.jar is not the jar that dependencies\.sha256 lists"):
        maven.check_hashes(tmp_path, listing)
