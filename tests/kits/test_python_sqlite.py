"""Python's stores on SQLite read a batch in one transaction, as their peers do."""

from __future__ import annotations

from pathlib import Path

from assay.base.checkout import CHECKOUT
from assay_kit.contestant import load_adapter
from assay_kit.stores import Setting

ADAPTER = CHECKOUT / "contestants" / "python" / "sqlite3" / "adapter.py"


def test_a_batch_is_read_in_one_transaction(tmp_path: Path) -> None:
    store = load_adapter(str(ADAPTER)).Store(Setting("id", "D1", "parsed"))
    store.open(tmp_path, create=True)
    documents = [{"id": str(number)} for number in range(20)]
    store.put([(document["id"], document) for document in documents])
    said: list[str] = []
    store.connection.set_trace_callback(said.append)
    assert store.get_many(["7", "3", "11"]) == [documents[7], documents[3], documents[11]]
    assert [text for text in said if not text.startswith("SELECT")] == ["BEGIN", "COMMIT"]
    store.close()
