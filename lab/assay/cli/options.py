"""Options and types of the command line that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

F = TypeVar("F", bound=Callable[..., Any])

UNITS = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}
SIZES = {"": 2**20, "k": 2**10, "m": 2**20, "g": 2**30}


class Words(click.ParamType[list[str]]):
    """Words separated by commas."""

    name = "words"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        words = value if isinstance(value, list) else [w.strip() for w in str(value).split(",")]
        if not all(words):
            self.fail("an empty word; separate words by single commas", param, ctx)
        return list(dict.fromkeys(words))


class Counts(click.ParamType[list[int]]):
    """Whole numbers, 1 or what is the ``least`` and above, separated by commas."""

    name = "numbers"
    least = 1

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


class Numbered(click.ParamType[float]):
    """A number with a unit, as a number of base units."""

    def __init__(self, name: str, units: dict[str, int], example: str) -> None:
        self.name = name
        self.units = units
        self.example = example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, int | float):
            return float(value)
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z%]*)\s*", str(value).lower())
        if match is None or match[2].removesuffix("ib").removesuffix("b") not in self.units:
            self.fail(f'"{value}" is not a {self.name}; write it like {self.example}', param, ctx)
        number = float(match[1]) * self.units[match[2].removesuffix("ib").removesuffix("b")]
        if number <= 0:
            self.fail(f"must be above 0, not {value}", param, ctx)
        return number


class Percent(click.ParamType[float]):
    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(%?)", str(value).strip())
        number = float(match[1]) if match else 0.0
        share = number / 100 if match and (match[2] or number >= 0.5) else number
        if not 0 < share < 1:
            self.fail(f'"{value}" is not a share; write it like 2%', param, ctx)
        return share


TIME = Numbered("time", UNITS, "90s, 5m or 1h")
SIZE = Numbered("size", SIZES, "4G or 512M")
PERCENT = Percent()
WORDS = Words()
COUNTS = Counts()
POSITIVE = click.IntRange(min=1)
FILE = click.Path(path_type=Path)


STORE_NUMBERS = ("key", "lookups", "batch_size", "shuffle_buffer", "epochs")
BOUNDARY_TITLES = {"codec": "Codecs", "container": "Containers", "store": "Stores"}


def request(filters: dict[str, Any], settings: Any) -> Any:
    """What the options of `filters` ask for. AssayError for a word that names nothing."""
    from assay.measure.selection.files import own_file
    from assay.results.request import ContainerRequest, Request, StoreRequest
    from assay.results.way import Durability, Mode, Representation, Shuffle

    stores = {name: filters.pop(name) for name in STORE_NUMBERS}
    for name, words in (
        ("modes", [word for word in get_args(Mode) if word != "new"]),
        ("durability", get_args(Durability)),
        ("boundaries", get_args(Representation)),
        ("shuffles", get_args(Shuffle)),
    ):
        if asked := filters.pop(name):
            stores[name] = [_valid(word, words) for word in asked]
    containers = {name: filters.pop(name) for name in ("compressions", "level", "block_bytes")}
    data, schema, at = (filters.pop(name) for name in ("data", "schema", "at"))
    return Request(
        **filters,
        containers=ContainerRequest(**containers),
        stores=StoreRequest(**stores),
        data=own_file(data) if data else None,
        data_schema=own_file(schema) if schema else None,
        data_at=at,
        settings=settings,
    )


def _valid(word: str, words: Sequence[str]) -> str:
    from assay.base.errors import AssayError, closest

    if word not in words:
        raise AssayError(f'"{word}" is not valid: {closest(word, words)}')
    return word


def standing(progress: Any) -> Callable[[Any], str]:
    """What a run that goes on calls after each block: it shows the tables so far, and gives a line about them."""
    from assay.analysis.figures import analyse
    from assay.report import standing
    from assay.report.exporters import terminal

    def show(document: Any) -> str:
        found = analyse(document)
        progress.show(terminal.standing(found))
        return standing.line(found)

    return show


def operations_help() -> str:
    from assay.operations import named

    return " ".join(f"{title}: {', '.join(named(kind))}." for kind, title in BOUNDARY_TITLES.items())


def filters(command: F) -> F:
    """What to take of a suite: the options of run and verify."""
    for option in reversed(
        [
            click.argument("suite", required=False),
            click.option("--workload", "workloads", type=WORDS, help="Workloads, separated by commas."),
            click.option("--language", "languages", type=WORDS, help="Languages of contestants."),
            click.option("--browser", is_flag=True, help="In headless Chromium: the contestants in pure JavaScript."),
            click.option("--format", "formats", type=WORDS, help="Formats."),
            click.option("--contestant", "contestants", type=WORDS, help="Contestants, as language/name or name."),
            click.option(
                "--operation",
                "operations",
                type=WORDS,
                help=operations_help(),
            ),
            click.option(
                "--records", type=COUNTS, help="Records in a set, or several numbers. Default: the workload's own."
            ),
            click.option(
                "--compression", "compressions", type=WORDS, help="Codecs of containers. Default: null,deflate."
            ),
            click.option(
                "--level", type=click.IntRange(0, 22), help="Level of the codec. Default: deflate 6, zstandard 3."
            ),
            click.option(
                "--block-bytes",
                type=click.IntRange(min=64),
                default=64_000,
                show_default=True,
                help="Uncompressed bytes after which a container's block ends.",
            ),
            click.option("--seed", type=click.IntRange(min=0), default=42, show_default=True, help="Decides the data."),
            click.option(
                "--mode", "modes", type=WORDS, help="Stores: warm, reopen, cold, page-cold. Default: warm,cold."
            ),
            click.option("--durability", type=WORDS, help="Stores: classes D0 to D3. Default: D1."),
            click.option("--boundary", "boundaries", type=WORDS, help="Stores: raw, parsed. Default: parsed."),
            click.option("--shuffle", "shuffles", type=WORDS, help="Batches: none, full, buffer. Default: full."),
            click.option("--batch-size", type=POSITIVE, default=32, show_default=True, help="Documents in a batch."),
            click.option("--shuffle-buffer", type=POSITIVE, default=1000, show_default=True, help="Documents in it."),
            click.option("--epochs", type=POSITIVE, default=2, show_default=True, help="Times that batches take all."),
            click.option("--lookups", type=POSITIVE, default=1000, show_default=True, help="Stores: keys looked up."),
            click.option("--key", default="id", show_default=True, help="Stores: the field that is the key."),
            click.option(
                "--data", type=FILE, help="Your own records: JSON lines, JSON, CSV, TSV, Avro, Parquet, Arrow."
            ),
            click.option("--schema", type=FILE, help="Its Avro schema; else the file's, or made from the records."),
            click.option("--at", help="Where the records are in a JSON document, as .data.items."),
            click.option(
                "--memory-limit",
                type=SIZE,
                default="4G",
                show_default=True,
                help="Resident memory beyond which a contestant is killed.",
            ),
            click.option(
                "--timeout",
                type=TIME,
                default="2m",
                show_default=True,
                help="Time to answer one request, after which a contestant is killed.",
            ),
        ]
    ):
        command = option(command)
    return command
