"""Fastavro's own tests, run against `ingot.fastavro`.

    INGOT_FASTAVRO=<a checkout of fastavro> pytest -p fastavro_suite <the checkout>/tests

with this folder on ``PYTHONPATH``. A test that fails is listed, with its reason, in `fastavro_exceptions.toml`; one
that is listed there and passes fails the run, so that the list only becomes shorter.
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
import tomllib
import types
from pathlib import Path
from typing import Any

import pytest

from ingot import _ingot, fastavro

#: The share of all tests that may be listed.
MOST_LISTED = 0.05
PUBLIC = [
    "const",
    "io",
    "io.json_decoder",
    "io.json_encoder",
    "__main__",
    "json_read",
    "json_write",
    "read",
    "repository",
    "repository.base",
    "repository.flat_dict",
    "schema",
    "types",
    "utils",
    "validation",
    "write",
]


class _Missing:
    """A private part of fastavro that the drop-in does not have: a test that uses it fails."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError("a private part of fastavro")


def _match_schemas(
    writer: Any, reader: Any, named: dict[str, dict[str, Any]] | None, raise_on_error: bool = True
) -> Any:
    """The reader's schema, if it reads something of the writer's."""
    from ingot.fastavro._errors import SchemaResolutionError
    from ingot.fastavro._parsed import ParsedUnion, resolved

    sides = [ParsedUnion([writer]), ParsedUnion([reader])]
    for side, types_of in zip(sides, ("writer", "reader"), strict=True):
        side._named = (named or {}).get(types_of, {})
    try:
        resolved(*sides)
    except (SchemaResolutionError, KeyError):
        if raise_on_error:
            raise SchemaResolutionError from None
        return None
    found = (named or {}).get("reader", {}).get(reader) if isinstance(reader, str) else None
    return found if isinstance(found, dict) else reader


def _match_types(writer: Any, reader: Any, named: dict[str, dict[str, Any]] | None) -> bool:
    # Which branches of unions match is a matter of their values.
    unions = isinstance(writer, list) or isinstance(reader, list)
    return unions or _match_schemas(writer, reader, named, raise_on_error=False) is not None


def _private(name: str, **parts: Any) -> None:
    """A private module that tests import."""
    module = types.ModuleType(f"fastavro.{name}")
    vars(module).update(parts)
    sys.modules[module.__name__] = module
    setattr(fastavro, name, module)


def _stand_in() -> None:
    """Puts the drop-in where the tests look for fastavro."""
    sys.modules["fastavro"] = fastavro
    for name in PUBLIC:
        sys.modules[f"fastavro.{name}"] = importlib.import_module(f"ingot.fastavro.{name}")
    read, write = importlib.import_module("fastavro.read"), importlib.import_module("fastavro.write")
    vars(read)["_read"] = vars(write)["_write"] = types.SimpleNamespace(CYTHON_MODULE=1)
    functions = {name: getattr(_ingot, name) for name in dir(_ingot) if name.startswith(("prepare_", "read_"))}
    _private("_logical_writers_py", **functions)
    _private("_read_common", SchemaResolutionError=read.SchemaResolutionError)
    _private("_write_common", _is_appendable=vars(write)["_is_appendable"])
    _private("_schema_common", PRIMITIVES=importlib.import_module("fastavro.const").PRIMITIVES)
    for name in ("_read", "_read_py", "_write_py"):
        _private(name, match_types=_match_types, match_schemas=_match_schemas)
    # The tests of the command line ask another process for the module.
    folder = Path(tempfile.mkdtemp(prefix="fastavro-"))
    (folder / "fastavro.py").write_text("from ingot.fastavro.__main__ import main\n\nmain()\n", encoding="utf-8")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *sys.path[1:]])
    for name, parts in {"binary_decoder": ["BinaryDecoder"], "symbols": ["MapKeyMarker", "String"]}.items():
        _private(f"io.{name}", **dict.fromkeys(parts, _Missing))


_stand_in()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(os.environ["INGOT_FASTAVRO"]).resolve() / "tests"
    table = tomllib.loads((Path(__file__).parent / "fastavro_exceptions.toml").read_text(encoding="utf-8"))
    left = {f"{file}::{name}": reason for file, tests in table.items() for name, reason in tests.items()}
    for item in items:
        name = f"{item.path.relative_to(folder)}::{item.name}"
        if reason := left.pop(name, None):
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
    if unexplained := [test for tests in table.values() for test, reason in tests.items() if not reason.strip()]:
        raise pytest.UsageError(f"exceptions without a reason: {', '.join(unexplained)}")
    if len({item.path for item in items}) < len(list(folder.glob("test_*.py"))):
        return
    if left:
        raise pytest.UsageError(f"exceptions for tests that there are not: {', '.join(left)}")
    listed = sum(map(len, table.values()))
    if listed > MOST_LISTED * len(items):
        raise pytest.UsageError(f"{listed} exceptions of {len(items)} tests are more than one of twenty")
