"""A document of many cells, made by hand."""

from __future__ import annotations

from random import Random

from measure.replay import document, sample

from assay.results.document import Block, Cell, Document, GroupFacts, Proof, Sizes
from assay.results.request import Settings

LANGUAGES = ("c", "cpp", "go", "java", "node", "ocaml", "python", "ruby", "rust")


def large(settings: Settings, contestants: int, workloads: int, blocks: int = 5) -> Document:
    """``contestants`` times ``workloads`` cells of encode, some of them without a number, in ``blocks`` blocks."""
    rng = Random(1)
    names = [f"{LANGUAGES[n % len(LANGUAGES)]}/library-{n}" for n in range(contestants)]
    made = document(settings, names)
    for facts in made.contestants:
        facts.language = facts.name.partition("/")[0]
    made.state = "finished"
    made.workloads = [
        made.workloads[0].model_copy(update={"name": f"w{n:03}", "digest": f"d{n}"}) for n in range(workloads)
    ]
    made.cells = [_cell(name, workload.name, blocks, rng) for workload in made.workloads for name in names]
    made.blocks = [
        Block(
            index=block,
            started=f"2026-01-01T00:{block:02}:00+00:00",
            seconds=40 + rng.random(),
            groups=[GroupFacts(cells=[cell.key for cell in made.cells], rounds=30)],
            load_before=rng.random(),
            steal=rng.random() / 100,
        )
        for block in range(blocks)
    ]
    return made


def _cell(name: str, workload: str, blocks: int, rng: Random) -> Cell:
    if rng.random() < 0.05:
        return Cell(contestant=name, workload=workload, operation="encode", status="unsupported", reason=f"{name}: no")
    level = rng.lognormvariate(6, 1)
    samples = [sample(block, 0, level * rng.lognormvariate(0, 0.02)) for block in range(blocks)]
    encoded = rng.randrange(200, 900)
    sizes = Sizes(mean=encoded / 10, median=encoded / 10, largest=encoded, zstd=encoded // 2, deflate=encoded // 2)
    proof = Proof(bytes="identical", encoded_bytes=encoded, sizes=sizes)
    return Cell(contestant=name, workload=workload, operation="encode", status="measured", proof=proof, samples=samples)
