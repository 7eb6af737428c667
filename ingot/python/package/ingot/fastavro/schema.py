"""Schemas: parsed, loaded, in their canonical form."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from ingot.fastavro._errors import SchemaParseException, UnknownType
from ingot.fastavro._load import load_schema, load_schema_ordered
from ingot.fastavro._parsed import Parsed, ParsedUnion
from ingot.fastavro.const import AVRO_TYPES, NAMED_TYPES, PRIMITIVES
from ingot.fastavro.types import NamedSchemas, Schema

__all__ = [
    "FINGERPRINT_ALGORITHMS",
    "SchemaParseException",
    "UnknownType",
    "expand_schema",
    "fingerprint",
    "fullname",
    "load_schema",
    "load_schema_ordered",
    "parse_schema",
    "to_parsing_canonical_form",
]

_JAVA_NAMES = {"SHA-256": "sha256", "MD5": "md5"}
FINGERPRINT_ALGORITHMS = hashlib.algorithms_guaranteed | _JAVA_NAMES.keys() | {"CRC-64-AVRO"}
_SYMBOL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NONE = object()
#: What a type's attributes are copied without: those that the parser writes itself.
_OWN = {"type", "name", "namespace", "fields", "items", "size", "symbols", "values", "doc"}
_DEFAULTS: dict[str, type | tuple[type, ...]] = {
    "array": list,
    "map": dict,
    "enum": str,
    "fixed": str,
    "record": dict,
    "error": dict,
    "null": type(None),
    "boolean": bool,
    "string": str,
    "bytes": str,
    "int": int,
    "long": int,
    "float": float,
    "double": float,
}


def extract_record_type(schema: Any) -> str:
    """What a schema is: `record`, `union`, `int`, or the name of a type."""
    if isinstance(schema, dict):
        return str(schema["type"]) if isinstance(schema["type"], str) else schema["type"]
    return "union" if isinstance(schema, list) else schema


def extract_logical_type(schema: Any) -> str | None:
    """The key of a logical type in `LOGICAL_READERS` and `LOGICAL_WRITERS`; none if the schema has no logical type."""
    logical = schema.get("logicalType") if isinstance(schema, dict) else None
    return f"{schema['type']}-{logical}" if logical else None


def schema_name(schema: dict[Any, Any], parent_ns: str) -> tuple[str, str]:
    """The namespace and the full name of a named type. Raises `SchemaParseException` if it has no name."""
    if "name" not in schema:
        raise SchemaParseException(f'"name" is a required field missing from the schema: {schema}')
    name = schema["name"]
    namespace = schema.get("namespace", parent_ns)
    if "." in name:
        return name.rpartition(".")[0], name
    return (namespace, f"{namespace}.{name}") if namespace else ("", name)


def fullname(schema: dict[Any, Any]) -> str:
    """The full name of a named type. Raises `SchemaParseException` if it has no name."""
    return schema_name(schema, "")[1]


def _kinds(union: list[Any]) -> list[str]:
    return [extract_record_type(branch) for branch in union]


def is_single_record_union(schema: list[Any]) -> bool:
    """Whether one branch of a union is a record, or the name of a type."""
    return sum(kind == "record" or kind not in AVRO_TYPES for kind in _kinds(schema)) == 1


def is_single_name_union(schema: list[Any]) -> bool:
    """Whether one branch of a union is a named type."""
    return sum(kind in {"record", "enum", "fixed"} or kind not in AVRO_TYPES for kind in _kinds(schema)) == 1


def expand_schema(schema: Schema) -> Any:
    """A parsed schema in which each name of a type is the type itself: for people to read, not to write data by."""
    return parse_schema(schema, expand=True, _write_hint=False)


def parse_schema(
    schema: Schema,
    named_schemas: NamedSchemas | None = None,
    *,
    expand: bool = False,
    _write_hint: bool = True,
    _force: bool = False,
    _ignore_default_error: bool = False,
) -> Any:
    """A schema with full names, checked, and ready to be used many times.

    ``named_schemas``: the named types that are known so far; those of the schema are added. ``expand``: as
    `expand_schema` says. Raises `SchemaParseException` or `UnknownType`.
    """
    known: NamedSchemas = {} if named_schemas is None else named_schemas
    parser = _Parser(known, expand, _ignore_default_error)
    if isinstance(schema, dict) and "__named_schemas" in schema and "__fastavro_parsed" in schema:
        known.update(schema["__named_schemas"])
        if not (_force or expand):
            return _kept(schema if isinstance(schema, Parsed) else Parsed(schema), known)
    if isinstance(schema, ParsedUnion) and schema._named is not None and not (_force or expand):
        known.update(schema._named)
        return schema
    if isinstance(schema, list) and not (_force or expand):
        # Branches are marked as parsed, each by itself.
        options: dict[str, Any] = {"_write_hint": _write_hint, "_ignore_default_error": _ignore_default_error}
        return _kept(ParsedUnion([parse_schema(branch, known, **options) for branch in schema]), known)
    parsed = parser.parse(schema, "", _NONE, hint=_write_hint)
    return _kept(ParsedUnion(parsed) if isinstance(parsed, list) else parsed, known)


def _kept(parsed: Any, known: NamedSchemas) -> Any:
    """A parsed schema with the types that it names, so that it can be compiled without parsing it again."""
    if isinstance(parsed, Parsed | ParsedUnion) and parsed._named is None:
        parsed._named = dict(known)
    return parsed


class _Parser:
    def __init__(self, known: NamedSchemas, expand: bool, lenient: bool) -> None:
        self.known, self.expand, self.lenient = known, expand, lenient
        self.defined: set[str] = set()

    def parse(self, schema: Any, namespace: str, default: Any, hint: bool = False) -> Any:
        if isinstance(schema, list):
            branches = [self.parse(branch, namespace, _NONE) for branch in schema]
            if default is not _NONE and not any(_may_be(default, branch) for branch in branches):
                self.wrong_default(default, f"a schema in union with type: {schema}")
            return branches
        if isinstance(schema, dict):
            return self.object(schema, namespace, default, hint)
        if schema in PRIMITIVES:
            if default is not _NONE and not _may_be(default, schema):
                self.wrong_default(default, f"schema type: {schema}")
            return schema
        return self.reference(schema, namespace)

    def reference(self, name: Any, namespace: str) -> Any:
        if isinstance(name, str) and "." not in name and namespace:
            name = f"{namespace}.{name}"
        if name not in self.known:
            raise UnknownType(name)
        # A type that is still being read has no name yet: it cannot be put into itself.
        return self.known[name] if self.expand and "name" in self.known[name] else name

    def wrong_default(self, default: Any, what: str) -> None:
        if not self.lenient:
            raise SchemaParseException(f"Default value <{default}> must match {what}")

    def object(self, schema: dict[Any, Any], namespace: str, default: Any, hint: bool) -> Any:
        kind = schema["type"]
        parsed = Parsed({key: value for key, value in schema.items() if key not in _OWN})
        parsed["type"] = kind
        if "doc" in schema:
            parsed["doc"] = schema["doc"]
        if parsed.get("logicalType") == "decimal":
            _check_decimal(schema)
        if not isinstance(kind, str) or kind not in _DEFAULTS:
            raise UnknownType(schema)
        if kind in NAMED_TYPES:
            namespace, name = schema_name(schema, namespace)
            if name in self.defined:
                raise SchemaParseException(f"redefined named type: {name}")
            self.defined.add(name)
            if kind == "enum":
                _check_symbols(schema)
        if default is not _NONE and not isinstance(default, _DEFAULTS[kind]):
            self.wrong_default(default, f"schema type: {kind}")
        if kind in NAMED_TYPES:
            self.known[name] = parsed
        if kind in ("record", "error"):
            fields = [self.field(field, namespace) for field in _fields(schema)]
            parsed["name"], parsed["fields"] = name, fields
            if hint:
                # A copy, so that the schema does not hold itself.
                self.known[name] = dict(parsed)
                parsed["__fastavro_parsed"], parsed["__named_schemas"] = True, self.known
        elif kind in NAMED_TYPES:
            parsed["name"] = name
            part = "symbols" if kind == "enum" else "size"
            parsed[part] = schema[part]
        elif kind in ("array", "map"):
            part = "items" if kind == "array" else "values"
            parsed[part] = self.parse(schema[part], namespace, _NONE)
        return parsed

    def field(self, field: dict[Any, Any], namespace: str) -> dict[Any, Any]:
        parsed = {key: value for key, value in field.items() if key not in ("type", "name")}
        if not isinstance(parsed.get("aliases", []), list):
            raise SchemaParseException(f"aliases must be a list, not {parsed['aliases']}")
        parsed["name"] = field["name"]
        parsed["type"] = self.parse(field["type"], namespace, field.get("default", _NONE))
        return parsed


def _fields(schema: dict[Any, Any]) -> list[dict[Any, Any]]:
    fields = schema.get("fields", [])
    if not isinstance(fields, list):
        raise SchemaParseException(f"fields must be a list, not {fields}")
    for field in fields:
        if not isinstance(field, dict) or "name" not in field or "type" not in field:
            raise SchemaParseException(f"a field is an object with a name and a type, not {field}")
    return fields


def _may_be(default: Any, schema: Any) -> bool:
    """Whether JSON may be the default of a primitive type; of another type it is looked at elsewhere."""
    if not isinstance(schema, str) or schema not in PRIMITIVES:
        return True
    if schema in ("float", "double"):
        try:
            float(default)
        except (TypeError, ValueError):
            return False
        return True
    return isinstance(default, _DEFAULTS[schema])


def _check_decimal(schema: dict[Any, Any]) -> None:
    scale, precision = schema.get("scale"), schema.get("precision")
    if scale and (not isinstance(scale, int) or scale < 0):
        raise SchemaParseException(f"decimal scale must be a positive integer, not {scale}")
    if not precision:
        return
    if not isinstance(precision, int) or precision <= 0:
        raise SchemaParseException(f"decimal precision must be a positive integer, not {precision}")
    if schema["type"] == "fixed":
        size = schema["size"]
        if size <= 0 or precision > len(str(2 ** (8 * size - 1) - 1)) - 1:
            raise SchemaParseException(f"decimal precision of {precision} doesn't fit into array of length {size}")
    if scale and precision < scale:
        raise SchemaParseException(f"decimal scale must be less than or equal to the precision of {precision}")


def _check_symbols(schema: dict[Any, Any]) -> None:
    symbols = schema["symbols"]
    if not all(isinstance(symbol, str) and _SYMBOL.fullmatch(symbol) for symbol in symbols):
        raise SchemaParseException(f"Every symbol must match the regular expression {_SYMBOL.pattern}")
    if len(set(symbols)) != len(symbols):
        raise SchemaParseException("All symbols in an enum must be unique")
    if "default" in schema and schema["default"] not in symbols:
        raise SchemaParseException("Default value for enum must be in symbols list")


def to_parsing_canonical_form(schema: Schema) -> str:
    """The canonical form: what readers need of a schema, as JSON without spaces."""
    return json.dumps(_canonical(parse_schema(schema)), separators=(",", ":"), ensure_ascii=False)


def _canonical(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_canonical(branch) for branch in schema]
    if not isinstance(schema, dict):
        return schema
    kind = schema["type"]
    if kind in ("array", "map"):
        part = "items" if kind == "array" else "values"
        return {"type": kind, part: _canonical(schema[part])}
    if kind in ("record", "error"):
        fields = [{"name": field["name"], "type": _canonical(field["type"])} for field in schema["fields"]]
        return {"name": schema["name"], "type": "record", "fields": fields}
    if kind in ("enum", "fixed"):
        part = "symbols" if kind == "enum" else "size"
        return {"name": schema["name"], "type": kind, part: schema[part]}
    return kind


def fingerprint(parsing_canonical_form: str, algorithm: str) -> str:
    """A fingerprint of a canonical form, in hexadecimal; `CRC-64-AVRO` with its lowest byte first.

    Raises `ValueError` for an algorithm that is not in `FINGERPRINT_ALGORITHMS`.
    """
    if algorithm not in FINGERPRINT_ALGORITHMS:
        known = f"Valid values include: {FINGERPRINT_ALGORITHMS}"
        raise ValueError(f"Unknown schema fingerprint algorithm {algorithm}. {known}")
    data = parsing_canonical_form.encode()
    if algorithm == "CRC-64-AVRO":
        return _rabin(data).to_bytes(8, "little").hex()
    return hashlib.new(_JAVA_NAMES.get(algorithm, algorithm), data).hexdigest()


def _rabin(data: bytes) -> int:
    empty = 0xC15D213AA4D7A795
    found = empty
    for byte in data:
        low = (found ^ byte) & 0xFF
        for _ in range(8):
            low = low >> 1 ^ (empty if low & 1 else 0)
        found = found >> 8 ^ low
    return found
