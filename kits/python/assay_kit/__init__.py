"""The Python kit: lets an adapter speak with the lab (docs/contract.md)."""

from assay_plain.types import Schema

__all__ = ["PROTOCOL", "Schema"]

PROTOCOL = 1
