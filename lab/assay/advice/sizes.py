"""What a record takes in each format that the lab has a reference of, before anything is built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from assay.base import words
from assay.base.tables import Failure, Line, Section, Table
from assay.boundaries.codecs.sizes import DEFLATE_LEVEL, ZSTD_LEVEL, sizes
from assay.data import canonical, formats
from assay.data.formats.codec import Inexpressible
from assay.data.formats.encoded import exactly
from assay.data.schema import parse
from assay.results.document import Sizes


@dataclass(frozen=True)
class FormatSizes:
    """``sizes`` None: the format cannot carry the records, and ``reason`` says why."""

    format: str
    sizes: Sizes | None
    reason: str = ""


def by_references(schema_text: str, records: Sequence[Any]) -> list[FormatSizes]:
    """From the smallest mean up; those that cannot carry the records last. Every record is read back."""
    schema = parse(schema_text)
    write = canonical.writer(schema)
    lines = [write(record) for record in records]
    found = []
    for name in formats.REFERENCES:
        try:
            codec = formats.reference(name, schema_text, schema)
            assert codec is not None
            made = [exactly(codec, record, line, write) for record, line in zip(records, lines, strict=True)]
        except Inexpressible as error:
            found.append(FormatSizes(name, None, str(error)))
        else:
            found.append(FormatSizes(name, sizes(made)))
    return sorted(found, key=lambda one: one.sizes.mean if one.sizes else float("inf"))


def section(found: Sequence[FormatSizes], others: Iterable[str], records: int) -> Section:
    """``others``: formats that only contestants can show."""
    largest = max((one.sizes.mean for one in found if one.sizes), default=1.0)
    rows = [
        Line(
            [
                one.format,
                *(
                    f"{number:,.1f}"
                    for number in (one.sizes.mean, one.sizes.zstd / records, one.sizes.deflate / records)
                ),
                f"{100 * one.sizes.mean / largest:.1f}",
            ]
        )
        for one in found
        if one.sizes
    ]
    columns = ["format", "bytes a record", "zstd", "deflate", "% of the largest"]
    return Section(
        f"Sizes of {words.many(records, 'record')}, by the lab's own references",
        Table(columns, rows, {1, 2, 3, 4}),
        [Failure(one.format, "cannot carry these records", one.reason) for one in found if not one.sizes],
        [
            f"zstd (level {ZSTD_LEVEL}), deflate (level {DEFLATE_LEVEL}): a record's share of all, compressed as one.",
            f"These show their sizes when they are measured: {', '.join(sorted(others))}.",
        ],
    )
