"""The ranked table of stores: documents per second, the whole time, and what each part of it took."""

COLUMNS = (
    "#",
    "contestant",
    "documents/s",
    "±",
    "whole",
    "parts, ms",
    "speed",
    "verdict",
    "on disk",
    "peak",
)
