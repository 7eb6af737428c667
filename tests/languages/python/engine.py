"""A separate contestant in Python, whose library is a package of the same checkout."""

from __future__ import annotations

from languages.in_house import MANIFEST

NAME = "python/engine"
ENGINE = "engine/python"
ADAPTER = """
from importlib.metadata import version
from typing import Any

import engine


class Adapter:
    library = "engine"
    version = version("engine")

    def __init__(self, schema: str) -> None:
        pass

    def encode(self, record: Any) -> bytes:
        return engine.WORD
"""
LOCK = "flit_core==4.2.0 --hash=sha256:2bee22dc8ba89c2e35b4e1ad575e596aac945c85672dd8f3cad21b629036e044\n"
PROJECT = """
[build-system]
requires = ["flit_core==4.2.0"]
build-backend = "flit_core.buildapi"

[project]
name = "engine"
version = "0.1.0"
description = "One word."
"""
FILES = {
    f"contestants/{NAME}/contestant.toml": MANIFEST.format(path=ENGINE),
    f"contestants/{NAME}/adapter.py": ADAPTER,
    f"contestants/{NAME}/requirements.lock": LOCK,
    f"{ENGINE}/pyproject.toml": PROJECT,
    f"{ENGINE}/engine/__init__.py": 'WORD = b"one"\n',
}
