"""assay list"""

from __future__ import annotations

import click

from assay.cli.main import DONE

KINDS = ("contestants", "workloads", "suites")


@click.command("list")
@click.argument("kind", required=False, type=click.Choice(KINDS))
def command(kind: str | None) -> int:
    """Show contestants, workloads and suites: all of them, or one kind."""
    from assay.catalog import catalog

    known = catalog.load()
    parts = {
        "contestants": [
            (c.name, f"{c.manifest.library} {c.manifest.version}, {c.manifest.format}: {c.manifest.description}")
            for c in known.contestants.values()
        ],
        "workloads": [
            (w.name, f"{w.manifest.records:,} records: {w.manifest.description}") for w in known.workloads.values()
        ],
        "suites": [(s.name, s.manifest.description) for s in known.suites.values()],
    }
    for name in [kind] if kind else KINDS:
        click.echo(f"{name.capitalize()}:")
        width = max((len(first) for first, _ in parts[name]), default=0)
        for first, text in parts[name]:
            click.echo(f"  {first:{width}}  {text}")
    return DONE
