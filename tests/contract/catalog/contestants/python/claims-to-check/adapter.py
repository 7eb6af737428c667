"""As contestants/python/json reads and writes, but with a manifest that says that the library checks."""

import json
from typing import Any


class Adapter:
    library = "json"
    version: str = vars(json)["__version__"]

    def __init__(self, schema: str) -> None:
        pass

    def encode(self, record: Any) -> bytes:
        return json.dumps(record).encode()

    def decode(self, data: bytes) -> Any:
        return json.loads(data)
