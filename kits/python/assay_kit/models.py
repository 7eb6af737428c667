"""The base of generated models of pydantic."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A record: it has every field of the schema and no other, each of its own type."""

    model_config = ConfigDict(extra="forbid", strict=True, serialize_by_alias=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        type.__setattr__(cls, "__match_args__", tuple(cls.model_fields))
