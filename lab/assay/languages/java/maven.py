"""Maven's one job: which jars a contestant needs, worked out once for each pom, for many poms at a time.

The poms are copied into a folder of their own as they are in a checkout, with one above them that names them all as
its modules, so that one start of Maven resolves every pom beside the one that is asked for. What it finds is kept in
the cache: `lib` (what the running contestant needs) and `tools` (what only the build needs: Maven's scope "provided").
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from assay.base import cache
from assay.base.checkout import KITS
from assay.languages.java.making import FRAMES
from assay.languages.shared.frames import fill
from assay.languages.shared.recipe import BuildFailed, TooLate, hash_files, portable, run

KIT_POM = KITS / "java" / "pom.xml"
ROOM = "java-libraries"
KINDS = ("lib", "tools")  # the executions of the dependency plugin that the kit's pom configures
# Maven ends before the JVM's second compiler would pay.
MAVEN_OPTS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
# As native tools are called in Maven's repositories.
SYSTEMS = {"linux": "linux", "darwin": "osx", "win32": "windows"}
MACHINES = {"arm64": "aarch_64", "aarch64": "aarch_64", "AMD64": "x86_64"}


def libraries(pom: Path, log: Path) -> Path:
    """The cached folder with the jars of a pom, in `lib` and `tools`. BuildFailed where Maven cannot resolve it."""
    name = _name(pom)
    if not cache.is_made(ROOM, name):
        with cache.locked(cache.root() / ROOM / "maven"):
            beside = {KIT_POM, pom, *pom.parent.parent.glob("*/pom.xml")}
            _resolve(sorted(one for one in beside if not cache.is_made(ROOM, _name(one))), None)
            if not cache.is_made(ROOM, name):
                _resolve([pom], log)
    return cache.root() / ROOM / name


def check_hashes(folder: Path, listing: Path) -> None:
    """Maven has no lock file; this list is ours. A contestant without one is built unchecked."""
    if not listing.exists():
        return
    expected: dict[str, str] = {}
    for line in listing.read_text().splitlines():
        digest, _, name = line.partition("  ")
        expected[name] = digest
    for jar in sorted(folder.glob("*.jar")):
        found = hashlib.sha256(jar.read_bytes()).hexdigest()
        if expected.get(jar.name) != found:
            raise BuildFailed(f"{jar.name} is not the jar that {listing.name} lists (SHA-256 {found})")


def lay(source: Path, target: Path) -> None:
    """Lay a file, or a folder with what is in it, there: without a copy where the file system allows that."""
    if source.is_dir():
        for inner in source.iterdir():
            lay(inner, target / inner.name)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except FileExistsError:
        raise BuildFailed(f"{target.name} exists twice: the kit has a class of the same name") from None
    except OSError:  # another file system, or one without such links
        shutil.copyfile(source, target)


def _name(pom: Path) -> str:
    return f"{pom.parent.name}-{hash_files([KIT_POM, pom])[:20]}"


def _resolve(poms: list[Path], log: Path | None) -> None:
    """Fill the cached folders of these poms with one start of Maven. Without a log those that it cannot resolve wait
    until they are asked for.
    """
    (cache.root() / ROOM).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache.root() / ROOM) as made:
        folder = Path(made)
        places = {pom: _place(folder, pom) for pom in poms}
        modules = [str(place.relative_to(folder)) for place in places.values()]
        (folder / "pom.xml").write_text(fill(FRAMES / "pom.xml.template", modules=_modules(modules)), encoding="utf-8")
        for pom in {KIT_POM, *poms}:
            _place(folder, pom).mkdir(parents=True)
            shutil.copyfile(pom, _place(folder, pom) / "pom.xml")
        command = ["mvn", "-B", "-q", "-C", "-fae", "-f", str(folder / "pom.xml"), f"-Dassay.platform={_platform()}"]
        options = " ".join(filter(None, [os.environ.get("MAVEN_OPTS"), MAVEN_OPTS]))
        try:
            goals = [f"dependency:build-classpath@{kind}" for kind in KINDS]
            run([*command, *goals], log or folder / "log", environment={**os.environ, "MAVEN_OPTS": options})
        except TooLate:
            raise
        except BuildFailed as error:
            if log is not None:
                raise BuildFailed(str(error).replace(portable(f"{folder}/"), "")) from None
        for pom, place in places.items():
            lists = [place / f"{kind}.txt" for kind in KINDS]
            if all(one.exists() for one in lists):
                cache.make_folder(ROOM, _name(pom), partial(_fill, lists))


def _place(folder: Path, pom: Path) -> Path:
    """Where a pom lies below the one that names all: as far from the kit's as in a checkout."""
    return folder / ("kits/java" if pom == KIT_POM else f"contestants/java/{pom.parent.name}")


def _modules(paths: Iterable[str]) -> str:
    return "\n".join(f"    <module>{path}</module>" for path in paths)


def _fill(lists: Iterable[Path], target: Path) -> None:
    for listing in lists:
        (target / listing.stem).mkdir()
        for word in filter(None, listing.read_text(encoding="utf-8").strip().split(os.pathsep)):
            made = target / listing.stem / Path(word).name
            if made.suffix == ".jar":
                lay(Path(word), made)
            else:  # a program, which Maven's repository keeps as a file that cannot be run
                shutil.copyfile(word, made)
                made.chmod(0o755)


def _platform() -> str:
    system = SYSTEMS.get(sys.platform, sys.platform)
    machine = platform.machine()
    return f"{system}-{MACHINES.get(machine, machine)}"
