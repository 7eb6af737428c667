"""The functions of fastavro that Ingot has, used as fastavro's own are."""

from assay_kit.schemaless import adapter
from ingot import __version__, fastavro

Adapter = adapter(fastavro, "ingot", __version__)
