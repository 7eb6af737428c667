"""Where `load_schema` finds schemas."""

from ingot.fastavro.repository.base import AbstractSchemaRepository, SchemaRepositoryError
from ingot.fastavro.repository.flat_dict import FlatDictRepository

__all__ = ["AbstractSchemaRepository", "FlatDictRepository", "SchemaRepositoryError"]
