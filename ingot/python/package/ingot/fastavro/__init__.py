"""The functions of fastavro, over Ingot: ``from ingot import fastavro``.

>>> from io import BytesIO
>>> from ingot import fastavro
>>> schema = fastavro.parse_schema({"type": "record", "name": "Tea", "fields": [{"name": "grams", "type": "int"}]})
>>> file = BytesIO()
>>> fastavro.writer(file, schema, [{"grams": 250}, {"grams": 100}], codec="deflate")
>>> _ = file.seek(0)
>>> list(fastavro.reader(file))
[{'grams': 250}, {'grams': 100}]
"""

from ingot.fastavro import json_read, json_write, read, repository, schema, types, utils, validation, write
from ingot.fastavro.json_read import json_reader
from ingot.fastavro.json_write import json_writer
from ingot.fastavro.read import block_reader, is_avro, reader, schemaless_reader
from ingot.fastavro.schema import parse_schema
from ingot.fastavro.validation import validate
from ingot.fastavro.write import schemaless_writer, writer

#: The version of fastavro whose functions these are.
__version__ = "1.13.1"
__version_info__ = (1, 13, 1)

__all__ = [
    "__version__",
    "__version_info__",
    "block_reader",
    "is_avro",
    "json_read",
    "json_reader",
    "json_write",
    "json_writer",
    "parse_schema",
    "read",
    "reader",
    "repository",
    "schema",
    "schemaless_reader",
    "schemaless_writer",
    "types",
    "utils",
    "validate",
    "validation",
    "write",
    "writer",
]
