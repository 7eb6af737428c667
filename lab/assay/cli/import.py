"""assay import"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from assay import __version__
from assay.cli import asking
from assay.cli.main import DONE
from assay.options import kinds


@click.command("import")
@click.argument("sources", metavar="SOURCE…", nargs=-1, required=True, type=kinds.FILE)
@asking.options("import")
def command(sources: tuple[Path, ...], tool: str, output: Path | None) -> int:
    """Make a results document from what another harness measured: JMH, Criterion, pyperf, hyperfine and others.

    SOURCE is the file, or Criterion's folder, that the tool wrote (docs/importing.md says which). Several are several
    runs of the same benchmarks. Prints the path of the document, which `assay report` and others read.
    """
    from assay.results import imported, importers, importing, store, writing

    if output is not None:
        store.check_replaceable(output)
    found = importing.joined([importers.read(source, tool) for source in sources])
    document = imported.document(found, sources=[source.resolve().name for source in sources], assay=__version__)
    output = output or Path("assay-results") / f"{datetime.now():%Y-%m-%d-%H%M%S}-{imported.word(found)}.json"
    store.check_replaceable(output)
    writing.write(document, output)
    click.echo(str(output))
    return DONE
