"""The three boundaries, by the kind of their ways."""

from __future__ import annotations

from assay.boundaries.boundary import Boundary
from assay.boundaries.codecs.boundary import Codecs
from assay.boundaries.containers.boundary import Containers
from assay.boundaries.stores.boundary import Stores

BOUNDARIES: dict[str, Boundary] = {one.kind: one for one in (Codecs(), Containers(), Stores())}
