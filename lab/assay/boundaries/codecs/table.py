"""The ranked table of codecs: its columns, by the headings that assay/report/columns.py has cells for."""

COLUMNS = (
    "#",
    "contestant",
    "lane",
    "time/record",
    "±",
    "records/s",
    "MB/s",
    "bytes",
    "speed",
    "verdict",
    "alloc",
    "peak",
)
