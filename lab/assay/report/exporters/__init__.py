"""The forms that all commands speak in. A form is one file here, and its name is the file's.

It has ``sections(title, parts)``, which gives text, or the bytes of a file; the title may be empty. If it has
``report(analysis)``, too, a results document is shown by that, and not as its sections. ``NEEDS``: *tables* or
*charts*; commands that have none do not offer it. ``SUFFIX``: of a file. ``PRINTED``: whether commands print it, or
write a file.
The files import quickly: what takes long to load is imported in their functions.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, cast

from assay.base.errors import AssayError
from assay.base.tables import Section

if TYPE_CHECKING:  # so that a list of names costs nothing
    from assay.analysis.figures import Analysis

DEFAULT = "terminal"
Part = Literal["tables", "charts"]


class Exporter(Protocol):
    NEEDS: Part
    SUFFIX: str
    PRINTED: bool

    def sections(self, title: str, parts: Sequence[Section]) -> str | bytes: ...


def names(*has: Part) -> list[str]:
    """The forms that fit what a command has to show; without an argument, all."""
    found = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return [name for name in found if not has or exporter(name).NEEDS in has]


def exporter(name: str) -> Exporter:
    return cast(Exporter, import_module(f"{__name__}.{name}"))


def render(name: str, analysis: Analysis) -> str | bytes:
    """A results document in this form."""
    from assay.report.sections import sections, title

    form = exporter(name)
    own = getattr(form, "report", None)
    if own is not None:
        return cast("str | bytes", own(analysis))
    return form.sections(f"{title(analysis)}: {analysis.document.created[:10]}", sections(analysis))


def check(name: str, document: Path) -> Path:
    """Find out before an hour of measuring whether a report can be written beside its document; where that will be.

    What is there is taken as a report if it is beside a document, or a text of one whose document is gone.
    """
    from assay.results import store

    path = _place(name, document)
    store.check_beside(path, document, ours=store.is_document(document) or _is_report(path))
    return path


def _is_report(path: Path) -> bool:
    from assay.report.about import TITLE

    try:
        return TITLE.encode() in path.read_bytes()
    except OSError:
        return False


def write(name: str, analysis: Analysis, document: Path) -> Path:
    """The report as a file beside its results document; its path."""
    return save(render(name, analysis), _place(name, document))


def _place(name: str, document: Path) -> Path:
    from assay.results import store

    path = document.with_suffix(exporter(name).SUFFIX)
    store.check_apart(path, document)
    return path


def save(content: str | bytes, path: Path) -> Path:
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise AssayError(f"{path}: cannot write the report: {error.strerror}") from None
    return path
