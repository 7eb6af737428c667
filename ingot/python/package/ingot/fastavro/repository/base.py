"""What any place of schemas has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class SchemaRepositoryError(Exception):
    """A schema cannot be loaded."""


class AbstractSchemaRepository(ABC):
    """A place of schemas by their names."""

    @abstractmethod
    def load(self, name: str) -> Any:
        """The schema of a name, as `json.loads` gives it. Raises `SchemaRepositoryError`."""
