"""What a contestant is asked of a row, by the contract's request `conform`, and what it would find by each reading."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from assay.base.errors import AssayError
from assay.data import canonical, container_format
from assay.data.containers import LEVELS
from assay.data.resolved import resolved
from assay.data.schema import NULL, Schema, parse, without_logical_types
from assay.measure.conform.notation import NoValue, natural, taken
from assay.measure.conform.rows import Row, no_row
from assay.results.request import BLOCK_BYTES

# Records of a container whose texts are asked for: no row has more.
RECORDS = 10_000
REQUIRED_CODECS = ("null", "deflate")
# Of what files are written with whose header cannot be read.
USUAL = json.dumps(
    {
        "type": "record",
        "name": "R",
        "fields": [{"name": "a", "type": "long"}, {"name": "b", "type": "string"}],
    }
)


@dataclass(frozen=True)
class Question:
    """``expected``: the texts to be found; None where nothing that it finds is compared. ``letter``: the texts of
    another value that the letter of the specification gives. ``same``: how a text is compared with an expected one.
    ``optional``: what it takes that no library has to have.
    """

    ask: str
    keys: dict[str, Any]
    expected: list[str] | None = None
    letter: list[str] | None = None
    same: Callable[[str, str], bool] = field(default=str.__eq__)
    optional: str = ""


class Unasked(Exception):
    """The contract has no words for this row."""


def questions(row: Row) -> list[Question]:
    """One after another; the first that is not answered as a reading says decides. Unasked where there is none."""
    if row.category == "schemas":
        return [_schema(row)]
    if row.has("container"):
        return [_container(row)]
    if row.has("writer"):
        return [_resolution(row)]
    if row.has("json"):
        return _json(row)
    if "framing" in row.fields:
        return [_framed(row)]
    if row.category == "logical":
        return _logical(row)
    return _datum(row, row.text("schema"))


def check(rows: Iterable[Row]) -> None:
    """AssayError for a row of which no question can be made. It comes before anything is built."""
    for row in rows:
        try:
            questions(row)
        except Unasked:
            continue
        except Exception as error:  # a row may be of anybody, and anything may be wrong with it
            raise no_row(row.place, error) from None


def _keys(schema_text: str, schema: Schema, given: str, texts: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "schema": schema_text,
        "resolved": json.dumps(resolved(schema)),
        "input": given,
        "texts": texts,
        **more,
    }


def _known(text: str) -> Schema:
    """The schema as the lab reads it, without logical types."""
    return parse(json.dumps(without_logical_types(json.loads(text))))


def _texts(row: Row, schema: Schema, name: str = "value") -> list[str] | None:
    """The canonical text of the row's value; None where nothing is to be compared."""
    if name not in row.fields or not (row.accepts("strict") or row.accepts("lenient")):
        return None
    return [canonical.writer(schema)(taken(schema, row.fields[name]).value)]


def _schema(row: Row) -> Question:
    """Whatever may be wrong with it, the library is asked, and not the lab: the kit goes by no schema."""
    given = row.fields.get("canonical")
    return Question("parse", _keys(row.text("schema"), NULL, ""), None if given is None else [given])


def _datum(row: Row, text: str) -> list[Question]:
    schema = _known(text)
    direction = row.fields.get("direction")
    if direction == "encode" and not row.accepts("strict"):
        return [_refused_value(row, text, schema)]
    expected = _texts(row, schema)
    given = row.bytes("bytes") if row.has("bytes") else b""
    found = []
    if direction != "encode":
        same = _but_for_replacements if row.fields.get("replacement") else str.__eq__
        keys = _keys(text, schema, given.hex(), 0 if expected is None else 1)
        found.append(Question("decode", keys, expected, same=same))
    if direction != "decode" and row.accepts("strict") and expected and taken(schema, row.fields["value"]).exact:
        found.append(Question("encode", _keys(text, schema, expected[0]), [given.hex()]))
    return found


def _refused_value(row: Row, text: str, schema: Schema) -> Question:
    try:
        own, value = natural(schema, row.fields["value"])
    except NoValue as error:
        raise Unasked(str(error)) from None
    return Question("encode", _keys(text, own, canonical.writer(own)(value), 0))


def _but_for_replacements(found: str, expected: str) -> bool:
    """Whether two texts differ at most in how often U+FFFD stands at a place."""

    def short(text: str) -> str:
        while "\ufffd\ufffd" in text:
            text = text.replace("\ufffd\ufffd", "\ufffd")
        return text

    return short(found) == short(expected)


def _logical(row: Row) -> list[Question]:
    """With the logical type whether it is read at all: what a host makes of it is not compared.

    Without it, and where it is to be ignored, the value.
    """
    text = row.text("schema")
    schema = _known(text)
    ignored = "means" in row.fields and row.fields["means"] is None
    expected = _texts(row, schema) if ignored else None
    keys = _keys(text, schema, row.bytes("bytes").hex(), 1 if ignored else 0)
    asked = [Question("decode", keys, expected)]
    if "means" in row.fields and not ignored:
        asked += _datum(row, json.dumps(without_logical_types(json.loads(text))))
    return asked


def _resolution(row: Row) -> Question:
    reader = _known(row.text("reader"))
    expected = _texts(row, reader)
    given = row.bytes("bytes").hex()
    keys = _keys(row.text("reader"), reader, given, 0 if expected is None else 1, writer=row.text("writer"))
    return Question("resolve", keys, expected, _texts(row, reader, "by_the_letter"))


def _json(row: Row) -> list[Question]:
    text = row.text("schema")
    schema = _known(text)
    expected = _texts(row, schema)
    given = row.text("json")
    asked = [Question("from-json", _keys(text, schema, given, 0 if expected is None else 1), expected)]
    if row.accepts("strict") and expected and taken(schema, row.fields["value"]).exact:
        asked.append(Question("to-json", _keys(text, schema, expected[0]), [given], same=_same_json))
    return asked


def _same_json(found: str, expected: str) -> bool:
    """Equal, and numbers with a fraction's point as well as those without."""
    try:
        return bool(json.loads(found) == json.loads(expected))
    except ValueError:
        return False


def _framed(row: Row) -> Question:
    text = row.text("schema")
    schema = _known(text)
    expected = _texts(row, schema)
    more = {"registry_id": row.fields["registry_id"]} if "registry_id" in row.fields else {}
    keys = _keys(text, schema, row.bytes("bytes").hex(), 0 if expected is None else 1, **more)
    return Question(row.fields["framing"], keys, expected)


def _container(row: Row) -> Question:
    content = row.bytes("container")
    try:
        header = container_format.read_header(io.BytesIO(content))
        text, codec = header.schema_text, header.codec
        schema = _known(text)
    except (container_format.BadContainer, AssayError, ValueError, RecursionError):
        text, codec = USUAL, "null"
        schema = _known(text)
    compression = codec if codec in container_format.CODECS else "null"
    settings = {"compression": compression, "level": LEVELS[compression], "block_bytes": BLOCK_BYTES}
    expected = None
    if "records" in row.fields and (row.accepts("strict") or row.accepts("lenient")):
        write = canonical.writer(schema)
        expected = [write(taken(schema, one).value) for one in row.fields["records"]]
    texts = 0 if expected is None else RECORDS
    keys = _keys(text, schema, content.hex(), texts, settings=settings)
    return Question("read", keys, expected, optional="" if codec in REQUIRED_CODECS else codec)
