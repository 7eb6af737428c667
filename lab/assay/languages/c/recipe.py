"""C contestants: the adapter's functions are called by the bridge of kits/c to the core in kits/cpp."""

from __future__ import annotations

from assay.base.checkout import KITS
from assay.languages.c.native import Native


class C(Native):
    language = "c"
    kits = (KITS / "cpp", KITS / "c")
    rooms = ("python",)


RECIPE = C()
