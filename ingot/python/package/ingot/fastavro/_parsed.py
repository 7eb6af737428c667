"""Parsed schemas with what they are compiled to, kept with them."""

from __future__ import annotations

import json
from typing import Any

from ingot import SchemaError, _ingot
from ingot.fastavro._errors import SchemaResolutionError

#: How many schemas a writer's keeps the way to, and how many names of types and unions are kept compiled.
MOST_KEPT = 64


class Parsed(dict[Any, Any]):
    """A parsed schema: a dict that is compiled when it is first used. It should not be changed after that."""

    __slots__ = ("_compiled", "_named", "_readers")

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._compiled: Any = None
        self._named: dict[str, Any] | None = None
        self._readers: dict[int, tuple[Any, Any]] = {}

    def __reduce__(self) -> tuple[type[Parsed], tuple[dict[Any, Any]]]:
        return Parsed, (dict(self),)


class ParsedUnion(list[Any]):
    """A parsed union, in the same way."""

    __slots__ = ("_compiled", "_named", "_readers")

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._compiled: Any = None
        self._named: dict[str, Any] | None = None
        self._readers: dict[int, tuple[Any, Any]] = {}

    def __reduce__(self) -> tuple[type[ParsedUnion], tuple[list[Any]]]:
        return ParsedUnion, (list(self),)


_names: dict[str, Any] = {}


def compiled(schema: Any) -> Any:
    """What a schema compiles to; it is parsed if it is not, and kept where it can be."""
    if isinstance(schema, str) and schema in _names:
        return _names[schema]
    parsed, known = _parsed(schema)
    if isinstance(parsed, Parsed | ParsedUnion) and parsed._compiled is not None:
        return parsed._compiled
    made = _ingot.fastavro_compile(parsed, known)
    # What was parsed here for this call alone keeps nothing: it would not be found there.
    if isinstance(schema, Parsed | ParsedUnion):
        schema._compiled = made
    if isinstance(parsed, str) and len(_names) < MOST_KEPT:
        _names[parsed] = made
    return made


def resolved(writer: Any, reader: Any) -> Any:
    """The way from a writer's data to those of a reader; none if both are the same."""
    kept = getattr(writer, "_readers", None)
    found = kept.get(id(reader)) if kept is not None else None
    if found is not None and found[0] is reader:
        return found[1]
    made = None
    if writer != reader:
        try:
            made = _ingot.fastavro_resolve(text(writer), text(reader), compiled(reader))
        except SchemaError as error:
            raise SchemaResolutionError(f"Schema mismatch: {error}") from error
    # A list or a dict that can change is no key; what is kept must stay alive, or another one might have its place.
    if kept is not None and isinstance(reader, Parsed | ParsedUnion | str) and len(kept) < MOST_KEPT:
        kept[id(reader)] = reader, made
    return made


def _parsed(schema: Any) -> tuple[Any, dict[str, Any]]:
    """A schema, parsed if it is not, and the named types that it knows."""
    from ingot.fastavro.schema import parse_schema

    if isinstance(schema, Parsed | ParsedUnion) and schema._named is not None:
        return schema, schema._named
    known: dict[str, Any] = {}
    return parse_schema(schema, known), known


def text(schema: Any) -> str:
    """A schema as JSON that says each named type where it is first used."""
    parsed, known = _parsed(schema)
    return json.dumps(_whole(parsed, known, set()))


def _whole(schema: Any, known: dict[str, Any], said: set[str]) -> Any:
    if isinstance(schema, list):
        return [_whole(branch, known, said) for branch in schema]
    if isinstance(schema, str):
        if schema in known and schema not in said:
            return _whole(known[schema], known, said)
        return schema
    made = {key: value for key, value in schema.items() if not str(key).startswith("__")}
    if "name" in made:
        if made["name"] in said:
            return made["name"]
        said.add(made["name"])
    if isinstance(made.get("aliases"), str):
        made["aliases"] = [made["aliases"]]
    for key in ("items", "values"):
        if key in made:
            made[key] = _whole(made[key], known, said)
    if "fields" in made:
        made["fields"] = [{**field, "type": _whole(field["type"], known, said)} for field in made["fields"]]
    return made
