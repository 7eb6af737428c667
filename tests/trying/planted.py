"""Documents of trials whose truth is planted: times, sizes and formats are given, the noise is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from measure.replay import document, sample

from assay.results.document import Block, CellStatus, Document, GroupFacts, Proof, Sizes
from assay.results.request import Care, Settings, Trial

# Formats that contestants of both languages read and write, as far as the catalog knows.
COMMON = {name: ["x", "y"] for name in ("avro", "cbor", "json", "protobuf")} | {"rkyv": ["x"], "kryo": ["y"]}


@dataclass(frozen=True)
class One:
    """A contestant: ns to write and to read a record, bytes of one. ``status``: of its cells, where not measured."""

    name: str
    write: float
    read: float
    size: float
    format: str = "json"
    status: CellStatus = "measured"
    reason: str = ""


def planted(
    settings: Settings, ones: list[One], care: Care | None = None, blocks: int = 6, noise: float = 0.01
) -> Document:
    made = document(settings, [one.name for one in ones], ("encode", "decode"))
    made.cells = [cell for cell in made.cells if not cell.control]
    made.plan.request.trial = Trial(care=care, readers=COMMON)
    made.state = "finished"
    by_name = {one.name: one for one in ones}
    for facts in made.contestants:
        facts.language, facts.format = facts.name.partition("/")[0], by_name[facts.name].format
    for cell in made.cells:
        one = by_name[cell.contestant]
        cell.status, cell.reason = one.status, one.reason
        if one.status in ("measured", "left-out"):
            cell.proof = Proof(bytes="equivalent", encoded_bytes=round(10 * one.size), sizes=_sizes(one.size))
        if one.status == "measured":
            for block in range(blocks):
                drawn = 1 + Random(f"{cell.key} {block}").gauss(0, noise)
                cell.samples.append(sample(block, 0, drawn * (one.write if cell.operation == "encode" else one.read)))
    keys = [cell.key for cell in made.cells if cell.status == "measured"]
    made.blocks = [
        Block(index=n, started=made.created, seconds=30, groups=[GroupFacts(cells=keys)], load_before=None, steal=None)
        for n in range(blocks)
    ]
    return made


def _sizes(size: float) -> Sizes:
    return Sizes(mean=size, median=size, largest=round(size), zstd=round(5 * size), deflate=round(6 * size))
