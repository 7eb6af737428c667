"""What another harness says is compared by its median, as ours is one."""

from __future__ import annotations

import json
from pathlib import Path

from assay.boundaries.codecs.task import codec_task
from assay.catalog.catalog import Catalog
from assay.data.workload import record_set
from assay.measure.harnesses.peer import ns_per_record


def test_moments_that_a_neighbour_took_do_not_count(known: Catalog, tmp_path: Path) -> None:
    task = codec_task(record_set(known.workload("person"), 10, seed=1), "encode")
    metric = {"score": 1960.0, "scoreUnit": "ns/op", "rawData": [[1010.0, 1000.0, 990.0], [5800.0, 1000.0]]}
    result = tmp_path / "jmh.json"
    result.write_text(json.dumps([{"benchmark": "a.B.encode", "mode": "avgt", "primaryMetric": metric}]))
    assert ns_per_record(result, "jmh", task) == 100.0
