"""What an option takes: how its words become a value, and how a value is written as words again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from assay.base.errors import closest

SECONDS = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}
BYTES = {"": 2**20, "k": 2**10, "m": 2**20, "g": 2**30}


class Kind(click.ParamType[Any]):
    """``metavar``: what stands for the value in help texts."""

    metavar = ""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return self.metavar or None

    def written(self, value: Any) -> str:
        """The words that ``convert`` makes this value of."""
        return str(value)


class Text(Kind):
    name = "text"

    def __init__(self, metavar: str = "NAME") -> None:
        self.metavar = metavar


class File(Kind):
    name = "path"

    def __init__(self, metavar: str = "FILE") -> None:
        self.metavar = metavar

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return Path(value)


class Words(Kind):
    """Words separated by commas; of those that are ``valid``, where that is a closed list."""

    name = "words"

    def __init__(self, metavar: str = "NAME,…", valid: Sequence[str] = ()) -> None:
        self.metavar = metavar
        self.valid = tuple(valid)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        words = value if isinstance(value, list) else [word.strip() for word in str(value).split(",")]
        if not all(words):
            self.fail("an empty word; separate words by single commas", param, ctx)
        for word in words:
            if self.valid and word not in self.valid:
                self.fail(f'"{word}" is not valid: {closest(word, self.valid)}', param, ctx)
        return list(dict.fromkeys(words))

    def written(self, value: Any) -> str:
        return ",".join(value)


class One(Kind):
    """One word of a closed list."""

    name = "word"

    def __init__(self, valid: Sequence[str]) -> None:
        self.valid = tuple(valid)
        self.metavar = "|".join(self.valid)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.valid:
            self.fail(f'"{value}" is not valid: {closest(value, self.valid)}', param, ctx)
        return str(value)


class Whole(Kind):
    """A whole number of at least ``least`` and at most ``most``."""

    name = "number"
    metavar = "N"

    def __init__(self, least: int = 1, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value if isinstance(value, int) else str(value).replace("_", ""))
        except ValueError:
            self.fail(f'"{value}" is not a whole number', param, ctx)
        if number < self.least:
            self.fail(f"must be at least {self.least}, not {number}", param, ctx)
        if self.most is not None and number > self.most:
            self.fail(f"must be at most {self.most}, not {number}", param, ctx)
        return number


class Wholes(Kind):
    """Whole numbers of at least ``least``, separated by commas."""

    name = "numbers"
    metavar = "N,…"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        if isinstance(value, list):
            return value
        try:
            numbers = [int(part.replace("_", "")) for part in str(value).split(",")]
        except ValueError:
            self.fail(f'"{value}" is neither a number nor several numbers separated by commas', param, ctx)
        if min(numbers) < self.least:
            self.fail(f"must be at least {self.least}, not {min(numbers)}", param, ctx)
        return list(dict.fromkeys(numbers))

    def written(self, value: Any) -> str:
        return ",".join(map(str, value))


class Measure(Kind):
    """A number with a unit, as a number of base units. ``units``: the factor of each, the first without a name.

    ``whole``: whether base units are not divided.
    """

    def __init__(self, name: str, metavar: str, units: Mapping[str, int], example: str, *, whole: bool = False) -> None:
        self.name = name
        self.metavar = metavar
        self.units = units
        self.example = example
        self.whole = whole

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, int | float):
            return round(value) if self.whole else float(value)
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z%]*)\s*", str(value).lower())
        if match is None or match[2].removesuffix("ib").removesuffix("b") not in self.units:
            self.fail(f'"{value}" is not a {self.name}; write it like {self.example}', param, ctx)
        number = float(match[1]) * self.units[match[2].removesuffix("ib").removesuffix("b")]
        if number <= 0:
            self.fail(f"must be above 0, not {value}", param, ctx)
        return round(number) if self.whole else number

    def written(self, value: Any) -> str:
        """With the largest unit that leaves a whole number, else with the smallest."""
        units = sorted(((factor, unit) for unit, factor in self.units.items() if unit and len(unit) == 1), reverse=True)
        factor, unit = next((one for one in units if value % one[0] == 0), units[-1])
        return f"{value / factor:g}{unit.upper() if self.units is BYTES else unit}"


class Percent(Kind):
    name = "percent"
    metavar = "PERCENT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(%?)", str(value).strip())
        number = float(match[1]) if match else 0.0
        share = number / 100 if match and (match[2] or number >= 0.5) else number
        if not 0 < share < 1:
            self.fail(f'"{value}" is not a share; write it like 2%', param, ctx)
        return share

    def written(self, value: Any) -> str:
        return f"{value * 100:g}%"


TIME = Measure("time", "TIME", SECONDS, "90s, 5m or 1h")
SIZE = Measure("size", "SIZE", BYTES, "4G or 512M", whole=True)
PERCENT = Percent()
WORDS = Words()
COUNT = Whole()
COUNTS = Wholes()
NAME = Text()
FILE = File()
