"""The tools whose results can be read. A tool is one file here, and its name is the file's, with "-" for "_".

It says ``TITLE`` and ``FORM``, what it is and what is read of it, in words for users, ``recognizes(source)``, whether a
source looks like its own, and ``read(source)``, what the source holds; that raises AssayError where it is not right.
"""

from __future__ import annotations

import pkgutil
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from assay.base.errors import AssayError, closest
from assay.results.document import FORMAT
from assay.results.importing import Found, Source, load


class Importer(Protocol):
    TITLE: str
    FORM: str

    def recognizes(self, source: Source) -> bool: ...

    def read(self, source: Source) -> Found: ...


def names() -> list[str]:
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


def importer(name: str) -> Importer:
    """By its name. AssayError for a word that names none."""
    if name not in names():
        raise AssayError(f'unknown tool "{name}": {closest(name, names())}')
    return cast(Importer, import_module(f"{__name__}.{name.replace('-', '_')}"))


def read(path: Path, tool: str = "") -> Found:
    """The results that a file or folder holds, of that tool or of the one that is found from its content.

    Its date is that of the file where the tool tells none. AssayError where it holds none, or not what the tool writes.
    """
    source = load(path)
    chosen = importer(tool) if tool else _recognized(source, path)
    if not chosen.recognizes(source):
        why = f": not JSON: {source.problem}" if _cut(source) else ""
        raise AssayError(f"{path}: not what {chosen.TITLE} writes ({chosen.FORM}){why}")
    try:
        found = chosen.read(source)
    except (AssayError, ValueError, ArithmeticError) as error:  # numbers may be anything
        raise AssayError(f"{path}: as {chosen.TITLE} writes it: {error}") from None
    if not found.benchmarks:
        raise AssayError(f"{path}: {chosen.TITLE} measured no benchmark in it")
    return replace(found, created=found.created or source.changed)


def _recognized(source: Source, path: Path) -> Importer:
    for name in names():
        if (candidate := importer(name)).recognizes(source):
            return candidate
    if _cut(source):
        raise AssayError(f"{path}: not whole JSON: {source.problem}")
    if isinstance(source.data, dict) and source.data.get("format") == FORMAT:
        raise AssayError(f"{path}: already is a results document; `assay report` reads it")
    known = "; ".join(f"{name} ({importer(name).FORM})" for name in names())
    raise AssayError(f"{path}: no known tool writes such results: {known}")


def _cut(source: Source) -> bool:
    """Whether it begins as JSON and is none."""
    return bool(source.problem) and source.text.lstrip().startswith(("{", "["))
