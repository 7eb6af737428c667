"""Schemas in files that name each other."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from ingot.fastavro._errors import SchemaParseException, UnknownType
from ingot.fastavro.const import PRIMITIVES
from ingot.fastavro.repository import AbstractSchemaRepository, FlatDictRepository, SchemaRepositoryError
from ingot.fastavro.types import NamedSchemas


def load_schema(
    schema_path: str,
    *,
    repo: AbstractSchemaRepository | None = None,
    named_schemas: NamedSchemas | None = None,
    _write_hint: bool = True,
    _injected_schemas: set[str] | None = None,
) -> Any:
    """The parsed schema of a file; types that it does not define are looked for in files beside it, by their names.

    ``repo``: where schemas are found by name, if not in files; ``schema_path`` is then a name. ``named_schemas``: types
    that are known, to which those of the schema are added. Raises `SchemaRepositoryError`, `UnknownType` and
    `SchemaParseException`.
    """
    name = schema_path
    if repo is None:
        path = Path(schema_path)
        repo, name = FlatDictRepository(str(path.parent)), path.stem
    known: NamedSchemas = {} if named_schemas is None else named_schemas
    return _load(name, repo, known, _write_hint, set() if _injected_schemas is None else _injected_schemas, ())


def _load(
    name: str,
    repo: AbstractSchemaRepository,
    known: NamedSchemas,
    hint: bool,
    put: set[str],
    outer: tuple[str, ...],
) -> Any:
    from ingot.fastavro.schema import parse_schema

    loading = (*outer, name)
    schema = repo.load(name)
    # What a failed attempt leaves there is no type.
    so_far = deepcopy(known)
    while True:
        attempt = deepcopy(so_far)
        try:
            parsed = parse_schema(schema, attempt, _write_hint=hint)
        except UnknownType as error:
            if error.name in loading:
                message = f"'{name}' needs '{error.name}', which is read for it: one file has to define both"
                raise SchemaParseException(message) from None
            try:
                part = _load(error.name, repo, so_far, False, put, loading)
            except SchemaRepositoryError:
                raise error from None
            if part["name"] not in put:
                schema, _ = _injected(schema, part, "")
                put.add(part["name"])
            continue
        known.update(attempt)
        return parsed


def _injected(schema: Any, part: Any, namespace: str) -> tuple[Any, bool]:
    """A schema in which a type stands in the place where it is first named; and whether it is named."""
    from ingot.fastavro.schema import schema_name

    if isinstance(schema, list):
        return _first(schema, range(len(schema)), part, namespace)
    if isinstance(schema, dict):
        kind = schema["type"]
        if kind in ("array", "map"):
            return _first(schema, ["items" if kind == "array" else "values"], part, namespace)
        if kind in ("record", "error"):
            namespace, _ = schema_name(schema, namespace)
            done = any(_first(field, ["type"], part, namespace)[1] for field in schema.get("fields", []))
            return schema, done
        return schema, False
    name = f"{namespace}.{schema}" if schema not in PRIMITIVES and "." not in schema and namespace else schema
    return (part, True) if name == part["name"] else (schema, False)


def _first(holder: Any, places: Any, part: Any, namespace: str) -> tuple[Any, bool]:
    for place in places:
        holder[place], done = _injected(holder[place], part, namespace)
        if done:
            return holder, True
    return holder, False


def load_schema_ordered(ordered_schemas: list[str], *, _write_hint: bool = True) -> Any:
    """The parsed schema of the last of several files, the types of which are defined in those before it.

    Raises what `load_schema` raises.
    """
    known: NamedSchemas = {}
    last = len(ordered_schemas) - 1
    loaded = [
        load_schema(path, named_schemas=known, _write_hint=_write_hint and place == last)
        for place, path in enumerate(ordered_schemas)
    ]
    outer = loaded.pop()
    for part in reversed(loaded):
        outer, _ = _injected(outer, part, "")
    return outer
