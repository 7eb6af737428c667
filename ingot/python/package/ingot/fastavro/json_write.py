"""Records are written as lines of JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Any

from ingot.fastavro.io.json_encoder import AvroJSONEncoder
from ingot.fastavro.types import Schema


def json_writer(
    fo: IO[str],
    schema: Schema,
    records: Iterable[Any],
    *,
    write_union_type: bool = True,
    validator: bool = False,
    encoder: Any = AvroJSONEncoder,
    strict: bool = False,
    strict_allow_default: bool = False,
    disable_tuple_notation: bool = False,
) -> None:
    """Writes records as lines of JSON, with the options of `writer`.

    ``write_union_type``: as `AvroJSONEncoder` takes it. ``encoder``: a class derived from that one.
    """
    from ingot.fastavro.write import writer

    writer(
        encoder(fo, write_union_type=write_union_type),
        schema,
        records,
        validator=validator,
        strict=strict,
        strict_allow_default=strict_allow_default,
        disable_tuple_notation=disable_tuple_notation,
    )
