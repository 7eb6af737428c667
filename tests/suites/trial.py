"""A contestant on trial: what it does wrong with one schema after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keeping import Kept

from assay.boundaries.boundary import Place
from assay.boundaries.codecs import proof
from assay.boundaries.codecs.boundary import Codecs
from assay.boundaries.codecs.self_read import in_format, reread
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import build_one
from assay.catalog.catalog import Contestant
from assay.data.recordset import RecordSet
from assay.runner import session
from assay.runner.broken import Broken


@dataclass(frozen=True)
class Trial:
    contestant: Contestant
    kept: Kept

    def outputs(self, records: RecordSet, operations: Sequence[str]) -> dict[str, str]:
        """By operation, why its outputs are not right; those that are not in it were proved."""
        limits, folder = self.kept.limits, self.kept.folder
        built = build_one(self.contestant, records)
        if built.start is None:
            return dict.fromkeys(operations, f"{built.status}: {built.reason}")
        try:
            encoded = in_format(built, records, limits, folder)
        except Broken as broken:
            return dict.fromkeys(operations, f"{broken.status}: {broken.reason}")
        found = {}
        for operation in operations:
            task = codec_task(records, operation, encoded)
            try:
                process = self.kept.process(built)
                session.load(process, task, records.records)
                proof.prove_outputs(process, task, folder, reread(built, task, limits, folder))
            except Broken as broken:
                found[operation] = f"{broken.status}: {broken.reason}"
                self.kept.end()
        return found

    def proof(self, records: RecordSet, operations: Sequence[str]) -> dict[str, str]:
        """By operation, why a run would not measure it."""
        tasks = [codec_task(records, operation) for operation in operations]
        place = Place(self.kept.limits, self.kept.folder, lambda _: None)
        outcomes = Codecs().prove(build_one(self.contestant, records), tasks, place).outcomes
        return {one.task.operation: str(one.found) for one in outcomes if isinstance(one.found, Broken)}
