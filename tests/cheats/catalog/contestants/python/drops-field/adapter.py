"""Leaves one field out of what it encodes, and of what it decodes."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from cheats.honest import Adapter as Honest


class Adapter(Honest):
    def encode(self, record: Any) -> bytes:
        return super().encode({**record, "email": None})

    def decode(self, data: bytes) -> Any:
        record = super().decode(data)
        del record["email"]
        return record
