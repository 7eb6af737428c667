"""Python's pickle: dumps and loads, of the highest protocol."""

import pickle
from collections.abc import Callable
from typing import Any


class Adapter:
    library = "pickle"
    version: str = vars(pickle)["format_version"]

    def __init__(self, schema: str) -> None:
        pass

    def encode(self, record: Any) -> bytes:
        return pickle.dumps(record, pickle.HIGHEST_PROTOCOL)

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return pickle.loads
