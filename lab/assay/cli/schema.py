"""assay schema"""

from __future__ import annotations

import json

import click

from assay.cli.main import DONE


@click.command("schema")
def command() -> int:
    """Print the JSON Schema of results documents."""
    from assay.results import store

    click.echo(json.dumps(store.json_schema(), indent=1, ensure_ascii=False))
    return DONE
