"""What each contestant does of its authors' advice, and what it leaves out: the table of docs/fairness.md."""

from __future__ import annotations

from assay.catalog.catalog import Catalog

HEAD = ("contestant", "what we do", "its authors' advice", "what we leave out, and why")


def table(catalog: Catalog) -> str:
    """In Markdown; contestants that say nothing of it (the kits' own, and those of ASSAY_CATALOG) have no row."""
    lines = [HEAD, tuple("---" for _ in HEAD)]
    for one in catalog.contestants.values():
        fairness = one.manifest.fairness
        # A browser's contestants are Node's.
        if fairness is not None and one.folder.parent.name == one.language:
            checks = f" Checks: {fairness.checks}" if fairness.checks else ""
            page = fairness.advice if "://" in fairness.advice else f"../{fairness.advice}"
            words = (one.name, one.manifest.description + checks, f"[page]({page})", fairness.left_out)
            lines.append(tuple(word.replace("|", "\\|") for word in words))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
