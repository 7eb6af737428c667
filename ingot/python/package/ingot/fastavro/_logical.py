"""The dicts that say what is done for logical types; functions of a user's own there override what is native."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ingot import _ingot

_NAMES = {
    "long-timestamp-millis": "timestamp_millis",
    "long-local-timestamp-millis": "local_timestamp_millis",
    "long-timestamp-micros": "timestamp_micros",
    "long-local-timestamp-micros": "local_timestamp_micros",
    "int-date": "date",
    "bytes-decimal": "bytes_decimal",
    "fixed-decimal": "fixed_decimal",
    "string-uuid": "uuid",
    "int-time-millis": "time_millis",
    "long-time-micros": "time_micros",
}

#: What is native: by the type and its logical type, the function that prepares and the one that reads.
NATIVE = {key: (getattr(_ingot, f"prepare_{name}"), getattr(_ingot, f"read_{name}")) for key, name in _NAMES.items()}
LOGICAL_WRITERS: dict[str, Callable[..., Any]] = {key: functions[0] for key, functions in NATIVE.items()}
LOGICAL_READERS: dict[str, Callable[..., Any]] = {key: functions[1] for key, functions in NATIVE.items()}
