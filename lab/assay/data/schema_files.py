"""Schema files: their text, as the lab keeps it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError, reason
from assay.base.files import check_regular
from assay.data.intake.defaults import wrong_default
from assay.data.schema import parse, without_logical_types


def read_schema(path: Path) -> str:
    """The text of a schema file with logical types removed; AssayError when it is not a schema."""
    check_regular(path)
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a byte order mark first
    except (OSError, UnicodeDecodeError) as error:
        raise AssayError(f"{path}: cannot read the schema: {reason(error)}") from None
    if wrong := wrong_default(parse(text, str(path))):
        raise AssayError(f"{path}: {wrong}")
    return normal_schema(json.loads(text))


def normal_schema(document: Any) -> str:
    """The text of a schema document, logical types removed."""
    return json.dumps(without_logical_types(document), ensure_ascii=False, indent=1)
