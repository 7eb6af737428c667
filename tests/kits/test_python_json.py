"""JSON by Python's own module: coders are kept, where its functions would make or look for something at each call."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assay.base.checkout import CHECKOUT
from assay_kit.contestant import load_adapter
from assay_kit.stores import Setting
from assay_plain.types import Primitive

ADAPTERS = CHECKOUT / "contestants" / "python"
DOCUMENT = {"id": "é", "numbers": [1, 2.5, None, True], "inner": {"text": '"'}}
TEXT = '{"id":"é","numbers":[1,2.5,null,true],"inner":{"text":"\\""}}'
# It reads a file beside its own once, when it is opened.
ONCE = {"pandas-csv"}


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("not at each call")

    monkeypatch.setattr(json, "loads", refuse)
    monkeypatch.setattr(json, "dumps", refuse)


@pytest.mark.usefixtures("refused")
def test_documents_of_stores() -> None:
    parsed = Setting("id", "D1", "parsed")
    assert (parsed.dump(DOCUMENT), parsed.dump_text(DOCUMENT)) == (TEXT.encode(), TEXT)
    assert parsed.load(TEXT.encode()) == parsed.load_text(TEXT) == DOCUMENT
    raw = Setting("id", "D1", "raw")
    assert raw.dump(TEXT.encode()) == raw.load(TEXT.encode()) == TEXT.encode()


@pytest.mark.usefixtures("refused")
def test_the_contestant() -> None:
    adapter = load_adapter(str(ADAPTERS / "json" / "adapter.py")).Adapter("")
    adapter.resolved(Primitive("string"))
    assert adapter.decode(adapter.encode("é\n")) == "é\n"


def test_text_that_is_not_utf_8_is_refused() -> None:
    with pytest.raises(UnicodeDecodeError):
        Setting("id", "D1", "parsed").load(b'{"id":"\xff"}')


def test_no_adapter_of_a_store_goes_by_them() -> None:
    sources = {path.parent.name: path.read_text(encoding="utf-8") for path in ADAPTERS.glob("*/adapter.py")}
    stores = {name: text for name, text in sources.items() if "class Store" in text and name not in ONCE}
    assert len(stores) > 8
    assert [name for name, text in stores.items() if "json.loads" in text or "json.dumps" in text] == []
