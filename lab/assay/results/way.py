"""In which way an operation is done: by a codec, with containers, or in a store. What is compared shares its way."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Mode = Literal["new", "warm", "reopen", "cold", "page-cold"]
Durability = Literal["D0", "D1", "D2", "D3"]
Representation = Literal["raw", "parsed"]
Shuffle = Literal["none", "full", "buffer"]


class _Way(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    threads: int = Field(default=1, description="measuring threads in the process")

    @property
    def own_words(self) -> str:
        """What distinguishes the way from others of its kind, besides threads; empty where nothing can be chosen."""
        return ""

    @property
    def words(self) -> str:
        """The way in a few words, for titles; empty where nothing was chosen."""
        return ", ".join(filter(None, [self.own_words, f"{self.threads} threads" if self.threads > 1 else ""]))


class CodecWay(_Way):
    """Record by record, in memory."""

    kind: Literal["codec"] = "codec"


class ContainerWay(_Way):
    """Avro object container files, in memory. ``level``: of the compression; null where it has none."""

    kind: Literal["container"] = "container"
    compression: str
    level: int | None
    block_bytes: int = Field(description="uncompressed bytes after which a block ends")

    @property
    def own_words(self) -> str:
        return self.compression


class Batching(BaseModel):
    """How `batches` takes the documents: lists of ``size``, ``epochs`` times, in an order of ``shuffle``."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    size: int = 32
    shuffle: Shuffle = "full"
    buffer: int = 1000
    epochs: int = 2

    @property
    def words(self) -> str:
        order = {"none": "in order", "full": "shuffled", "buffer": f"buffer of {self.buffer:,}"}[self.shuffle]
        return f"{order}, {self.epochs} epochs by {self.size}"


class StoreWay(_Way):
    """How a store is asked (docs/stores.md). ``mode``: new for what writes.

    ``batching``: of `batches` only, null for other operations.
    """

    kind: Literal["store"] = "store"
    mode: Mode
    durability: Durability
    boundary: Representation
    key: str = Field(description="the field that is the documents' key")
    lookups: int = Field(default=1000, description="number of keys of `get`")
    batching: Batching | None = None

    @property
    def own_words(self) -> str:
        batching = self.batching.words if self.batching else ""
        return ", ".join(filter(None, [self.durability, self.boundary, self.mode, batching]))


Way = Annotated[CodecWay | ContainerWay | StoreWay, Field(discriminator="kind")]
