"""Assay: a cross-language benchmark lab for record serialization libraries and embedded record stores."""

__version__ = "0.1.0"
