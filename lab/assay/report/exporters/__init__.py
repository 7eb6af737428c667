"""The forms that a report comes in. A form is one file here, and its name is the file's.

It says ``render(analysis)``: the text, or the bytes of a file. ``SUFFIX``: of the file beside the document.
``PRINTED``: whether `assay report` prints it; else it writes that file.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from assay.base.errors import AssayError

if TYPE_CHECKING:  # so that a list of names costs nothing
    from assay.analysis.figures import Analysis

DEFAULT = "terminal"


class Exporter(Protocol):
    SUFFIX: str
    PRINTED: bool

    def render(self, analysis: Analysis) -> str | bytes: ...


def names() -> list[str]:
    """All forms, without loading any: some need libraries that take a second to load."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def exporter(name: str) -> Exporter:
    return cast(Exporter, import_module(f"{__name__}.{name}"))


def write(name: str, analysis: Analysis, document: Path) -> Path:
    """The report as a file beside its results document; its path."""
    form = exporter(name)
    path = document.with_suffix(form.SUFFIX)
    content = form.render(analysis)
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise AssayError(f"{path}: cannot write the report: {error.strerror}") from None
    return path
