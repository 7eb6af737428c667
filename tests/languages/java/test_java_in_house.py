"""A library that is a folder of the checkout: compiled into a jar, and built again when a file in it changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from languages.in_house import lay_checkout
from languages.java.java_cases import round_trip

from assay.base.checkout import KITS
from assay.builder.builder import Built, build_one
from assay.catalog.catalog import load
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.runner.broken import Broken
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

ENGINE = """
package mine;

public final class Engine {
    private Engine() {}

    public static byte[] write(boolean flag) {
        return new byte[] {(byte) (flag ? 1 : 0)};
    }

    public static boolean read(byte[] bytes) {
        return bytes[0] == 1;
    }
}
"""
ENGINE_POM = """
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>mine</groupId>
  <artifactId>engine</artifactId>
  <version>0.3.1</version>
</project>
"""
ADAPTER = """
package mine.contestant;

import assay.kit.Adapter;
import assay.kit.Library;
import assay.kit.schema.WorkloadSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import mine.Engine;

@Library(name = "engine", type = Engine.class)
public final class Own implements Adapter<Map<String, Object>> {
    public Own(WorkloadSchema schema) {}

    @Override
    public byte[] encode(Map<String, Object> record) {
        return Engine.write((Boolean) record.get("flag"));
    }

    @Override
    public Map<String, Object> decode(byte[] encoded) {
        return new LinkedHashMap<>(Map.of("flag", Engine.read(encoded)));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<String, Object> fromPlain(Object plain) {
        return (Map<String, Object>) plain;
    }

    @Override
    public Object toPlain(Map<String, Object> record) {
        return record;
    }
}
"""
POM = """
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent>
    <groupId>assay</groupId>
    <artifactId>kit</artifactId>
    <version>1</version>
    <relativePath>../../../kits/java/pom.xml</relativePath>
  </parent>
  <artifactId>own</artifactId>
</project>
"""
MANIFEST = """
title = "Own"
library = "engine"
version = "0.3.1"
format = "avro"
description = "An engine of the checkout."
operations = ["encode", "decode"]

[source]
path = "engine/java"

[lane]
typing = "generic"
buffer = "fresh"
strings = "owned"
input_checking = false

[java]
adapter = "mine.contestant.Own"
"""
SCHEMA = '{"type": "record", "name": "Flag", "fields": [{"name": "flag", "type": "boolean"}]}'
CODE = "engine/java/src/main/java/mine/Engine.java"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with an engine, a contestant of it, and a workload."""
    files = {
        CODE: ENGINE,
        "engine/java/pom.xml": ENGINE_POM.strip(),
        "contestants/java/own/pom.xml": POM.strip(),
        "contestants/java/own/contestant.toml": MANIFEST,
        "contestants/java/own/src/mine/contestant/Own.java": ADAPTER,
        "workloads/flag/schema.avsc": SCHEMA,
        "workloads/flag/workload.toml": 'title = "Flag"\ndescription = "A flag."\nrecords = 20\n',
    }
    return lay_checkout(tmp_path, monkeypatch, files)


def build() -> tuple[Built, RecordSet]:
    known = load()
    records = record_set(known.workload("flag"), 20, 42)
    return build_one(known.contestant("java/own"), records), records


def test_an_engine_of_the_checkout_is_built_and_built_again(checkout: Path, limits: Limits, tmp_path: Path) -> None:
    built, records = build()
    assert built.start is not None, built.reason
    round_trip(built, records, limits, tmp_path)

    code = checkout / CODE
    code.write_text(ENGINE.replace("flag ? 1 : 0", "flag ? 0 : 1"))
    changed, _ = build()
    assert changed.start is not None, changed.reason
    assert changed.start.command != built.start.command
    with pytest.raises(Broken, match="record 0"):
        round_trip(changed, records, limits, tmp_path)


def test_what_does_not_compile_says_where(checkout: Path) -> None:
    (checkout / CODE).write_text(ENGINE.replace("bytes[0] == 1", "bits[0] == 1"))
    built, _ = build()
    assert built.status == "failed"
    assert "Engine.java:12: error: cannot find symbol" in built.reason


def test_an_engine_says_its_version(checkout: Path) -> None:
    (checkout / "engine/java/pom.xml").write_text(ENGINE_POM.strip().replace("<version>0.3.1</version>", ""))
    built, _ = build()
    assert built.reason == "build: the library's pom.xml has no artifactId or version"


def test_the_kit_keeps_its_names(checkout: Path) -> None:
    """A class of the contestant's in the place of one of the kit's would be measured in its stead."""
    mine = (KITS / "java" / "core" / "assay" / "kit" / "measure" / "Sink.java").read_text(encoding="utf-8")
    place = checkout / "contestants" / "java" / "own" / "src" / "assay" / "kit" / "measure" / "Sink.java"
    place.parent.mkdir(parents=True)
    place.write_text(mine)
    built, _ = build()
    assert built.reason == "build: Sink.class exists twice: the kit has a class of the same name"
