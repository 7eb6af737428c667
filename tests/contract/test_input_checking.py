"""Whether a contestant checks what it declares to check: it is handed what does not fit, inside the clock.

What is damaged goes through `once`, with no sample: the kit looks at nothing that is made of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from buildable import here
from keeping import Kept, keeping

from assay.base.checkout import CHECKOUT
from assay.boundaries.codecs.self_read import in_format
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import Built, build_one
from assay.catalog import catalog
from assay.catalog.catalog import BROWSER, Catalog
from assay.data import canonical, formats
from assay.data.formats import cbor
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.runner.broken import Refused
from assay.runner.process import Limits, Process
from assay_plain.framing import frame, read_frames

pytestmark = pytest.mark.slow

LIMITS = Limits(memory=2 << 30, reply=60)
PLANTED = Path(__file__).parent / "catalog"
CONTESTANTS = sorted(
    c.name for c in here() if c.manifest.store is None and not c.manifest.harness and c.language != BROWSER
)
WORKLOADS = ("person", "impressions", "single-key")  # the others for formats that know flat rows or single values only

# Of person: what the library is told that a field is, where its values are of another type.
SCHEMAS = [("name", "int"), ("age", "string"), ("age", "boolean")]

# Of formats whose bytes tell types: how a tree becomes bytes, whatever the schema says.
PACKS: dict[str, Callable[[Any, Any], bytes]] = {
    "json": lambda codec, tree: json.dumps(tree).encode(),
    "msgpack": lambda codec, tree: codec._pack(tree),
    "cbor": lambda codec, tree: cbor._pack(tree),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    with keeping(tmp_path_factory.mktemp("checking"), LIMITS) as one:
        yield one


class Asked:
    """A contestant's process, and records that it can load with their bytes."""

    def __init__(self, known: Catalog, name: str, build: Callable[[str, RecordSet], Built], kept: Kept, folder: Path):
        self.manifest, self.folder = known.contestant(name).manifest, folder
        for workload in WORKLOADS:
            self.records = record_set(known.workload(workload), 30, 42)
            built = build(name, self.records)
            self.process: Process = kept.process(built)
            try:
                encoded = in_format(built, self.records, LIMITS, folder)
                self.keys = codec_task(self.records, "decode", encoded).load_keys(self.records.records)
                self.process.ask("load", **self.keys)
            except Refused as refused:
                assert refused.kind == "unsupported"
                continue
            self.frames = read_frames(Path(self.keys["encoded"]))
            return
        raise AssertionError(f"{name} loads none of {WORKLOADS}")

    def refuses(self, data: bytes) -> bool:
        """Whether decoding fails where the first record has these bytes."""
        damaged = self.folder / "damaged.bin"
        damaged.write_bytes(b"".join(map(frame, [data, *self.frames[1:]])))
        self.process.ask("load", **{**self.keys, "encoded": str(damaged)})
        return self._fails("decode")

    def refuses_to_write(self, field: str, type_name: str) -> bool:
        """Whether encoding fails where the library has a schema that says another type of a field.

        What is refused before the clock, as by a setter, says nothing of what is done in it.
        """
        schema = json.loads(self.records.schema_text)
        (found,) = (one for one in schema["fields"] if one["name"] == field)
        found["type"] = type_name
        path = self.folder / "other.avsc"
        path.write_text(json.dumps(schema), encoding="utf-8")
        try:
            self.process.ask("load", **{**self.keys, "schema": str(path)})
        except Refused:
            return False
        return self._fails("encode")

    def _fails(self, operation: str) -> bool:
        try:
            self.process.ask("once", operation=operation, seed=1, samples=0, output=str(self.folder / "made"))
        except Refused as refused:
            return refused.kind in ("failed", "unsupported")
        return False

    @property
    def reads(self) -> bool:
        return "decode" in self.manifest.operations

    def of_other_types(self) -> list[bytes]:
        """The first record once for each field, whose value is then of another type; none where bytes tell no types."""
        if self.manifest.format not in PACKS:
            return []
        codec: Any = formats.reference(self.manifest.format, self.records.schema_text, self.records.schema)
        tree = codec.to_tree(canonical.reader(self.records.schema)(self.records.records.lines[0]))
        wrong = {name: "seventeen" if isinstance(value, int | list) else 17 for name, value in tree.items()}
        return [PACKS[self.manifest.format](codec, {**tree, name: value}) for name, value in wrong.items()]

    def checks_when_it_reads(self) -> bool:
        damaged = self.of_other_types() if self.reads else []
        return bool(damaged) and all(self.refuses(data) for data in damaged)

    def checks_when_it_writes(self) -> bool:
        if "encode" not in self.manifest.operations or self.records.workload != "person":
            return False
        return all(self.refuses_to_write(field, type_name) for field, type_name in SCHEMAS)

    def with_bad_text(self) -> bytes | None:
        """The first record with a byte that no text has, in a text; None where the format keeps none as it is."""
        for value in json.loads(self.records.records.lines[0]).values():
            text = value.encode() if isinstance(value, str) else b""
            if text and text in self.frames[0]:
                return self.frames[0].replace(text, b"\xc0" + text[1:])
        return None


@pytest.fixture
def asked(
    known: Catalog,
    name: str,
    build: Callable[[str, RecordSet], Built],
    kept: Kept,
    tmp_path: Path,
) -> Asked:
    return Asked(known, name, build, kept, tmp_path)


def shown(asked: Asked) -> bool:
    """Whether something that does not fit shows that the contestant checks."""
    return asked.checks_when_it_reads() or asked.checks_when_it_writes()


@pytest.mark.parametrize("name", CONTESTANTS)
def test_what_a_contestant_declares_to_check_it_does(asked: Asked) -> None:
    lane, fairness = asked.manifest.lane, asked.manifest.fairness
    if fairness and fairness.checks:
        assert lane.input_checking
        assert not shown(asked), "what it checks is shown by inputs: it needs no words in the manifest"
    else:
        assert lane.input_checking == shown(asked)


@pytest.mark.parametrize("name", CONTESTANTS)
def test_who_checks_refuses_what_is_cut_short(asked: Asked) -> None:
    if asked.reads and asked.manifest.lane.input_checking:
        assert asked.refuses(asked.frames[0][: len(asked.frames[0]) // 2])


@pytest.mark.parametrize("name", CONTESTANTS)
def test_the_page_names_who_takes_text_that_is_not_utf_8(asked: Asked, name: str) -> None:
    data = asked.with_bad_text() if asked.reads else None
    if data is not None:
        assert (name in takers_of_bad_text()) == (not asked.refuses(data))


def takers_of_bad_text() -> set[str]:
    page = (CHECKOUT / "docs" / "fairness.md").read_text(encoding="utf-8")
    paragraph = page.partition("take text that is not UTF-8:")[2].partition("\n\n")[0]
    found = set(re.findall(r"[a-z]+/[\w-]+", paragraph))
    assert found
    return found


def test_one_that_declares_a_check_that_it_does_not_do_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ASSAY_CATALOG", str(PLANTED))
    known = catalog.load()
    with keeping(tmp_path, LIMITS) as kept:
        name = "python/claims-to-check"
        asked = Asked(known, name, lambda _, records: build_one(known.contestant(name), records), kept, tmp_path)
        assert asked.manifest.lane.input_checking
        assert not shown(asked)
