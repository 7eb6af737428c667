"""What commands have for themselves: sources, files, forms, how much is said."""

from __future__ import annotations

from typing import get_args

from assay.options.kinds import COUNT, COUNTS, FILE, NAME, PERCENT, TIME, WORDS, File, One, Text
from assay.options.option import Option
from assay.results.request import Care

TIMED = "assay-results/TIME-"

ROWS = (
    # One contestant, two versions of its library.
    Option(
        "--workload", ("gate",), "selection", "Workloads. Default: those of the suite.", WORDS,
        name="workloads", field="workloads",
    ),
    Option(
        "--operation", ("gate",), "selection", "Operations. Default: encode and decode.", WORDS,
        name="operations", field="operations",
    ),
    Option(
        "--records", ("gate",), "selection", "Records in a set, or several numbers. Default: the workload's own.",
        COUNTS, field="records",
    ),
    Option(
        "--contestant", ("gate",), "command", "Whose library it is, as language/name or name.", NAME, required=True
    ),
    Option(
        "--old", ("gate",), "command", "A folder, an archive, ==RELEASE, or a Git revision.", Text("SOURCE"),
        required=True,
        full="the old version: a folder, an archive (wheel, crate, npm tarball), a release (`==1.2.3`), or a revision "
        "of the Git repository",
    ),
    Option(
        "--new", ("gate",), "command", "The same; for instance . for the working folder.", Text("SOURCE"),
        required=True,
    ),
    Option(
        "--repository", ("gate",), "command", "The Git repository. Default: the working folder.", File("FOLDER"), "."
    ),
    Option("--inside", ("gate",), "command", "Where the library is in the repository.", Text("FOLDER"), "."),
    # A file of the user's own.
    Option(
        "--for", ("try",), "command", "Languages that you write in. Default: all.", WORDS, name="languages"
    ),
    Option("--contestant", ("try",), "command", "These contestants only.", WORDS, name="contestants"),
    Option(
        "--records", ("try",), "command", "Records to draw. Default: about a megabyte of JSON.", COUNT,
        full="records to draw. Default: as many as make about a megabyte of JSON, at least 100 and at most 5,000",
    ),
    # One workload and operation.
    Option(
        "--workload", ("profile",), "command", "The records that it works on.", Text("WORKLOAD"), "person"
    ),
    Option(
        "--operation", ("profile",), "command", "An operation of codecs or containers. Default: the contestant's "
        "first.", Text("OPERATION"),
    ),
    Option(
        "--records", ("profile", "selfcheck"), "command", "Records in a set. Default: the workload's own number.",
        COUNT,
    ),
    Option(
        "--workload", ("selfcheck",), "command", "One of the suite's workloads. Default: its first.", Text("WORKLOAD")
    ),
    Option("--contestant", ("selfcheck",), "command", "Contestants, as language/name or name.", WORDS,
           name="contestants"),
    # Rows of conformance.
    Option("--contestant", ("conform",), "command", "These contestants only.", WORDS, name="contestants"),
    Option("--language", ("conform", "outdated"), "command", "Languages of contestants.", WORDS, name="languages"),
    Option(
        "--category", ("conform",), "command", "Rows of these categories only, in their own order.", WORDS,
        name="categories",
        full="rows of these categories only, as `schemas` or `hostile`: the files and folders of the rows",
    ),
    Option(
        "--rows", ("conform",), "command", "A folder of rows. Default: conformance/avro/rows.", File("FOLDER"),
        name="folder",
        full="a folder of rows in the form of [ours](../conformance/avro/README.md). Default: `conformance/avro/rows`",
    ),
    # How much is measured.
    Option(
        "--threshold", ("compare", "gate"), "command", "Smaller changes do not count.", PERCENT, "5%",
    ),
    Option("--budget", ("gate",), "command", "Time for measuring.", TIME, "4m"),
    Option(
        "--budget", ("try",), "command", "Time for everything.", TIME, "10m",
        full="time for everything: builds, proofs, measuring",
    ),
    Option(
        "--blocks", ("gate",), "command", "Exactly this many blocks, whatever the budget.", COUNT,
    ),
    Option(
        "--confirm", ("gate",), "command", "Measure again what has become slower.", off="--no-confirm", default=True,
    ),
    Option(
        "--counter", ("gate",), "command", "What is measured: time, or instructions by callgrind.",
        One(["time", "instructions"]), "time",
        full="what is measured: `time`, or `instructions` by callgrind, of languages compiled to machine code",
    ),
    Option(
        "--care", ("try",), "command", "What counts most. Default: all three equally.", One(get_args(Care)),
        full="what counts most: size, writing or reading. Default: all three equally",
    ),
    Option(
        "--between", ("try",), "command", "Languages that exchange the records. Default: any two.", WORDS,
        full="languages that have to read and write the format of the best compromise. Default: any two, unless only "
        "one language is measured",
    ),
    Option("--sizes", ("try",), "command", "Schema and sizes only: nothing is built or measured."),
    Option(
        "--finish", ("try",), "command", "Build what had no time after the answer, and answer again.",
        full="after the answer, builds what had no time, however long that takes, and answers again with another "
        "`--budget`, in FILE-finished.json. Ctrl-C ends that and keeps the first answer",
    ),
    Option("--seconds", ("profile",), "command", "How long to sample.", TIME, "10s"),
    Option(
        "--against", ("profile",), "command", "Another contestant: a differential flamegraph of the two.", NAME,
        full="a second contestant, profiled on the same records: both are drawn, coloured by what differs, and the "
        "functions whose own time differs most are listed",
    ),
    Option("--blocks", ("selfcheck",), "command", "Blocks of the run that is judged.", COUNT, 5),
    Option("--rounds", ("selfcheck",), "command", "Rounds against other harnesses.", COUNT, 5),
    Option(
        "--operation", ("selfcheck",), "command", "What is measured.", One(["encode", "decode"]), "encode",
    ),
    Option("--matrix", ("verify",), "command", "Who reads whose bytes and files: all pairs, all workloads selected."),
    Option(
        "--into", ("verify",), "command", "With --matrix: for the run in this results document; adds the matrix to it.",
        FILE,
        full="with `--matrix`: takes the contestants and records of the run in this results document, and adds the "
        "matrix to it, so that its reports have it too",
    ),
    Option(
        "--jmh", ("build",), "command", "One runnable jar of JMH with the suite's Java contestants; prints its path."
    ),
    # What is compared.
    Option("--old", ("compare",), "command", "With one document: the contestant that counts as the old one.", NAME),
    Option("--new", ("compare",), "command", "With one document: the contestant that counts as the new one.", NAME),
    Option(
        "--by", ("compare",), "command", 'The contestant beside which speeds are compared, or "time". Default: the '
        "baseline.", NAME,
    ),
    Option(
        "--confirm", ("compare",), "command", "Measure again, in fresh blocks, what has become slower.",
        full="measure what has become slower once more, beside the yardstick, in fresh blocks, which then decide. The "
        "contestants must be those of NEW. The new document has NEW's name with `-again`",
    ),
    Option(
        "--baseline", ("history",), "command", "The contestant that is the reference. Default: the documents' own.",
        NAME,
    ),
    Option("--absolute", ("history",), "command", "Follow times, not ratios to a reference of the same run."),
    Option(
        "--tables", ("query",), "command", "Print the tables and their columns; so does a call without STATEMENT.",
    ),
    Option(
        "--from", ("import",), "command", "The tool that wrote it. Default: found from the content.", Text("TOOL"),
        name="tool", default="",
    ),
    Option(
        "--limit", ("outdated",), "command", "Time that a registry has for an answer.", TIME, "1m",
    ),
    Option(
        "--fairness", ("list",), "command", "Of contestants: their authors' advice, and what is done, in Markdown.",
    ),
    # Where results go, and how much is said.
    Option(
        "--output", ("run",), "command", f"The results document. Default: {TIMED}SUITE.json.", FILE,
        full=f"the results document; the report goes beside it, as `.md`. Default: `{TIMED}SUITE.json` in the "
        "working folder",
    ),
    Option("--output", ("gate",), "command", f"The results document. Default: {TIMED}gate.json.", FILE),
    Option("--output", ("try",), "command", f"The results document. Default: {TIMED}FILE.json.", FILE),
    Option(
        "--output", ("conform",), "command", f"The results document. Default: {TIMED}conformance.json.", FILE,
        full=f"the results document, which is written meanwhile, too. Default: `{TIMED}conformance.json`",
    ),
    Option("--output", ("import",), "command", f"The results document. Default: {TIMED}TOOL.json.", FILE),
    Option(
        "--output", ("profile",), "command", f"The page; other files go beside it. Default: {TIMED}profile-….html.",
        FILE,
    ),
    Option(
        "--output", ("selfcheck",), "command", "The results document of its run.", FILE, "assay-results/selfcheck.json",
    ),
    Option("--output", ("history",), "command", "The file of a page or picture. Default: history.html, ….svg.", FILE),
    Option(
        "--output", ("report",), "command", "The folder for the site, if FILE is a folder. Default: FILE/site.",
        File("FOLDER"),
    ),
    Option(
        "--refresh", ("report",), "command", "FILE… are Markdown pages: renew what stands between their marks.",
        full="FILE… are Markdown pages instead: renew what stands between their marks from the documents that they "
        "name, and the tables of options",
    ),
    Option("--summary", ("gate",), "command", "Append the verdict to this file, as Markdown.", FILE),
    Option(
        "--resume", ("run",), "command", "Continue the interrupted run of this results document.", FILE,
    ),
    Option(
        "--cluster", ("run",), "command", "Measure on the nodes of a Ray cluster: HOST:PORT of its head.",
        Text("ADDRESS"),
        full="measure on the nodes of a Ray cluster, `HOST:PORT` of its head: [many machines](cluster.md)",
    ),
    Option(
        "--kind", ("run",), "command", "Use the nodes that declare this kind of machine. Default: the only kind.",
        Text("KIND"),
    ),
    Option(
        "--dry-run", ("setup",), "command", "Only say what would be installed.",
    ),
    Option("--cluster", ("setup",), "command", "Only install Ray in .venv, for run --cluster."),
    Option(
        "--quiet", ("run", "verify", "build", "gate", "try", "profile", "conform", "outdated"), "command",
        "No progress on standard error.",
    ),
    Option(
        "--verbose", ("run",), "command", "After each block, where its time went.",
        full="after each block, where its time went: starting, loading, warming up, measuring; and the processes that "
        "took longest. The results document has this for every process",
    ),
    Option(
        "--verbose", ("try",), "command", "Every field of the schema, and everything that is uncertain about it.",
        full="every field of the schema and everything that is uncertain about it; without this option, up to 25 of "
        "each are shown",
    ),
)  # fmt: skip
