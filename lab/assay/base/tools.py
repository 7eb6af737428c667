"""Which toolchains this machine has, and how to get those it lacks."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache

from click import unstyle


@dataclass(frozen=True)
class Tool:
    """A program that builds or runs contestants.

    ``minimum``: the oldest version that will do. ``debian``: the packages that hold it, where `assay setup` may install
    them; none for toolchains that people install in their own way.
    """

    program: str
    version_args: tuple[str, ...]
    minimum: tuple[int, ...]
    hint: str
    debian: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """What was found of a tool; ``problem`` is empty when it will do."""

    tool: Tool
    version: str
    problem: str


PYTHON = Tool("python3", ("--version",), (3, 11), "install Python 3.11 or newer")
CARGO = Tool("cargo", ("--version",), (1, 90), "install Rust with rustup, or a newer one with `rustup update`")
NODE = Tool("node", ("--version",), (20,), "install Node.js 20 or newer")
NPM = Tool("npm", ("--version",), (9,), "install npm, which comes with Node.js")
JAVAC = Tool("javac", ("-version",), (17,), "install a JDK, 17 or newer (Debian: openjdk-17-jdk-headless)")
MAVEN = Tool("mvn", ("--version",), (3, 8), "install Maven 3.8 or newer (Debian: maven)")


@lru_cache
def find(tool: Tool) -> Found:
    """Look for a tool on PATH and ask it for its version."""
    path = shutil.which(tool.program)
    if path is None:
        return Found(tool, "", f"{tool.program} is not installed: {tool.hint}")
    try:
        done = subprocess.run([path, *tool.version_args], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        return Found(tool, "", f"{tool.program} does not run ({error}): {tool.hint}")
    text = unstyle(done.stdout + done.stderr)
    match = re.search(r"\d+(?:\.\d+)+|\d+", text)
    version = match.group() if match else ""
    if tuple(int(part) for part in version.split(".") if part) < tool.minimum:
        wanted = ".".join(map(str, tool.minimum))
        return Found(tool, version, f"{tool.program} {version} is older than {wanted}: {tool.hint}")
    return Found(tool, version, "")


def has_package(package: str) -> bool:
    """Whether a Debian package is installed; true where there is no dpkg to ask, so that the build itself finds out."""
    return shutil.which("dpkg-query") is None or bool(package_version(package))


def package_version(package: str) -> str:
    """Of a Debian package that is installed; empty where it is not, or there is no dpkg to ask."""
    if shutil.which("dpkg-query") is None:
        return ""
    asked = ["dpkg-query", "-W", "-f", "${Status} ${Version}", package]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    status, _, version = done.stdout.rpartition(" ")
    return version if status == "install ok installed" else ""
