"""Plain values as the trees of self-describing formats (docs/formats.md), and back, by the schema.

A tree is None, bool, int, float, Single, str, bytes, list or dict. Reading gives a plain value without judging it:
comparing its canonical text with the record's finds every difference.
"""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from assay.data import canonical
from assay.data.reference import Undecodable
from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, kind

Convert = Callable[[Any], Any]
MARK = "bytes"  # the one key of bytes in a union that has text, too


class Single(float):
    """A number that 32 bits hold, so that a binary format can write it in as many."""


@dataclass(frozen=True)
class Trees:
    """``bytes_as_text``: the format has no type for bytes, so base64 stands for them."""

    bytes_as_text: bool

    def writer(self, schema: Schema) -> Convert:
        """A function from a plain value to its tree."""
        return _Writers(self.bytes_as_text).of(schema)

    def reader(self, schema: Schema) -> Convert:
        """A function from a tree to the plain value; Undecodable where no value of the schema looks like that."""
        return _Readers(self.bytes_as_text).of(schema)


def plain(tree: Any) -> Any:
    """The same tree of Python's own numbers, for libraries that write a class of another name otherwise."""
    match tree:
        case dict():
            return {key: plain(item) for key, item in tree.items()}
        case list():
            return list(map(plain, tree))
        case float():
            return float(tree)
        case int() if type(tree) is not bool:
            return int(tree)
        case _:
            return tree


def is_marked(union: Union) -> bool:
    """Whether the union has bytes and text, which base64 would make look alike."""
    return {kind(b) for b in union.branches} >= {"bytes", "string"}


def _same(value: Any) -> Any:
    return value


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


class _Writers:
    def __init__(self, bytes_as_text: bool) -> None:
        self.bytes_as_text = bytes_as_text
        self.records: dict[int, Convert] = {}

    def of(self, schema: Schema) -> Convert:
        match schema:
            case Primitive(type="float"):
                return Single
            case Primitive(type="bytes") | Fixed():
                return _base64 if self.bytes_as_text else _same
            case Primitive() | Enum():
                return _same
            case Array(items=items):
                inner = self.of(items)
                return lambda values: [inner(v) for v in values]
            case Map(values=values):
                of_value = self.of(values)
                return lambda entries: {k: of_value(v) for k, v in entries.items()}
            case Record():
                return self.record(schema)
            case Union():
                return self.union(schema)

    def record(self, schema: Record) -> Convert:
        if id(schema) not in self.records:
            parts: list[tuple[str, Convert]] = []
            self.records[id(schema)] = lambda value: {name: inner(value[name]) for name, inner in parts}
            parts.extend((f.name, self.of(f.schema)) for f in schema.fields)
        return self.records[id(schema)]

    def union(self, schema: Union) -> Convert:
        inners = [self.of(branch) for branch in schema.branches]
        kinds = [kind(branch) for branch in schema.branches]
        marked = self.bytes_as_text and is_marked(schema)
        both_widths = kinds.count("real") == 2

        def write(value: Any) -> Any:
            number = canonical.branch_of(schema, value)
            # Where a union has both widths, its reals are doubles: which one a value took is not known afterwards.
            tree = value if both_widths and kinds[number] == "real" else inners[number](value)
            return {MARK: tree} if marked and kinds[number] == "bytes" else tree

        return write


class _Readers:
    def __init__(self, bytes_as_text: bool) -> None:
        self.bytes_as_text = bytes_as_text
        self.records: dict[int, Convert] = {}

    def of(self, schema: Schema) -> Convert:
        match schema:
            case Primitive(type="float"):
                return _read_single
            case Primitive(type="double"):
                return _read_real
            case Primitive(type="bytes") | Fixed():
                return _read_base64 if self.bytes_as_text else _same
            case Primitive() | Enum():
                return _same
            case Array(items=items):
                return self.array(items)
            case Map(values=values):
                return self.map(values)
            case Record():
                return self.record(schema)
            case Union():
                return self.union(schema)

    def array(self, items: Schema) -> Convert:
        inner = self.of(items)
        return lambda tree: [inner(item) for item in _expected(tree, list, "an array")]

    def map(self, values: Schema) -> Convert:
        inner = self.of(values)
        return lambda tree: {key: inner(item) for key, item in _expected(tree, dict, "a map").items()}

    def record(self, schema: Record) -> Convert:
        if id(schema) in self.records:
            return self.records[id(schema)]
        parts: dict[str, Convert] = {}

        def read(tree: Any) -> Any:
            entries = _expected(tree, dict, f"a record {schema.name}")
            # What is missing or too much is found when the record's text is compared.
            return {name: parts[name](item) if name in parts else item for name, item in entries.items()}

        self.records[id(schema)] = read
        parts.update((f.name, self.of(f.schema)) for f in schema.fields)
        return read

    def union(self, schema: Union) -> Convert:
        inners = [(branch, kind(branch), self.of(branch)) for branch in schema.branches]
        marked = self.bytes_as_text and is_marked(schema)
        only_bytes = self.bytes_as_text and not marked and any(k == "bytes" for _, k, _ in inners)

        def first(wanted: str) -> Convert | None:
            return next((inner for _, k, inner in inners if k == wanted), None)

        reals = [inner for _, k, inner in inners if k == "real"]
        read_real = reals[0] if len(reals) == 1 else _read_real

        def read(tree: Any) -> Any:
            if marked and type(tree) is dict and list(tree) == [MARK] and type(tree[MARK]) is str:
                return _read_base64(tree[MARK])
            if only_bytes and type(tree) is str:
                return _read_base64(tree)
            if type(tree) is float or (type(tree) is int and first("integer") is None):
                return read_real(tree)
            if type(tree) is dict:
                for branch, _, inner in inners:
                    if isinstance(branch, Record) and {f.name for f in branch.fields} == tree.keys():
                        return inner(tree)
                return (first("map") or first("record") or _same)(tree)
            if type(tree) is list:
                return (first("array") or _same)(tree)
            return tree

        return read


def _expected(tree: Any, wanted: type, words: str) -> Any:
    if type(tree) is not wanted:
        raise Undecodable(f"expected {words}, found {canonical.found(tree)}")
    return tree


def _read_real(tree: Any) -> Any:
    """Many writers leave out the fraction of a number that has none."""
    return float(tree) if type(tree) is int else tree


def _read_single(tree: Any) -> Any:
    """The shortest digits that mean a 32-bit number are not the number itself."""
    value = _read_real(tree)
    if type(value) is not float:
        return value
    try:
        result: float = struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:
        return value
    return result


def _read_base64(tree: Any) -> Any:
    if type(tree) is not str:
        raise Undecodable(f"expected bytes in base64, found {canonical.found(tree)}")
    try:
        return base64.b64decode(tree, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Undecodable(f"not base64: {error}") from None
