"""The rows of `conformance/avro`, which lie beside Ingot, and what tests share."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))
sys.path.insert(0, str(Path(__file__).parent / "shared"))
