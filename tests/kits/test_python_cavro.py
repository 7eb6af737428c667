"""cavro looks at all fields of every dict where a union needs it, and nowhere else: that is most of its time there."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from assay.base.checkout import CHECKOUT
from assay_kit.contestant import load_adapter
from assay_plain.types import NULL, Array, Field, Map, Primitive, Record, Schema, Union

ADAPTER = CHECKOUT / "contestants" / "python" / "cavro" / "adapter.py"
TEXT = Primitive("string")
ONE, OTHER = Record("One", "", [Field("a", TEXT)]), Record("Other", "", [Field("a", TEXT), Field("b", TEXT)])


class Options(SimpleNamespace):
    def replace(self, **changed: Any) -> Options:
        return Options(**{**vars(self), **changed})


def options(schema: Schema, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Options:
    """Those that the adapter gives the library for a schema."""
    library = SimpleNamespace(
        DEFAULT_OPTIONS=Options(record_allow_extra_fields=True, record_encode_use_defaults=True),
        Schema=lambda _text, options: SimpleNamespace(options=options),
    )
    monkeypatch.setitem(sys.modules, "cavro", library)
    copy = folder / "adapter.py"
    copy.write_text(ADAPTER.read_text(encoding="utf-8").replace('version("cavro")', '"1"'), encoding="utf-8")
    adapter = load_adapter(str(copy)).Adapter("{}")
    adapter.resolved(schema)
    found: Options = adapter.schema.options
    return found


@pytest.mark.parametrize(
    ("union", "strict"),
    [
        (Union((NULL, ONE)), False),
        (Union((NULL, TEXT, Array(ONE))), False),
        (Union((ONE, OTHER)), True),
        (Union((NULL, Map(TEXT), ONE)), True),
    ],
)
def test_which_schemas_need_it(union: Union, strict: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    root = Record("Root", "", [Field("inner", Array(union))])
    found = options(root, monkeypatch, tmp_path)
    assert (found.record_allow_extra_fields, found.record_encode_use_defaults) == (not strict, not strict)
    assert found.record_decodes_to_dict and found.logical_types == ()
