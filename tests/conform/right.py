"""Avro's int and long, right, and nothing else: what the planted contestants are wrong about in one point each."""

import json


class Adapter:
    library = "planted"
    version = "1"

    def __init__(self, schema: str) -> None:
        self.type = json.loads(schema)
        if self.type not in ("int", "long"):
            raise ValueError("only int and long are known here")

    def canonical(self) -> str:
        return json.dumps(self.type)

    def encode(self, record: int) -> bytes:
        bits = 32 if self.type == "int" else 64
        if type(record) is not int or not -(2 ** (bits - 1)) <= record < 2 ** (bits - 1):
            raise ValueError(f"no {self.type}")
        number, out = (record << 1) ^ (record >> 63), bytearray()
        while number > 0x7F:
            out.append(number & 0x7F | 0x80)
            number >>= 7
        return bytes([*out, number])

    def decode(self, data: bytes) -> int:
        number = 0
        for place, byte in enumerate(data):
            number |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                if place + 1 < len(data):
                    raise ValueError("bytes are left")
                value = (number >> 1) ^ -(number & 1)
                self.encode(value)  # its range
                return value
        raise ValueError("the bytes end within a number")
