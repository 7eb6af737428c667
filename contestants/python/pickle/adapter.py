"""Python's pickle: dumps and loads, of the highest protocol."""

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any


class Adapter:
    library = "pickle"
    version: str = vars(pickle)["format_version"]

    def __init__(self, schema: str) -> None:
        pass

    @property
    def encode(self) -> Callable[[Any], bytes]:
        return partial(pickle.dumps, protocol=pickle.HIGHEST_PROTOCOL)

    @property
    def decode(self) -> Callable[[bytes], Any]:
        return pickle.loads
