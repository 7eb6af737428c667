"""fastavro's schemaless reader and writer, and those of its containers, with the schema parsed once, as it advises."""

import fastavro

from assay_kit.schemaless import adapter

Adapter = adapter(fastavro, "fastavro", fastavro.__version__)
