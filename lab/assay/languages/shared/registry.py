"""Registries, asked by their own ordinary clients for the newest version of a package."""

from __future__ import annotations

import math
import os
import re
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.base.tools import Tool, find
from assay.languages.shared.recipe import BuildFailed, TooLate, ending_at, error_line, run

# How clients say that they have no connection.
UNREACHED = re.compile(
    r"connection (?:broken|refused|reset|timed out)|could not (?:connect|resolve)|econnrefused|enotfound|eai_again"
    r"|etimedout|dial tcp|no such host|network is unreachable|temporary failure in name resolution"
    r"|could not transfer (?:artifact|metadata)",
    re.IGNORECASE,
)
NO_VARIABLES: Mapping[str, str] = {}


class Untold(Exception):
    """Why a registry does not tell the newest version, in one line."""


class Silent(Untold):
    """It was not reached, so that nothing is known of any of its packages."""


class Registry(ABC):
    """``together``: how many packages one call of the client is asked for, where its start is what takes long."""

    name: str
    tool: Tool
    together = 1

    @abstractmethod
    def ask(self, packages: Sequence[str], place: Path) -> dict[str, str | Untold]:
        """The newest release of each, or why that is not known. ``place``: an empty folder to work in."""

    def newest(self, packages: Sequence[str], limit: float = math.inf) -> dict[str, str | Untold]:
        """The same, within so many seconds."""
        if problem := find(self.tool).problem:
            return dict.fromkeys(packages, Silent(problem))
        try:
            with tempfile.TemporaryDirectory(prefix="assay-") as place, ending_at(time.monotonic() + limit):
                found = self.ask(packages, Path(place))
        except TooLate:
            return dict.fromkeys(packages, Silent(f"{self.name} did not answer within {limit:g} s"))
        except Untold as reason:
            return dict.fromkeys(packages, reason)
        except (ValueError, KeyError, AttributeError, TypeError):
            return dict.fromkeys(packages, Untold(f"{self.tool.program} answers in a form that is not known"))
        return {package: found.get(package, Untold(f"{self.name} has no release of it")) for package in packages}

    def call(self, command: list[str], place: Path, variables: Mapping[str, str] = NO_VARIABLES) -> str:
        """What the client prints. Untold where it fails."""
        log = place / "log"
        try:
            return run(command, log, cwd=place, environment={**os.environ, **variables})
        except TooLate:
            raise
        except BuildFailed as error:
            said = log.read_text(encoding="utf-8", errors="replace")
            if UNREACHED.search(said):
                raise Silent(f"{self.name} cannot be reached") from None
            raise Untold(error_line(log) if said.count("\n") > 1 else str(error)) from None


@dataclass(frozen=True)
class Pin:
    """A package at the version that a file names. ``untold``: why no registry can be asked for it."""

    registry: Registry | None
    package: str
    version: str
    untold: str = ""
