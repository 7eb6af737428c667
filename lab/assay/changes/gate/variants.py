"""A contestant twice, with the old and the new version of its library, beside the others of the catalog."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay.base import cache
from assay.base.errors import AssayError
from assay.builder.builder import recipe_for
from assay.catalog.catalog import Catalog, Contestant
from assay.catalog.manifests import InHouseSource
from assay.languages.shared.recipe import BuildFailed, Library
from assay.results.document import SYSTEM

OLD, NEW = "old", "new"


def add(catalog: Catalog, original: Contestant, libraries: dict[str, Library], room: Path) -> dict[str, str]:
    """Add a copy for each version (``old``, ``new``) to the catalog; gives their names.

    ``room``: a folder that lasts as long as they are used. AssayError where a version cannot be put in place.
    """
    names = {}
    for side, library in libraries.items():
        folder = room / "contestants" / original.language / f"{original.folder.name}-{side}"
        folder.parent.mkdir(parents=True, exist_ok=True)
        # The log stays when the room is gone: an error names it.
        log = cache.root() / "gate" / f"{original.name.replace('/', '-')}-{side}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.unlink(missing_ok=True)
        try:
            sources = recipe_for(original).lay_with(original, library, folder, log)
        except BuildFailed as error:
            raise AssayError(f"{side} ({library.label}): {error}") from None
        manifest = original.manifest.model_copy(
            update={
                "title": f"{original.manifest.title}, {side}",
                "version": SYSTEM,  # whichever it is: the process reports it
                # Validated, it could name no folder elsewhere: manifests must not, this may.
                "source": InHouseSource.model_construct(path=str(sources)) if sources else None,
                "local": None,
            }
        )
        name = f"{original.name}-{side}"
        catalog.contestants[name] = replace(original, name=name, folder=folder, manifest=manifest)
        names[side] = name
    return names
