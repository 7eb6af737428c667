"""The command line: one file per command, imported only when it is called, so that start-up stays quick."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from assay import __version__
from assay.base.errors import AssayError, closest, reason

# Exit codes, the same for every command (docs/commands.md).
DONE, NEGATIVE, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130

# A disk that takes no more of the output.
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}

COMMANDS = {
    "run": "Measure: build, prove, measure in blocks, print a ranked table, leave a results document.",
    "try": "Recommend a format and a library for the records of a file of your own.",
    "report": "Print a results document again, as terminal table, Markdown or page; or make a site of a folder.",
    "compare": "Say which cells of two runs have become slower or faster, beyond a threshold.",
    "gate": "Measure two versions of one library against each other: has it become slower?",
    "profile": "Say where the time of one operation goes: a flamegraph, the hottest functions, allocations.",
    "query": "Ask in SQL about the results documents of a folder.",
    "check": "Check a results document from elsewhere by the rules, before it is published.",
    "history": "Follow a cell over dated results documents, with its changes marked.",
    "import": "Make a results document of what another harness measured.",
    "verify": "Prove that each library does its work right, without measuring it.",
    "conform": "Hold every Avro library that takes any schema against rows that say what one has to do.",
    "build": "Build contestants; or, with --jmh, a jar of JMH that runs the same adapters.",
    "list": "Show contestants, workloads and suites.",
    "setup": "Install the Debian packages that further languages need.",
    "doctor": "Check toolchains, profilers and contestants: what is missing, and how to get it.",
    "outdated": "Say which pinned versions are older than the newest that their registry has.",
    "selfcheck": "Measure the lab itself: what kits cost, A/A control, agreement with JMH, pyperf and others.",
    "deciding": "Measure how long this and other tools take to a right verdict.",
    "schema": "Print the JSON Schema of results documents.",
    "test": "Run the project's own tests, lint, format and type checks.",
}


# Commands that are not part of the lab.
ELSEWHERE = {"deciding": "studies.deciding.command"}


class Commands(click.Group):
    """Commands by name; each is the object `command` of assay.cli.<name>, or of the module that ELSEWHERE names."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            raise click.UsageError(f'unknown command "{cmd_name}": {closest(cmd_name, COMMANDS)}')
        command: click.Command = importlib.import_module(ELSEWHERE.get(cmd_name, f"assay.cli.{cmd_name}")).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 done with a negative finding, 2 bad input or machine, 3 undecided, 130 interrupted.",
)
@click.version_option(__version__, prog_name="assay")
@click.pass_context
def app(context: click.Context) -> None:
    """Compare record serialization libraries across languages, with proof and honest intervals."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; every expected error is one line on standard error."""
    _open_closed()
    try:
        code = app.main(args=arguments, prog_name="assay", standalone_mode=False)
        sys.stdout.flush()  # what is buffered may fail to be written, too
        return code if isinstance(code, int) else DONE
    except AssayError as error:
        return _fail(str(error), BAD_INPUT)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "assay"
        return _fail(f"{error.format_message()} (see {where} --help)", BAD_INPUT)
    except click.ClickException as error:
        return _fail(error.format_message(), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has had enough, as `head` does
        _give_up_output()
        return DONE
    except OSError as error:
        if error.errno not in FULL:
            raise
        _give_up_output()
        return _fail(f"cannot write the output: {reason(error)}", BAD_INPUT)


def _open_closed() -> None:
    """Give a stream that the caller has closed a place where nothing is kept, before a file of the lab takes it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - while the process lasts


def _give_up_output() -> None:
    """What is still buffered goes nowhere, so that the end of the process has nothing to complain of."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int) -> int:
    print(f"assay: {' '.join(message.split())}", file=sys.stderr)
    return code
