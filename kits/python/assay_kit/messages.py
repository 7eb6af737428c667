"""Google's protobuf with a workload's messages: their class, made by the library from the compiled descriptors."""

from pathlib import Path
from typing import Any

import records
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory


def message_class() -> Any:
    """The class of a whole record's message."""
    compiled = Path(records.__file__).with_name("schema.desc").read_bytes()
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(compiled).file:
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(records.ROOT))
