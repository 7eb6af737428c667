"""msgspec's json, see the kit's module."""

import msgspec.json

from assay_kit.structs import Structs


class Adapter(Structs):
    protocol = msgspec.json
