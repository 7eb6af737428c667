"""A row of the table of options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

from assay.options.kinds import Kind
from assay.results.request import Request

# What a difference in an option means for two runs: nothing; they compare, and a note says so; they do not compare.
Alike = Literal["yes", "told", "no"]
# What the value goes into: the request's selection, its settings, or the command alone.
Part = Literal["selection", "settings", "command"]


@dataclass(frozen=True)
class Option:
    """One flag of one or more commands. A flag that means something else elsewhere has another row there.

    ``help``: one line, for --help. ``full``: for docs/commands.md, where a line is not enough. ``kind``: what it takes;
    None for a switch. ``default``: the value, or its words, or None; then ``otherwise`` says what holds instead.
    ``off``: the flag that switches it off. ``value``: of a switch that is one choice of several.

    ``field``: where a document's request records it (``settings.margin``); empty where none does. ``recorded``: how the
    value is read from there, where the field does not hold it as it was given; None for the default.
    """

    flag: str
    commands: tuple[str, ...]
    part: Part
    help: str
    kind: Kind | None = None
    default: Any = None
    otherwise: str = ""
    full: str = ""
    name: str = ""
    off: str = ""
    value: str | None = None
    required: bool = False
    field: str = ""
    recorded: Callable[[Request], Any] | None = None
    alike: Alike = "yes"

    @property
    def parameter(self) -> str:
        """The name of the value."""
        return self.name or self.flag.removeprefix("--").replace("-", "_")

    @property
    def standard(self) -> Any:
        """The default as a value."""
        if self.value is not None or self.kind is None:
            return self.default or False
        return None if self.default is None else self.kind.convert(self.default, None, None)

    @property
    def is_recorded(self) -> bool:
        return bool(self.field or self.recorded)

    @property
    def boundary(self) -> str:
        """The boundary whose operations alone it is for, or an empty word: of ``stores.key`` a store."""
        part = self.field.partition(".")[0]
        return {"containers": "container", "stores": "store"}.get(part, "")

    def of(self, request: Request) -> Any:
        """The value that a document's request holds."""
        if self.recorded is not None:
            return self.recorded(request)
        return reduce(getattr, self.field.split("."), request)

    def words(self, value: Any) -> list[str]:
        """The words of a command line that ask for this value; none for the default."""
        if value is None or value == self.standard:
            return []
        if self.kind is None:
            return [self.flag if value else self.off]
        return [self.flag, self.kind.written(value)]
