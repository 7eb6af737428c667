"""The rows of `conformance/avro`, which lie beside Ingot, and what tests share."""

from __future__ import annotations

import sys
from pathlib import Path

import hypothesis

sys.path.insert(0, str(Path(__file__).parents[3]))
sys.path.insert(0, str(Path(__file__).parent / "shared"))

# `pytest --hypothesis-profile long`: as many examples as a night has time for.
hypothesis.settings.register_profile("short", deadline=None)
hypothesis.settings.register_profile("long", deadline=None, max_examples=2000)
hypothesis.settings.load_profile("short")
