"""assay list"""

from __future__ import annotations

import click

from assay.base.tables import Line, Section, Table
from assay.cli import asking, showing
from assay.cli.main import DONE

COLUMNS = {
    "contestants": ["contestant", "library", "format", "how it is used"],
    "workloads": ["workload", "records", "what they are"],
    "suites": ["suite", "what it compares"],
}
KINDS = tuple(COLUMNS)


@click.command("list")
@click.argument("kind", required=False, type=click.Choice(KINDS))
@click.argument("name", required=False)
@asking.options("list")
def command(kind: str | None, name: str | None, fairness: bool) -> int:
    """Show contestants, workloads and suites: all of them, or one kind.

    `assay list workloads NAME` shows a workload's page: its schema, an example record, and sizes.
    """
    from assay.catalog import catalog

    known = catalog.load()
    if fairness:
        if kind not in (None, "contestants") or name is not None:
            raise click.UsageError("--fairness is about contestants: assay list contestants --fairness")
        from assay.catalog import fairness as authors

        click.echo(authors.table(known), nl=False)
        return DONE
    if name is not None:
        if kind != "workloads":
            raise click.UsageError("only workloads have a page: try assay list workloads NAME")
        from assay.data import page

        click.echo(page.render(known.workload(name)), nl=False)
        return DONE
    tables = {
        "contestants": [
            [c.name, f"{c.manifest.library} {c.manifest.version}", c.manifest.format, c.manifest.description]
            for c in known.contestants.values()
        ],
        "workloads": [[w.name, f"{w.manifest.records:,}", w.manifest.description] for w in known.workloads.values()],
        "suites": [[s.name, s.manifest.description] for s in known.suites.values()],
    }
    for part in [kind] if kind else KINDS:
        table = Table(COLUMNS[part], [Line(cells) for cells in tables[part]], {1} if part == "workloads" else set())
        showing.show([Section(part.capitalize(), table)])
    return DONE
