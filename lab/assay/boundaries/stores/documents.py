"""What a store hands over, compared with the documents that were put; and what its reading steps are asked."""

from __future__ import annotations

import json
from collections.abc import Sequence

from assay.boundaries.stores.store import hands_over_text
from assay.boundaries.stores.task import StoreTask
from assay.data import canonical, formats
from assay.data.differences import difference
from assay.data.formats.codec import Undecodable
from assay.data.questions import Questions
from assay.data.schema import Record
from assay.operations import OPERATIONS
from assay.results.way import Batching
from assay.runner.broken import Broken
from assay.runner.rules import PROOF, TIMED_WORK
from assay_plain.digest import SplitMix64


class Documents:
    """What the documents that a store hands over have to be."""

    def __init__(self, task: StoreTask, known: Questions) -> None:
        self.form = task.way.boundary
        self.known = known
        schema = task.records.schema
        self.read = canonical.reader(schema)
        self.write = canonical.writer(schema)
        json_codec = formats.reference("json", task.records.schema_text, schema)
        assert json_codec is not None and isinstance(schema, Record)
        self.codec = json_codec

    def line(self, operation: str, data: bytes) -> str:
        """The canonical line of a document; empty for one that is not there."""
        if hands_over_text(operation, self.form):
            if not data:
                return ""
            try:
                return self.write(self.codec.decode(data))
            except (Undecodable, canonical.Misfit) as error:
                raise Broken(PROOF, f"{operation}: {data[:60]!r} is not a document: {error}") from None
        text = data.decode(errors="replace")
        return "" if text == "null" else text

    def judge(self, operation: str, line: str, key: str | None = None) -> str:
        """Compare one document that was handed over with what it has to be; gives its key."""
        if not line:
            if key is not None and key in self.known.places:
                raise Broken(PROOF, f"{operation}: the document {json.dumps(key)} is not found")
            return key or ""
        try:
            own = str(json.loads(line)[self.known.key])
        except (ValueError, KeyError, TypeError):
            raise Broken(PROOF, f"{operation}: not a document: {line[:60]!r}") from None
        if key is not None and own != key:
            raise Broken(PROOF, f"{operation}: asked for {json.dumps(key)}, handed over {json.dumps(own)}")
        projects = OPERATIONS[operation].gives == "projections"
        right = self.known.projection(own) if projects else self.known.document(own)
        if right is None:
            raise Broken(PROOF, f"{operation}: hands over a document {json.dumps(own)} that should not be there")
        if line != right:
            where = "" if projects else f": {difference(self.read(right), self.read(line))}"
            raise Broken(PROOF, f"{operation}: the document {json.dumps(own)} is not what was put{where}")
        return own


def step_keys(operation: str, known: Questions, batching: Batching) -> dict[str, object]:
    """The keys that say what a reading step is to look for; `get` has its own."""
    match operation:
        case "filter":
            return {"field": known.field, "least": known.minimum, "most": known.maximum}
        case "project":
            return {"fields": list(known.projected)}
        case "batches":
            return batching.model_dump()
        case _:
            return {}


def judge_samples(
    documents: Documents,
    operation: str,
    lines: Sequence[bytes],
    count: int,
    keys: Sequence[str],
    seed: int,
    samples: int,
) -> None:
    """The sampled documents of a timed step, of ``count`` handed over; Broken where one is not what was put."""
    generator = SplitMix64(seed)
    drawn = sorted({generator.draw() % count for _ in range(samples)})
    if len(lines) != len(drawn):
        raise Broken(TIMED_WORK, f"{operation}: {len(drawn)} documents were drawn, {len(lines)} kept")
    for position, data in zip(drawn, lines, strict=True):
        key = keys[position] if operation == "get" else None
        try:
            documents.judge(operation, documents.line(operation, data), key)
        except Broken as broken:
            raise Broken(TIMED_WORK, f"a document of a timed step: {broken}") from None
