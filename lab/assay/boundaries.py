"""The three boundaries, by the kind of their ways."""

from __future__ import annotations

from assay.boundary import Boundary
from assay.codecs.boundary import Codecs
from assay.containers.boundary import Containers
from assay.stores.boundary import Stores

BOUNDARIES: dict[str, Boundary] = {one.kind: one for one in (Codecs(), Containers(), Stores())}
