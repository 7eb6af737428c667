"""Five files of what most machines have, to repeat the recommendations of docs/try.md: `python3 files.py FOLDER`.

Each that a machine cannot make is named with the reason. The first four are what the tools say today, so they differ
from machine to machine; the last one is the same everywhere.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
COMMIT = ("%H", "%an", "%ae", "%aI", "%at", "%P", "%s", "%b")  # of `git log`, parted by characters that none has
SALES = """
    select
        i as id,
        date '2024-01-01' + (i * 7919 % 700)::int as day,
        timestamp '2024-01-01' + to_seconds(i * 104729 % 10000000) as at,
        ((i * 15485863 % 1000000) / 100)::decimal(9, 2) as price,
        case when i % 5 = 0 then ((i * 31 % 100) / 100)::decimal(4, 2) end as discount,
        'shop ' || (i * 13 % 40) as shop
    from range(20000) sales(i)
"""


class Absent(Exception):
    """What a file is made of is not here."""


def said(*command: str) -> str:
    try:
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise Absent(f"{command[0]} is not installed") from None
    except subprocess.CalledProcessError as error:
        raise Absent(f"{' '.join(command[:3])}: {error.stderr.strip().splitlines()[-1:]}") from None
    return done.stdout


def git_log(path: Path) -> None:
    """The history of this checkout, a commit a line."""
    text = said("git", "log", f"--pretty=tformat:{'%x1f'.join(COMMIT)}%x1e")
    with path.open("w", encoding="utf-8") as file:
        for entry in text.split("\x1e\n")[:-1]:
            commit, name, email, written, seconds, parents, subject, body = entry.split("\x1f")
            record = {
                "commit": commit,
                "author": {"name": name, "email": email},
                "written": written,
                "seconds": int(seconds),
                "parents": parents.split(),
                "subject": subject,
                "body": body.strip(),
            }
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def cargo_metadata(path: Path) -> None:
    """Of a crate of the kits with what it depends on."""
    manifest = CHECKOUT / "kits" / "rust" / "criterion" / "Cargo.toml"
    path.write_text(said("cargo", "metadata", "--format-version", "1", "--manifest-path", str(manifest)))


def packages(path: Path) -> None:
    """Debian's package index, a package a line; fields as the index has them, all of them text."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for stanza in _stanzas(said("apt-cache", "dumpavail")):
            file.write(json.dumps(stanza, ensure_ascii=False) + "\n")
            count += 1
    if not count:
        path.unlink()
        raise Absent("apt has no index: apt-get update fetches one")


def _stanzas(text: str) -> Iterator[dict[str, str]]:
    for block in text.split("\n\n"):
        stanza: dict[str, str] = {}
        key = ""
        for line in block.splitlines():
            if line[:1].isspace():
                stanza[key] += "\n" + line.strip()
            else:
                key, _, value = line.partition(": ")
                stanza[key.replace("-", "_").lower()] = value
                key = key.replace("-", "_").lower()
        if stanza:
            yield stanza


def npm_ls(path: Path) -> None:
    """What the formatters of the checkout depend on."""
    path.write_text(said("npm", "--prefix", str(CHECKOUT / "lint"), "ls", "--all", "--json", "--package-lock-only"))


def sales(path: Path) -> None:
    """Sales with dates, times and decimals; the same ones everywhere."""
    try:
        import duckdb
    except ModuleNotFoundError:
        raise Absent("duckdb is not installed: run this with the Python of .venv") from None
    made = duckdb.sql(SALES)
    assert made is not None  # as of statements that give no table
    made.write_parquet(str(path))


FILES: dict[str, Callable[[Path], None]] = {
    "git-log.jsonl": git_log,
    "cargo-metadata.json": cargo_metadata,
    "packages.jsonl": packages,
    "npm-ls.json": npm_ls,
    "sales.parquet": sales,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        try:
            make(folder / name)
            print(f"{folder / name}: {(folder / name).stat().st_size:,} bytes")
        except Absent as absent:
            print(f"{name}: left out: {absent}")


if __name__ == "__main__":
    main()
