"""The reply to `hello`, for contestants of every kind."""

from __future__ import annotations

import os
import platform
from typing import Any

from assay_kit import PROTOCOL
from assay_kit.files import BadInput


def greet(protocol: int, adapter_class: Any, operations: list[str]) -> dict[str, Any]:
    """What is loaded, by its own word. BadInput for a protocol that this kit does not speak."""
    if protocol != PROTOCOL:
        raise BadInput(f"this kit speaks protocol {PROTOCOL}, not {protocol}")
    engine = getattr(adapter_class, "engine", "")
    return {
        "protocol": PROTOCOL,
        "contestant": os.environ.get("ASSAY_CONTESTANT", ""),
        "library": adapter_class.library,
        "version": adapter_class.version,
        "runtime": f"{platform.python_implementation()} {platform.python_version()}",
        "operations": operations,
        **({"engine": engine} if engine else {}),
    }
