"""One schema, every language: each contestant, typed ones compiled for it, does a schema that holds all types."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import here

from assay.catalog import catalog
from assay.measure.prepare import Prepared, prepare
from assay.measure.wanted import Wanted, select
from assay.progress import Progress
from assay.runner.process import Limits

HOUSE = Path(__file__).parents[1] / "house"
NAMES = sorted(c.name for c in here() if not c.manifest.harness)

# Cells that do not work, with a word of the reason. This list may only shrink: one that works must be struck from it.
NO_CUSTOM_CODERS = "custom coders only where all unions are of null and one other type"
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("java/avro-specific-custom-coders", "encode"): NO_CUSTOM_CODERS,
    ("java/avro-specific-custom-coders", "decode"): NO_CUSTOM_CODERS,
    # A nested record's namespace leaks to the names after it.
    ("node/avro-js", "encode"): "assay.test.deeper.Tree",
    ("node/avro-js", "decode"): "assay.test.deeper.Tree",
}


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_CATALOG", str(HOUSE))
        known = catalog.load()
        selection = select(known, Wanted(workloads=["everything"]))
        folder = tmp_path_factory.mktemp("everything")
        return prepare(known, selection, Limits(4 << 30, 120), folder, Progress(quiet=True), harness=False)


@pytest.mark.parametrize("operation", ["encode", "decode"])
@pytest.mark.parametrize("name", NAMES)
def test_the_cell_is_proved_or_a_known_exception(proved: Prepared, name: str, operation: str) -> None:
    cell = next(c for c in proved.cells if c.contestant == name and c.operation == operation)
    if (name, operation) in EXCEPTIONS:
        assert cell.proof is None, "this works now: strike it from EXCEPTIONS"
        assert EXCEPTIONS[name, operation] in cell.reason
    else:
        assert cell.proof is not None, cell.reason
