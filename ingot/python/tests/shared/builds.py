"""What builds of the interpreter do differently."""

from __future__ import annotations

import sysconfig
from collections.abc import Callable

import pytest

import ingot

#: Whether threads run at once: dicts and lists are then encoded from a copy.
WITHOUT_LOCK = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def changes(encode: Callable[[], bytes], as_it_was: bytes, match: str = "changed") -> None:
    """What changes while it is encoded is refused; where that is done from a copy, it is encoded as it was."""
    if WITHOUT_LOCK:
        assert encode() == as_it_was
    else:
        with pytest.raises((ingot.EncodeError, ValueError), match=match):
            encode()
