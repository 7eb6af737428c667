"""C contestants: the adapter's functions are called by the bridge of kits/c to the core in kits/cpp."""

from __future__ import annotations

from assay.build.native import Native
from assay.house import KITS


class C(Native):
    language = "c"
    code = ("c", "native")
    kits = (KITS / "cpp", KITS / "c")
