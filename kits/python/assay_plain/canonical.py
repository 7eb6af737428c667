"""Canonical JSON: the one text of a record on which every language agrees (docs/contract.md, "Canonical JSON lines").

A plain value in Python: None, bool, int, float, str, bytes, list, dict (records and maps).
Reading and writing are driven by the schema; both are made once a schema, as nested functions, and then called
for each record.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Callable
from typing import Any

from assay_plain.misfit import Misfit, found
from assay_plain.types import RANGES, SAFE, Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, kind
from assay_plain.unions import TEXT_KINDS, branch_of, has_integer_and_real, is_marked, whole

SPECIAL = re.compile(r'[\x00-\x1f"\\]')
ESCAPES = {chr(c): f"\\u{c:04x}" for c in range(0x20)} | {'"': '\\"', "\\": "\\\\"}

Writer = Callable[[Any], str]
Reader = Callable[[Any], Any]


# --- plain value -> canonical text ------------------------------------------------------------------------


def writer(schema: Schema) -> Writer:
    """A function from a plain value to its canonical text; it raises Misfit for a value of another shape.

    Types are matched exactly: a subclass of dict, or an object that only acts like one, is not a plain value.
    """
    return _Writers().of(schema)


class _Writers:
    def __init__(self) -> None:
        self.records: dict[int, Writer] = {}

    def of(self, schema: Schema) -> Writer:
        match schema:
            case Primitive(type=name):
                return PRIMITIVE_WRITERS[name]
            case Enum(symbols=symbols):
                return _enum_writer(symbols)
            case Fixed(size=size):
                return _fixed_writer(size)
            case Array(items=items):
                return _array_writer(self.of(items))
            case Map(values=values):
                return _map_writer(self.of(values))
            case Record():
                return self.record(schema)
            case Union():
                return self.union(schema)

    def record(self, schema: Record) -> Writer:
        if id(schema) in self.records:
            return self.records[id(schema)]
        parts: list[tuple[str, str, Writer]] = []
        names: set[str] = set()

        def write(value: Any) -> str:
            if type(value) is not dict:
                raise Misfit(f"expected a record (dict), found {found(value)}")
            texts = []
            for name, key, inner in parts:
                if name not in value:
                    raise Misfit("the field is missing").inside(f".{name}")
                try:
                    texts.append(key + inner(value[name]))
                except Misfit as misfit:
                    raise misfit.inside(f".{name}") from None
            if len(value) != len(parts):
                extra = next(k for k in value if k not in names)
                raise Misfit("the schema has no such field").inside(f".{extra}")
            return "{" + ",".join(texts) + "}"

        self.records[id(schema)] = write
        for field in schema.fields:
            names.add(field.name)
            parts.append((field.name, f'"{field.name}":', self.of(field.schema)))
        return write

    def union(self, schema: Union) -> Writer:
        branches = [(branch, self.of(branch)) for branch in schema.branches]
        marked = is_marked(schema)
        reals_may_be_whole = has_integer_and_real(schema)

        def write(value: Any) -> str:
            if reals_may_be_whole:
                value = whole(schema, value)
            index = branch_of(schema, value)
            branch, inner = branches[index]
            if value is None:
                return "null"
            branch_kind = kind(branch)
            text = _double(value) if branch_kind == "real" else inner(value)
            return f'{{"{branch_kind}":{text}}}' if marked else text

        return write


def _null(value: Any) -> str:
    if value is not None:
        raise Misfit(f"expected null, found {found(value)}")
    return "null"


def _boolean(value: Any) -> str:
    if type(value) is not bool:
        raise Misfit(f"expected a boolean, found {found(value)}")
    return "true" if value else "false"


def _integer_writer(name: str) -> Writer:
    low, high = RANGES[name]

    def write(value: Any) -> str:
        if type(value) is not int:
            raise Misfit(f"expected {name}, found {found(value)}")
        if not low <= value <= high:
            raise Misfit(f"{value} is outside the range of {name}")
        return str(value) if -SAFE <= value <= SAFE else f'"{value}"'

    return write


def _float(value: Any) -> str:
    if type(value) is not float:
        raise Misfit(f"expected float, found {found(value)}")
    if math.isnan(value):
        return '"7fc00000"'
    try:
        packed = struct.pack(">f", value)
    except OverflowError:
        raise Misfit(f"{value!r} is outside the range of float") from None
    if struct.unpack(">f", packed)[0] != value:
        raise Misfit(f"{value!r} has more digits than a float holds")
    return f'"{packed.hex()}"'


def _double(value: Any) -> str:
    if type(value) is not float:
        raise Misfit(f"expected double, found {found(value)}")
    return '"7ff8000000000000"' if math.isnan(value) else f'"{struct.pack(">d", value).hex()}"'


def _string(value: Any) -> str:
    if type(value) is not str:
        raise Misfit(f"expected a string, found {found(value)}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Misfit("the string holds half a surrogate pair, which UTF-8 cannot carry") from None
    if SPECIAL.search(value):
        value = "".join(ESCAPES.get(c, c) for c in value)
    return f'"{value}"'


def _bytes(value: Any) -> str:
    if type(value) is not bytes:
        raise Misfit(f"expected bytes, found {found(value)}")
    return f'"{value.hex()}"'


PRIMITIVE_WRITERS: dict[str, Writer] = {
    "null": _null,
    "boolean": _boolean,
    "int": _integer_writer("int"),
    "long": _integer_writer("long"),
    "float": _float,
    "double": _double,
    "bytes": _bytes,
    "string": _string,
}


def _enum_writer(symbols: tuple[str, ...]) -> Writer:
    texts = {symbol: f'"{symbol}"' for symbol in symbols}

    def write(value: Any) -> str:
        if type(value) is not str or value not in texts:
            raise Misfit(f"expected one of {', '.join(symbols)}; found {found(value)}")
        return texts[value]

    return write


def _fixed_writer(size: int) -> Writer:
    def write(value: Any) -> str:
        text = _bytes(value)
        if len(value) != size:
            raise Misfit(f"expected {size} bytes, found {len(value)}")
        return text

    return write


def _array_writer(inner: Writer) -> Writer:
    def write(value: Any) -> str:
        if type(value) is not list:
            raise Misfit(f"expected an array (list), found {found(value)}")
        texts = []
        for number, item in enumerate(value):
            try:
                texts.append(inner(item))
            except Misfit as misfit:
                raise misfit.inside(f"[{number}]") from None
        return "[" + ",".join(texts) + "]"

    return write


def _map_writer(inner: Writer) -> Writer:
    def write(value: Any) -> str:
        if type(value) is not dict:
            raise Misfit(f"expected a map (dict), found {found(value)}")
        for key in value:
            if type(key) is not str:
                raise Misfit(f"expected a string as the key of a map, found {found(key)}")
        texts = []
        for key in sorted(value, key=lambda k: k.encode("utf-8", "surrogatepass")):
            try:
                texts.append(f"{_string(key)}:{inner(value[key])}")
            except Misfit as misfit:
                raise misfit.inside(f"{{{key}}}") from None
        return "{" + ",".join(texts) + "}"

    return write


# --- canonical text -> plain value ------------------------------------------------------------------------


def reader(schema: Schema) -> Callable[[str], Any]:
    """A function from a canonical line to the plain value. It expects well-formed lines: the lab wrote them."""
    convert = _Readers().of(schema)
    return lambda line: convert(json.loads(line))


class _Readers:
    def __init__(self) -> None:
        self.records: dict[int, Reader] = {}

    def of(self, schema: Schema) -> Reader:
        match schema:
            case Primitive(type="int" | "long"):
                return int
            case Primitive(type="float"):
                return lambda text: struct.unpack(">f", bytes.fromhex(text))[0]
            case Primitive(type="double"):
                return _read_double
            case Primitive(type="bytes") | Fixed():
                return bytes.fromhex
            case Primitive() | Enum():
                return lambda value: value
            case Array(items=items):
                inner = self.of(items)
                return lambda values: [inner(value) for value in values]
            case Map(values=values):
                of_value = self.of(values)
                return lambda entries: {key: of_value(value) for key, value in entries.items()}
            case Record():
                return self.record(schema)
            case Union():
                return self.union(schema)

    def record(self, schema: Record) -> Reader:
        if id(schema) in self.records:
            return self.records[id(schema)]
        parts: list[tuple[str, Reader]] = []

        def read(entries: Any) -> Any:
            return {name: inner(entries[name]) for name, inner in parts}

        self.records[id(schema)] = read
        parts.extend((field.name, self.of(field.schema)) for field in schema.fields)
        return read

    def union(self, schema: Union) -> Reader:
        by_kind: dict[str, Reader] = {}
        records: list[tuple[set[str], Reader]] = []
        for branch in schema.branches:
            branch_kind = kind(branch)
            if isinstance(branch, Record):
                records.append(({f.name for f in branch.fields}, self.of(branch)))
            else:
                by_kind.setdefault(branch_kind, _read_double if branch_kind == "real" else self.of(branch))
        marked = is_marked(schema)
        text_kind = next((k for k in by_kind if k in TEXT_KINDS), "string")

        def read(value: Any) -> Any:
            if value is None:
                return None
            if marked:
                ((value_kind, value),) = value.items()
            else:
                value_kind = _kind_of_json(value, text_kind)
            if isinstance(value, dict) and value_kind != "map":
                for names, inner in records:
                    if names == value.keys():
                        return inner(value)
                value_kind = "map"
            return by_kind[value_kind](value)

        return read


def _kind_of_json(value: Any, text_kind: str) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, str):
        return text_kind
    return "array" if isinstance(value, list) else "record"


def _read_double(text: str) -> float:
    result: float = struct.unpack(">d", bytes.fromhex(text))[0]
    return result
