"""Python's pickle: dumps and loads, of the highest protocol."""

import pickle
from typing import Any


class Adapter:
    library = "pickle"
    version: str = vars(pickle)["format_version"]

    def __init__(self, schema: str) -> None:
        pass

    def encode(self, record: Any) -> bytes:
        return pickle.dumps(record, pickle.HIGHEST_PROTOCOL)

    def decode(self, data: bytes) -> Any:
        return pickle.loads(data)
