"""Nothing: what a pass costs when the library costs nothing. Run on the schema "null" only.

The functions are in C, as those of libraries are, so that no frame of Python's is in the kit's own cost.
"""

from collections.abc import Callable

NOTHING = b""
DECODED: dict[bytes, None] = {}


class Adapter:
    library = "null"
    version = "1"
    appends_to = bytearray

    def __init__(self, schema: str) -> None:
        pass

    @property
    def encode(self) -> Callable[[None], bytes | None]:
        return {None: NOTHING}.get

    def encode_into(self, record: None, buffer: bytearray) -> None:
        pass

    @property
    def decode(self) -> Callable[[bytes], None]:
        return DECODED.get
