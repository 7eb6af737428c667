"""The conformance rows of container files, from Python."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ingot
from conformance.avro.libraries import reading

# More entries than there are bytes are also more than a header may have.
OTHER_KINDS = {"containers/metadata-2^40": "limit-header", "containers/metadata-max": "limit-header"}


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in reading.read("containers")])
def test_files_are_read_as_the_rows_say(row: dict[str, Any], threads: int) -> None:
    data = reading.content(row, "container")
    for verdict, lenient in (("strict", "nothing"), ("lenient", "cut")):
        try:
            reader = ingot.open(data, lenient=lenient, threads=threads)  # type: ignore[call-overload]
            found = list(reader)
        except ingot.FileError as error:
            assert row[verdict] == "refuse", error
            assert error.kind in (row["error"], OTHER_KINDS.get(row["id"]))
        else:
            assert row[verdict] == "accept", found
            plain = reading.Plain(json.loads(str(reader.schema)))
            assert reading.same(found, [plain.value(record) for record in row["records"]])
