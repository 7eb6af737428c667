"""One HTML file out of a template, style sheets, scripts and data: it loads nothing, from nowhere."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

FOLDER = Path(__file__).parent
IMPORT = re.compile(r"^import .*?;\n", re.MULTILINE | re.DOTALL)
STYLES = ("base", "tables", "ranking", "charts", "narrow", "print")  # the later winning
EXPORT = re.compile(r"^export ", re.MULTILINE)


def assemble(title: str, data: Any, scripts: Sequence[str], body: str = "", styles: Sequence[str] = STYLES) -> str:
    """``scripts``: modules of this folder by name, each after those that it imports. ``body``: HTML, already safe."""
    return Template(_text("template.html")).substitute(
        title=html.escape(title),
        style="\n".join(_text(f"styles/{name}.css") for name in styles),
        body=body,
        data=embedded(data),
        script="\n".join(_module(name) for name in scripts),
    )


def embedded(data: Any) -> str:
    """JSON, compressed: as base64, which no text in it can end."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _module(name: str) -> str:
    """As a part of the one script of a page, in which all modules share their names."""
    return EXPORT.sub("", IMPORT.sub("", _text(f"{name}.js")))


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
