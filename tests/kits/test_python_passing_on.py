"""Adapters in Python put no function of their own between the loop and one of the library's: it would be timed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from assay.base.checkout import CHECKOUT

OPERATIONS = ("encode", "decode")
SOURCES = sorted(
    [*CHECKOUT.glob("contestants/python/*/adapter.py"), *CHECKOUT.glob("kits/python/assay_kit/*.py")],
)


def passes_on(text: str) -> list[str]:
    """The operations of the classes in a module that only call something with what they are given."""
    methods = [
        method
        for found in ast.walk(ast.parse(text))
        if isinstance(found, ast.ClassDef)
        for method in found.body
        if isinstance(method, ast.FunctionDef) and method.name in OPERATIONS and len(method.args.args) == 2
    ]
    return [method.name for method in methods if _is_one_call(method)]


def _is_one_call(method: ast.FunctionDef) -> bool:
    """A call of one function with the method's own argument, and with nothing else."""
    given = method.args.args[1].arg
    value = next((one.value for one in method.body if isinstance(one, ast.AnnAssign | ast.Return) and one.value), None)
    if not isinstance(value, ast.Call):
        return False
    of_given = isinstance(value.func, ast.Attribute) and _names(value.func.value) == {given} and not value.args
    return (of_given or [ast.unparse(one) for one in value.args] == [given]) and not value.keywords


def _names(expression: ast.expr) -> set[str]:
    return {part.id for part in ast.walk(expression) if isinstance(part, ast.Name)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_operation_only_passes_on(path: Path) -> None:
    assert passes_on(path.read_text(encoding="utf-8")) == [], "hand the library's function over: kits/python/README.md"


METHOD = """
class Adapter:
    def encode(self, value):
        {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "return library.dumps(value)",
        "return self.packer.pack(value)",
        "made: bytes = self.to_json(value)\n        return made",
        "return value.SerializeToString()",
    ],
)
def test_one_that_only_passes_on_is_found(body: str) -> None:
    assert passes_on(METHOD.format(body=body)) == ["encode"]


@pytest.mark.parametrize(
    "body",
    [
        "return self.reader.read(BinaryDecoder(BytesIO(value)))",
        "return self.text(value).encode()",
        "return library.dumps(value, 5)",
        "return library.dumps(value, default=hook)",
        "return schemaless_reader(BytesIO(value), self.schema, None)",
        "return self.message(**fields(value)).SerializeToString()",
        "out = BytesIO()\n        writer(out, self.schema, value)\n        return out.getvalue()",
    ],
)
def test_one_that_does_what_users_have_to_do_is_not(body: str) -> None:
    assert passes_on(METHOD.format(body=body)) == []
