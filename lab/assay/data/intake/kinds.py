"""Which kind a file is of: its content decides, whatever its name."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable
from pathlib import Path

from assay.base.errors import AssayError
from assay.base.files import check_regular
from assay.data import container_format
from assay.data.intake.containers import Containers
from assay.data.intake.delimited import Delimited
from assay.data.intake.json_document import JsonDocument
from assay.data.intake.json_lines import JsonLines
from assay.data.intake.json_text import DECODER
from assay.data.intake.reader import RECORD_BYTES, Reader, Watch, not_utf8, opened
from assay.data.intake.tables import ARROW, ARROW_STREAM, Arrow, Parquet
from assay.data.recordset import Doubt

LOOK = 1 << 16  # bytes that tell text from what is none
PARQUET = b"PAR1"
DELIMITERS = ",\t;|"
QUOTED = re.compile(r'(?<![^,\t;|])"[^"]*(?:""[^"]*)*(?:"|$)')  # a field in quotes, in which a delimiter is none

# What files of a kind begin with.
MAGIC: dict[bytes, Callable[[Path, Watch], Reader]] = {
    container_format.MAGIC: Containers,
    PARQUET: Parquet,
    ARROW: Arrow,
    ARROW_STREAM: Arrow,
}

# What users call the files of each kind.
SUFFIXES = {
    ".jsonl": "JSON lines",
    ".ndjson": "JSON lines",
    ".json": "JSON",
    ".csv": "CSV",
    ".tsv": "TSV",
    ".avro": "Avro container",
    ".parquet": "Parquet",
    ".arrow": "Arrow",
    ".arrows": "Arrow",
    ".feather": "Arrow",
}
LINES = (".jsonl", ".ndjson")

# What else begins in a way of its own, and what to do with it.
FOREIGN = {
    b"\x1f\x8b": "compressed by gzip; unpack it first: gunzip -k FILE",
    b"\x28\xb5\x2f\xfd": "compressed by Zstandard; unpack it first: unzstd FILE",
    b"BZh": "compressed by bzip2; unpack it first: bunzip2 -k FILE",
    b"\xfd7zXZ": "compressed by xz; unpack it first: unxz -k FILE",
    b"PK\x03\x04": "a ZIP archive (as .xlsx is one); unpack it, or save the sheet as CSV",
    b"SQLite format 3": "an SQLite database; export a table: sqlite3 -csv -header FILE 'select * from …'",
    b"ORC": "an ORC file; convert it to Parquet",
    b"FEA1": "a Feather file of the first version; write it again as Arrow or Parquet",
    codecs.BOM_UTF16_LE: "text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE",
    codecs.BOM_UTF16_BE: "text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE",
}


def reader(path: Path, watch: Watch, at: str | None = None) -> Reader:
    """What reads this file. ``at``: where the records are in a JSON document.

    AssayError where the file cannot be read, or is of no kind that the lab reads.
    """
    check_regular(path)
    made = _reader(path, watch, at)
    if at is not None and not isinstance(made, JsonDocument):
        raise AssayError(f"{path}: --at is for one JSON document, and by its content this is {made.kind}")
    named = SUFFIXES.get(path.suffix)
    if named and named != made.kind and {named, made.kind} != {"JSON", "JSON lines"}:
        made.doubts.insert(0, Doubt(".", f"named {path.suffix}, and by its content {made.kind}"))
    return made


def _reader(path: Path, watch: Watch, at: str | None) -> Reader:
    with opened(path) as file:
        head = file.read(LOOK)
    for magic, kind in MAGIC.items():
        if head.startswith(magic):
            return kind(path, watch)
    for magic, what in FOREIGN.items():
        if head.startswith(magic):
            raise AssayError(f"{path}: {what}")
    _check_text(path, head)
    line, following = _first_line(path)
    text = line.strip().decode(errors="replace")  # blanks beyond ASCII are none in JSON
    if text.startswith(("[", "{")):
        return _json(path, watch, at, text, following)
    if path.suffix in (*LINES, ".json") or (_is_json(text) and path.suffix not in (".csv", ".tsv")):
        return JsonLines(path, watch)
    bare = QUOTED.sub("", text)
    counts = {delimiter: bare.count(delimiter) for delimiter in DELIMITERS}
    delimiter = max(DELIMITERS, key=lambda d: (counts[d], d == "\t" and path.suffix == ".tsv"))
    if not counts[delimiter] and path.suffix not in (".csv", ".tsv"):
        raise AssayError(f"{path}: text, and neither JSON nor CSV nor TSV by its first line: {text[:40]!r}")
    return Delimited(path, watch, delimiter)


def _check_text(path: Path, head: bytes) -> None:
    """AssayError for what is not text in UTF-8."""
    kinds = ", ".join(dict.fromkeys(SUFFIXES.values()))
    if not head:
        raise AssayError(f"{path}: empty; there are no records, so there is nothing to measure")
    known = {".avro": '"Obj" and 1', ".parquet": "PAR1", ".arrow": "ARROW1", ".feather": "ARROW1"}
    named = f"; named {path.suffix}, which would begin with {known[path.suffix]}" if path.suffix in known else ""
    if b"\0" in head:
        raise AssayError(f"{path}: a binary file, and not of a supported kind ({kinds}){named}")
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError as error:
        line = head.count(b"\n", 0, error.start) + 1
        raise AssayError(f"{path}:{line}: {not_utf8(error)}; or an unsupported kind of file{named}") from None


def _first_line(path: Path) -> tuple[bytes, bool]:
    """The first line that is not blank, cut off where it is too long, and whether another follows."""
    with opened(path) as file:
        first = b""
        while raw := file.readline(RECORD_BYTES + 1):
            if len(raw) > RECORD_BYTES and not first:
                return raw.removeprefix(codecs.BOM_UTF8), False
            if raw.removeprefix(codecs.BOM_UTF8).strip():
                if first:
                    return first, True
                first = raw.removeprefix(codecs.BOM_UTF8)
    if not first:
        raise AssayError(f"{path}: blank lines only; there are no records, so there is nothing to measure")
    return first, False


def _json(path: Path, watch: Watch, at: str | None, text: str, following: bool) -> Reader:
    """One document a line, or one in all: then there is one line, or the first one is not a document yet."""
    whole = True
    if len(text) < RECORD_BYTES:
        try:
            DECODER.decode(text)
        except json.JSONDecodeError as error:
            whole = error.pos < len(text)  # something is wrong before its end
        except (ValueError, RecursionError):
            pass
    lines = following or (path.suffix in LINES and text[0] == "{")
    return JsonLines(path, watch) if whole and lines else JsonDocument(path, watch, at)


def _is_json(text: str) -> bool:
    try:
        DECODER.decode(text)
    except (ValueError, RecursionError):
        return False
    return True
