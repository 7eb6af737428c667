"""The request `conform`: one row of a format's conformance, outside any record set (docs/contract.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Protocol

from assay_kit.files import BadInput
from assay_plain import canonical
from assay_plain.misfit import Misfit
from assay_plain.types import Schema, from_table


class Keys(Protocol):
    def text(self, key: str) -> str: ...
    def number(self, key: str, minimum: int = 0) -> int: ...
    def settings(self) -> dict[str, Any] | None: ...


class Lacks(NotImplementedError):
    """What the contestant does not have. A library that says so of a schema or of bytes refuses them."""


class Row:
    """What a row asks, with the adapter for its schema. Whatever the library raises is its refusal."""

    def __init__(self, adapter_class: Any, keys: Keys) -> None:
        self.keys = keys
        self.texts = keys.number("texts")
        try:
            self.schema: Schema = from_table(json.loads(keys.text("resolved")))
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise BadInput(f"resolved: {type(error).__name__}: {error}") from None
        self.adapter = adapter_class(keys.text("schema"))
        if resolved := getattr(self.adapter, "resolved", None):
            resolved(self.schema)
        self.from_plain: Callable[[Any], Any] = getattr(self.adapter, "from_plain", _same)
        self.to_plain: Callable[[Any], Any] = getattr(self.adapter, "to_plain", _same)

    def parse(self, _call: Any) -> dict[str, Any]:
        canonical_form = getattr(self.adapter, "canonical", None)
        return {"found": [] if canonical_form is None else [canonical_form()]}

    def from_bytes(self, call: Callable[[bytes], Any]) -> dict[str, Any]:
        return self._values([call(self._bytes())])

    def to_bytes(self, call: Callable[[Any], bytes]) -> dict[str, Any]:
        return {"found": [bytes(call(self._value())).hex()]}

    def read(self, call: Callable[[bytes], Iterable[Any]]) -> dict[str, Any]:
        try:
            self.adapter.configure(self.keys.settings())
        except NotImplementedError as error:  # a codec
            raise Lacks(*error.args) from None
        return self._values(call(self._bytes()))

    def resolve(self, call: Callable[[str, bytes], Any]) -> dict[str, Any]:
        return self._values([call(self.keys.text("writer"), self._bytes())])

    def registry(self, call: Callable[[int, bytes], Any]) -> dict[str, Any]:
        return self._values([call(self.keys.number("registry_id"), self._bytes())])

    def from_text(self, call: Callable[[str], Any]) -> dict[str, Any]:
        return self._values([call(self.keys.text("input"))])

    def to_text(self, call: Callable[[Any], str]) -> dict[str, Any]:
        return {"found": [call(self._value())]}

    def _bytes(self) -> bytes:
        return bytes.fromhex(self.keys.text("input"))

    def _value(self) -> Any:
        try:
            plain = canonical.reader(self.schema)(self.keys.text("input"))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadInput(f"input: not a canonical record: {error}") from None
        return self.from_plain(plain)

    def _values(self, made: Iterable[Any]) -> dict[str, Any]:
        """The canonical texts of the first values; all of them are made."""
        values = iter(made)
        kept = list(islice(values, self.texts))
        for _ in values:
            pass
        write = canonical.writer(self.schema)
        try:
            return {"found": [write(self.to_plain(value)) for value in kept]}
        except Misfit as misfit:
            return {"found": [], "misfit": str(misfit)}


# By the word for what is asked: the adapter's method for it, and what is done with that.
ASKS: dict[str, tuple[str, Callable[[Row, Any], dict[str, Any]]]] = {
    "parse": ("__init__", Row.parse),
    "decode": ("decode", Row.from_bytes),
    "encode": ("encode", Row.to_bytes),
    "read": ("read", Row.read),
    "resolve": ("resolve", Row.resolve),
    "from-json": ("from_json", Row.from_text),
    "to-json": ("to_json", Row.to_text),
    "single-object": ("single_object", Row.from_bytes),
    "registry": ("registry", Row.registry),
}


def conform(adapter_class: Any, keys: Keys) -> dict[str, Any]:
    """What the library finds. Lacks for what it, or the kit, does not have."""
    ask = keys.text("ask")
    if ask not in ASKS:
        raise Lacks(f'the kit does not ask "{ask}"')
    method, answer = ASKS[ask]
    if not hasattr(adapter_class, method):
        raise Lacks(f'the contestant has no "{method}"')
    try:
        row = Row(adapter_class, keys)
        return answer(row, getattr(row.adapter, method))
    except Lacks:
        raise
    except NotImplementedError as error:
        raise RuntimeError(*error.args) from error


def _same(value: Any) -> Any:
    return value
