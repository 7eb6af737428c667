"""What the user asked for, whole: it stands in the document, and a run is resumed from it and nothing else.

Lists are null where the user said nothing, so that the suite decides.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from assay.results.way import Durability, Mode, Representation, Shuffle

DEFAULT_SEED = 42
BLOCK_BYTES = 64_000

# The processor that code is made for: what all of a family can do, or all that this machine's can do.
Cpu = Literal["baseline", "native"]

Until = Literal["narrow", "decided"]

# What of a format and its library can matter to who chooses one.
Care = Literal["size", "write", "read"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Settings(_Model):
    """How cells are measured."""

    profile: str
    min_batch_ns: int
    warm_batch_ns: int
    decoy_seconds: float
    warm_chunk_seconds: float
    warm_min_seconds: float = Field(description="of runtimes that compile while they run")
    warm_min_native_seconds: float = Field(default=0.0, description="of the others")
    warm_max_seconds: float
    warm_max_native_seconds: float | None = Field(default=None, description="of the others; null: the same")
    measure_seconds: float
    min_batches: int
    turn_ns: int = Field(default=0, description="minimum time of a batch where cells take turns")
    lead_in_ns: int = Field(default=0, description="untimed work before it, of some languages several times as long")
    read_lead_in_ns: int = Field(default=0, description="the same of stores, before a warm read")
    rounds: int = Field(default=0, description="turns of each cell in a block; 0: each cell is measured alone")
    most_rounds: int = Field(
        default=0, description="so many where a block's preparation takes longer than its rounds; 0: never more"
    )
    all_cores: bool = Field(default=True, description="cells of one thread that take turns are not kept on one core")
    cpu: Cpu = Field(default="baseline", description="the processor that machine code is compiled for")
    runtimes: list[str] = Field(default=[], description="as in node=24, instead of what the machine has")
    margin: float = Field(default=0.03, description="relative difference up to which speeds count as the same")
    samples: int = Field(description="outputs kept and digested in each batch")
    first_stage: int = Field(description="blocks before the number of blocks is decided")
    max_blocks: int
    blocks: int | None = Field(description="blocks asked for; null: decided by precision and budget")
    until: Until = Field(
        default="narrow",
        description="what ends the run before its budget does: intervals of the precision, or that all is decided",
    )
    precision: float = Field(description="target half-width of the intervals, relative")
    budget_seconds: float
    over_seconds: float | None = Field(
        default=None, description="blocks are spread over this time, pauses between them; null: they follow each other"
    )
    confidence: float = Field(description="of each interval; more than 0.95 where the run looks several times")
    process_rounds: int = Field(default=0, description="whole processes timed of each cell")
    memory_limit_bytes: int
    reply_seconds: float


class OwnFile(_Model):
    """A file of the user's own, by name and content. Its folder is private and not recorded."""

    name: str
    sha256: str
    path: Path | None = Field(default=None, exclude=True, description="on this machine only; never written")


class ContainerRequest(_Model):
    """Which container files are to be written and read."""

    compressions: list[str] | None = None
    level: int | None = Field(default=None, description="level of codecs that have one; null: each codec's default")
    block_bytes: int = BLOCK_BYTES


class StoreRequest(_Model):
    """How stores are to be asked (docs/stores.md)."""

    modes: list[Mode] = ["warm", "cold"]
    durability: list[Durability] = ["D1"]
    boundaries: list[Representation] = ["parsed"]
    key: str = "id"
    lookups: int = 1000
    shuffles: list[Shuffle] = ["full"]
    batch_size: int = 32
    shuffle_buffer: int = 1000
    epochs: int = 2


class Trial(_Model):
    """What `assay try` was asked beside what it measures: its documents say what to take (docs/try.md)."""

    care: Care | None = Field(default=None, description="what counts most; null: size, writing and reading alike")
    between: list[str] | None = Field(
        default=None, description="languages that have to read and write the format of a compromise; null: any two"
    )
    readers: dict[str, list[str]] = Field(
        default={}, description="by format, the languages with a contestant that writes and reads it"
    )


class Request(_Model):
    suite: str | None = None
    workloads: list[str] | None = None
    languages: list[str] | None = None
    browser: bool = False
    formats: list[str] | None = None
    contestants: list[str] | None = None
    operations: list[str] | None = None
    records: list[int] | None = None
    seed: int = Field(default=DEFAULT_SEED, description="decides records, orders, samples and environment padding")
    data: OwnFile | None = Field(default=None, description="the user's own records instead of workloads")
    data_schema: OwnFile | None = Field(default=None, description="the schema that the user named for them")
    data_at: str | None = Field(default=None, description="where the records are in a JSON document, as .data.items")
    baseline: str | None = None
    across_lanes: bool = False
    controls: bool = Field(default=False, description="every contestant twice, not the baseline only")
    disturbed: bool = Field(default=False, description="measured beside a load that the lab itself makes")
    threads: list[int] = [1]
    trial: Trial | None = Field(default=None, description="null: not asked by `assay try`")
    containers: ContainerRequest = ContainerRequest()
    stores: StoreRequest = StoreRequest()
    settings: Settings
