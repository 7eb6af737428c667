"""Schemas in the files of a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ingot.fastavro.repository.base import AbstractSchemaRepository, SchemaRepositoryError


class FlatDictRepository(AbstractSchemaRepository):
    """A folder with a file ``<name>.avsc`` for each schema."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.file_ext = "avsc"

    def load(self, name: str) -> Any:
        """The schema in the file of a name."""
        try:
            return json.loads((Path(self.path) / f"{name}.{self.file_ext}").read_text(encoding="utf-8"))
        except OSError as error:
            raise SchemaRepositoryError(f"Failed to load '{name}' schema") from error
        except json.JSONDecodeError as error:
            raise SchemaRepositoryError(f"Failed to parse '{name}' schema") from error
