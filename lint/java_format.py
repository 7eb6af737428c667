"""Formats Java files by google-java-format: `lint/run python lint/java_format.py FILE...`.

Maven fetches its jar into the lab's cache; google-java-format.sha256 says which version it is and what it must hash to.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

from assay.base import cache
from assay.base.errors import AssayError
from assay.languages.shared.recipe import BuildFailed, run
from toolchain import require

PIN = Path(__file__).resolve().with_name("google-java-format.sha256")
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy"


def jar() -> Path:
    wanted, name = PIN.read_text(encoding="utf-8").split()
    match = re.fullmatch(r"google-java-format-(.+)-all-deps\.jar", name)
    if match is None:
        raise BuildFailed(f"{PIN.name} names no jar of google-java-format: {name}")
    artifact = f"com.google.googlejavaformat:google-java-format:{match[1]}:jar:all-deps"

    def fetch(folder: Path) -> None:
        command = ["mvn", "-B", "-q", "-C", COPY, f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"]
        run(command, folder / "install.log", cwd=folder)
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if found != wanted:
            raise BuildFailed(f"{name} has the SHA-256 {found}, not that of {PIN.name}")

    return cache.make_folder("tools", f"google-java-format-{wanted[:20]}", fetch) / name


def main(files: list[str]) -> int:
    require("java")
    try:
        program = jar()
    except (AssayError, BuildFailed) as error:
        print(f"google-java-format: {error}", file=sys.stderr)
        return 2
    return subprocess.run(["java", "-jar", str(program), "--aosp", "--replace", *files]).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
