"""The types of schemas and messages."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, TypeAlias

AvroMessage: TypeAlias = str | float | int | Decimal | bool | bytes | list[Any] | dict[Any, Any] | None
DictSchema: TypeAlias = dict[Any, Any]
Schema: TypeAlias = str | list[Any] | dict[Any, Any]
NamedSchemas: TypeAlias = dict[str, dict[Any, Any]]
