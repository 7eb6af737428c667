"""The suite of Kafka's serdes as a jar of JMH: it names every pair that works, and runs one."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from assay.catalog.catalog import Catalog
from assay.data.workload import record_set
from assay.measure.harnesses.jmh_jar import build_jar

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("mvn") and shutil.which("javac")), reason="needs a JDK and Maven"),
]

PAIRS = {
    "single-key": {"Avro", "Delimited", "JSON", "Kafka", "Protobuf"},
    "impressions": {"Avro", "Delimited", "JSON", "Protobuf"},
    "metrics": {"Avro", "JSON", "Protobuf"},
}


@pytest.fixture(scope="module")
def jar(known: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    suite = known.suite("kafka-serdes").manifest
    contestants = known.select(formats=suite.formats)
    sets = [record_set(known.workload(name), 50, 42) for name in suite.workloads]
    folder = tmp_path_factory.mktemp("jar")
    return build_jar("kafka-serdes", contestants, sets, folder, folder / "log")


def jmh(jar: Path, *arguments: str) -> str:
    # JMH wants to be the only one of its kind on a machine; the tests beside this one may run it, too.
    command = ["java", "-Djmh.ignoreLock=true", "-jar", str(jar), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout


def test_every_pair_that_works_is_a_parameter(jar: Path) -> None:
    text = jmh(jar, "-lp")
    assert "KafkaSerdes.serialize" in text
    assert "KafkaSerdes.deserialize" in text
    assert "AdapterBenchmark" not in text
    params = {f"{workload}/{title}" for workload, titles in PAIRS.items() for title in titles}
    line = next(line for line in text.splitlines() if "params" in line)
    assert set(line[line.index("{") + 1 : line.index("}")].split(", ")) == params


@pytest.mark.parametrize("params", ["impressions/Avro", "metrics/JSON", "single-key/Kafka"])
def test_a_pair_runs(jar: Path, params: str, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    brief = ["-f", "1", "-wi", "0", "-i", "1", "-r", "50ms", "-t", "2", "-foe", "true"]
    jmh(jar, "-p", f"params={params}", *brief, "-rf", "json", "-rff", str(result))
    scores = {run["benchmark"]: run["primaryMetric"]["score"] for run in json.loads(result.read_text())}
    assert set(scores) == {"assay.suite.KafkaSerdes.serialize", "assay.suite.KafkaSerdes.deserialize"}
    assert all(score > 0 for score in scores.values())
