"""Many results documents at once: those of folders, and files by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.base.errors import AssayError
from assay.base.files import is_folder
from assay.results import store
from assay.results.document import FORMAT, Document


@dataclass(frozen=True)
class Found:
    path: Path
    document: Document


def documents(places: Sequence[Path]) -> list[Found]:
    """The documents of these folders and files, by the time of their creation; each once, by its id.

    Of a folder every `.json` file right in it is read; those of another form are left out. AssayError for a place that
    is not there, a file that is not a results document, one of a folder that is cut off, and if there is none at all.
    """
    found = {one.document.id: one for one in map(_read, _files(places))}
    if not found:
        raise AssayError(f"{', '.join(map(str, places))}: there is no results document; `assay run` makes one")
    return sorted(found.values(), key=lambda one: (one.document.created, one.path))


def default_places(working: Path, checkout: Path) -> list[Path]:
    """Where documents are looked for by default. AssayError where there is no such folder."""
    results = next((place for place in (working / "results", checkout / "results") if is_folder(place)), None)
    own = working / "assay-results"
    places = [place for place in (results, own) if place is not None and is_folder(place)]
    if not places:
        raise AssayError("there is neither a folder results nor assay-results here: name a folder, or files")
    return places


def _files(places: Iterable[Path]) -> Iterable[Path]:
    for place in places:
        if not is_folder(place):
            yield place
            continue
        try:
            inside = sorted(place.glob("*.json"))
        except OSError as error:
            raise AssayError(f"{place}: cannot be read: {error.strerror}") from None
        yield from (path for path in inside if not _is_other(path))


def _is_other(path: Path) -> bool:
    """Whether a file is JSON of another form. What is not JSON at all is for `store.read` to complain of."""
    try:
        content = store.parsed(path.read_bytes(), path)
    except (OSError, ValueError):
        return False
    return not isinstance(content, dict) or content.get("format") != FORMAT


def _read(path: Path) -> Found:
    return Found(path, store.read(path))
