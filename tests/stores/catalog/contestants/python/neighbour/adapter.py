"""Hands over the document of another key."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[5]))
from stores.little import Store as Little


class Store(Little):
    def get(self, key: str) -> Any:
        if key not in self.documents:
            return None
        keys = list(self.documents)
        return super().get(keys[keys.index(key) - 1])
