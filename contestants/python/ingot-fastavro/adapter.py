"""The functions of fastavro that Ingot has, used as fastavro's own are."""

from ingot import __version__, fastavro

from assay_kit.schemaless import adapter

Adapter = adapter(fastavro, "ingot", __version__)
