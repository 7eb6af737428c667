"""msgspec's msgpack, see the kit's module."""

import msgspec.msgpack

from assay_kit.structs import Structs


class Adapter(Structs):
    protocol = msgspec.msgpack
