"""Where the time of a block went: starting, loading, warming up, taking turns; and in which processes."""

from __future__ import annotations

from assay.results.document import Document, Spent

NAMED = 5  # processes that took longest


def lines(document: Document) -> list[str]:
    """In words, of the last block; several processes start, load and warm up at the same time."""
    index = document.blocks[-1].index
    spent = [
        (cell.key, sample.spent)
        for cell in document.cells
        for sample in cell.samples
        if sample.block == index and not cell.harness and sample.spent is not None
    ]
    if not spent:
        return []
    whole = Spent(
        start=sum(one.start for _, one in spent),
        load=sum(one.load for _, one in spent),
        warm=sum(one.warm for _, one in spent),
        measure=sum(one.measure for _, one in spent),
    )
    longest = sorted(spent, key=lambda one: -_total(one[1]))[:NAMED]
    return [
        f"    {document.blocks[-1].seconds:.0f} s; in {len(spent)} processes together: {_words(whole)}",
        *(f"    {key}: {_words(one)}" for key, one in longest),
    ]


def _total(spent: Spent) -> float:
    return spent.start + spent.load + spent.warm + spent.measure


def _words(spent: Spent) -> str:
    return (
        f"start {spent.start:.1f} s, load {spent.load:.1f} s, warm-up {spent.warm:.1f} s, "
        f"measuring {spent.measure:.1f} s"
    )
