"""Who does what with the rows: `python -m conformance.avro.libraries.page` writes LIBRARIES.md.

Each library is asked row by row in a process of its own, which may take a second and 64 MiB a row more than it had at
its start; one that dies goes on with the next row in a new one.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
from collections import Counter
from importlib.metadata import version
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from conformance.avro.libraries.asked import Library, ask
from conformance.avro.libraries.python import LIBRARIES
from conformance.avro.libraries.reading import names, read

PAGE = Path(__file__).parents[1] / "LIBRARIES.md"
MORE = 64 << 20
SECONDS = 1
TEXTS = ("json", "framing")  # neither library is asked: one has no such interface, the other an own form of it
VERDICTS = (
    "agrees",
    "agrees by the lenient reading",
    "accepts",
    "refuses",
    "differs",
    "hangs",
    "dies",
    "takes too much",
)


def work(library: Library, rows: list[dict[str, Any]], out: Connection) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MORE
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    for row in rows:
        signal.alarm(SECONDS)
        try:
            said = ask(library, row)
        except MemoryError:
            said = "takes too much"
        signal.alarm(0)
        out.send(said)


def asked(library: Library, rows: list[dict[str, Any]]) -> list[str]:
    """What a library says to each row."""
    said: list[str] = []
    context = multiprocessing.get_context("fork")
    while len(said) < len(rows):
        mine, theirs = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(library, rows[len(said) :], theirs))
        process.start()
        theirs.close()
        try:
            while len(said) < len(rows):
                said.append(mine.recv())
        except EOFError:
            process.join()
            said.append("hangs" if process.exitcode == -signal.SIGALRM else "dies")
        process.join()
    return said


def main() -> None:
    lines = [
        "# Who does what with the rows",
        "",
        "Made by `python -m conformance.avro.libraries.page`. What each word means says the [README](README.md).",
        "A row is asked in a process of one second and 64 MiB above its own start.",
        "",
    ]
    files = [name for name in names() if name not in TEXTS]
    found = {library.name: {name: asked(library, read(name)) for name in files} for library in LIBRARIES}
    for library, by_file in found.items():
        lines += [
            f"## {library} {version(library)}",
            "",
            "| rows | " + " | ".join(VERDICTS) + " |",
            "|---|" + "---:|" * len(VERDICTS),
        ]
        for name, said in by_file.items():
            counts = Counter(one.partition(":")[0] for one in said)
            lines.append(f"| {name} | " + " | ".join(str(counts[one] or "") for one in VERDICTS) + " |")
        lines += ["", "Rows that it does not agree with:", ""]
        for name, said in by_file.items():
            for row, one in zip(read(name), said, strict=True):
                if not one.startswith("agrees"):
                    shows = one.replace("|", "\\|").replace("`", "'")
                    lines.append(f"- `{row['id']}` {shows}")
        lines.append("")
    PAGE.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
