"""Nothing: what a pass costs when the library costs nothing. Run on the schema "null" only."""

NOTHING = b""


class Adapter:
    library = "null"
    version = "1"
    appends_to = bytearray

    def __init__(self, schema: str) -> None:
        pass

    def encode(self, record: None) -> bytes:
        return NOTHING

    def encode_into(self, record: None, buffer: bytearray) -> None:
        pass

    def decode(self, data: bytes) -> None:
        return None
