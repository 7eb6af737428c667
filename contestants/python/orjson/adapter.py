"""orjson: dumps, with a hook for bytes where a record has any; loads, then bytes put back by the schema."""

from collections.abc import Callable
from typing import Any

import orjson

from assay_kit import Schema
from assay_kit.json_bytes import base64_text, marker, restorer


class Adapter:
    library = "orjson"
    version = orjson.__version__

    def __init__(self, schema: str) -> None:
        pass

    def resolved(self, schema: Schema) -> None:
        self.mark, self.restore = marker(schema), restorer(schema)

    @property
    def encode(self) -> Callable[[Any], bytes]:
        dumps, mark = orjson.dumps, self.mark
        if self.restore is None:
            return dumps
        if mark is None:
            return lambda record: dumps(record, default=base64_text)
        return lambda record: dumps(mark(record), default=base64_text)

    @property
    def decode(self) -> Callable[[bytes], Any]:
        loads, restore = orjson.loads, self.restore
        return loads if restore is None else lambda data: restore(loads(data))
