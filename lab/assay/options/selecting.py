"""What is measured: the options that choose workloads, contestants and operations, and how these are used."""

from __future__ import annotations

from typing import get_args

from assay.operations import named
from assay.options.kinds import COUNT, COUNTS, FILE, NAME, WORDS, Text, Whole, Words
from assay.options.option import Option
from assay.results.request import BLOCK_BYTES, DEFAULT_SEED, StoreRequest
from assay.results.way import Durability, Mode, Representation, Shuffle

SELECTING = ("run", "verify", "build")
TITLES = {"codec": "Codecs", "container": "Containers", "store": "Stores"}
OPERATIONS = " ".join(f"{title}: {', '.join(named(kind))}." for kind, title in TITLES.items())
STORES = StoreRequest()

ROWS = (
    Option(
        "--workload", SELECTING, "selection", "Workloads. Default: the suite's.", WORDS,
        name="workloads", field="workloads",
    ),
    Option(
        "--language", SELECTING, "selection", "Languages of contestants.", WORDS,
        name="languages", field="languages",
    ),
    Option(
        "--browser", SELECTING, "selection", "In headless Chromium: the contestants in pure JavaScript.",
        field="browser",
    ),
    Option("--format", SELECTING, "selection", "Formats.", WORDS, name="formats", field="formats"),
    Option(
        "--contestant", SELECTING, "selection", "Contestants.", WORDS,
        full="`language/name`, or `name` if only one language has it",
        name="contestants", field="contestants",
    ),
    Option(
        "--operation", SELECTING, "selection", OPERATIONS, WORDS,
        full="of codecs, one record at a time: `encode`, `encode-into` (to the end of a kept buffer; only if asked "
        "for), `decode`, `access` (bytes to every field read, whatever happens in between); of "
        "containers: `write`, `read`, an Avro object container file in memory; of stores: `put`, `scan`, `get`, "
        "`filter`, `project`, `update`, `delete`, `batches`",
        name="operations", field="operations",
    ),
    Option(
        "--records", SELECTING, "selection", "Records in a set, or several numbers. Default: the workload's own.",
        COUNTS,
        full="records in the set, or several numbers, each of which makes a workload of its own. Default: the "
        "workload's own number; for your own data 10,000, drawn evenly from the whole file",
        field="records",
    ),
    Option(
        "--compression", SELECTING, "selection", "Codecs of containers. Default: null,deflate.", WORDS,
        full="codecs of containers: `null`, `deflate`, `snappy`, `zstandard`. Default: `null,deflate`",
        name="compressions", field="containers.compressions",
    ),
    Option(
        "--level", SELECTING, "selection", "Level of the codec. Default: deflate 6, zstandard 3.", Whole(0, 22),
        field="containers.level",
    ),
    Option(
        "--block-bytes", SELECTING, "selection", "Uncompressed bytes after which a container's block ends.", Whole(64),
        BLOCK_BYTES, field="containers.block_bytes",
    ),
    Option(
        "--seed", (*SELECTING, "gate", "profile", "try"), "selection", "Decides the data and the order of measuring.",
        Whole(0), DEFAULT_SEED,
        full="decides the data, the order of measuring, and which outputs are sampled", field="seed",
    ),
    Option(
        "--mode", SELECTING, "selection", "Stores: how they are opened and read.",
        Words("MODE,…", [mode for mode in get_args(Mode) if mode != "new"]), ",".join(STORES.modes),
        full="of [stores](stores.md): `warm`, `reopen`, `cold`, `page-cold`",
        name="modes", field="stores.modes",
    ),
    Option(
        "--durability", SELECTING, "selection", "Stores: durability classes.",
        Words("D0,…", get_args(Durability)), ",".join(STORES.durability),
        full="of stores: `D0` to `D3`. Operations that write are measured in each class, those that read in `D0` and "
        "the first of the other classes",
        field="stores.durability",
    ),
    Option(
        "--form", SELECTING, "selection", "Stores: documents as raw text, or parsed.",
        Words("raw|parsed", get_args(Representation)), ",".join(STORES.boundaries),
        name="forms", field="stores.boundaries",
    ),
    Option(
        "--shuffle", SELECTING, "selection", "Batches of a store: in which order.",
        Words("none,…", get_args(Shuffle)), ",".join(STORES.shuffles),
        full="of a store's `batches`: `none`, `full` or `buffer`, each ranked separately",
        name="shuffles", field="stores.shuffles",
    ),
    Option(
        "--batch-size", SELECTING, "selection", "Batches of a store: documents in one.", COUNT, STORES.batch_size,
        field="stores.batch_size",
    ),
    Option(
        "--shuffle-buffer", SELECTING, "selection", "Batches of a store: documents in the buffer that is shuffled.",
        COUNT, STORES.shuffle_buffer, field="stores.shuffle_buffer",
    ),
    Option(
        "--epochs", SELECTING, "selection", "Batches of a store: how often all documents are taken.", COUNT,
        STORES.epochs, field="stores.epochs",
    ),
    Option(
        "--lookups", SELECTING, "selection", "Stores: keys that `get` looks up.", COUNT, STORES.lookups,
        field="stores.lookups",
    ),
    Option(
        "--key", SELECTING, "selection", "Stores: the field that is the key.", Text("FIELD"), STORES.key,
        field="stores.key",
    ),
    Option(
        "--data", SELECTING, "selection", "Your own records: JSON lines, JSON, CSV, TSV, Avro, Parquet, Arrow.", FILE,
        full="your own records: JSON lines, JSON, CSV, TSV, an Avro container file, Parquet or Arrow: "
        "[own data](#own-data)",
        field="data", recorded=lambda request: request.data and request.data.name,
    ),
    Option("--data", ("gate",), "selection", "Your own records: FILE.avro, or FILE.jsonl.", FILE, field="data"),
    Option(
        "--schema", (*SELECTING, "gate"), "selection", "Its Avro schema. Default: the file's, or made from the "
        "records.",
        FILE, name="schema", field="data_schema",
        recorded=lambda request: request.data_schema and request.data_schema.name,
    ),
    Option(
        "--schema", ("try",), "command", "Its Avro schema. Default: one is made from the records, and saved.", FILE,
        full="the schema. Default: one is made from the records and saved beside the results; you can edit it",
    ),
    Option(
        "--at", (*SELECTING, "try"), "selection", "Where the records are in a JSON document, as .data.items.",
        Text("PLACE"), field="data_at",
    ),
    Option(
        "--threads", ("run",), "selection", "Threads in every contestant, or several numbers.", COUNTS, "1",
        full="threads in every contestant, or several numbers (`1,4`), each ranked separately; the time is then the "
        "time between one record and the next of all threads together",
        field="threads",
    ),
    Option(
        "--baseline", ("run",), "selection", "The contestant that ratios refer to. Default: the suite's.", NAME,
        full="the contestant that ratios refer to, and that is measured twice for the A/A control. Its noise is in "
        "every ratio: native code gives the narrowest intervals. Default: the suite's",
        field="baseline",
    ),
    Option(
        "--across-lanes", ("run",), "selection", "Also ratios between contestants of different lanes.",
        field="across_lanes",
    ),
    Option(
        "--controls", ("run",), "selection", "Every contestant twice: how often are the intervals wrong?",
        full="every contestant twice, not only the baseline: the report says how many intervals of the A/A pairs do "
        "not contain 1",
        field="controls",
    ),
    Option(
        "--disturbed", ("run",), "selection", "Measure while the lab makes a load, to see what noise does.",
        full="measure while the lab itself makes a load: one core copies memory again and again, until the measuring "
        "ends",
        field="disturbed", alike="no",
    ),
)  # fmt: skip
