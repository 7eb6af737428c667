"""Which container tool works here; and commands in an image that it has built."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass

TOOLS = ("docker", "podman")


@dataclass(frozen=True)
class Image:
    """An image that a tool has built."""

    tool: str
    name: str

    def run(self, *arguments: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        """The lab's command with these arguments, in a container with these options of the tool."""
        command = [self.tool, "run", "--rm", *options, self.name, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def as_me(self) -> tuple[str, ...]:
        """Options with which what the container writes is this user's."""
        rootless = self.tool == "podman" and os.geteuid() != 0
        return (*(("--userns", "keep-id") if rootless else ()), "--user", f"{os.getuid()}:{os.getgid()}")


def working() -> tuple[str, str]:
    """The first tool that can build and run, or "" and why there is none."""
    problems = []
    for tool in TOOLS:
        if shutil.which(tool) is None:
            problems.append(f"{tool} is not installed")
        elif subprocess.run([tool, "info"], capture_output=True, check=False).returncode != 0:
            problems.append(f"{tool} does not reach its engine (`{tool} info` says why)")
        else:
            return tool, ""
    return "", f"no container tool: {', '.join(problems)}"
