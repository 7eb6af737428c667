"""msgspec with generated Structs: one Encoder, and one Decoder for the type of a record. Adapters name the protocol."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import records

from assay_kit.typed import Typed


class Structs(Typed):
    """``protocol``: msgspec's module of one protocol."""

    library = "msgspec"
    appends_to = bytearray
    version = version("msgspec")
    named = records.NAMED
    protocol: Any

    def __init__(self, schema: str) -> None:
        self.encoder = self.protocol.Encoder()
        try:
            self.decoder = self.protocol.Decoder(records.Root)
        except TypeError as error:  # it cannot tell the branches of every union apart
            raise NotImplementedError(str(error)) from None

    @property
    def encode(self) -> Callable[[Any], bytes]:
        encode: Callable[[Any], bytes] = self.encoder.encode
        return encode

    def encode_into(self, record: Any, buffer: bytearray) -> None:
        self.encoder.encode_into(record, buffer, -1)  # from its end

    @property
    def decode(self) -> Callable[[bytes], Any]:
        decode: Callable[[bytes], Any] = self.decoder.decode
        return decode
