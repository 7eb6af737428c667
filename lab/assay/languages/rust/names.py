"""Rust names for the names of a schema.

The libraries see the schema's own names, through serde's ``rename``; these only have to be valid, distinct and
recognizable.
"""

from __future__ import annotations

KEYWORD_TEXT = """
abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let
loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use
virtual where while yield
"""
KEYWORDS = frozenset(KEYWORD_TEXT.split())

# Keywords that may not even be written as raw identifiers, and the one name that is not an identifier.
NEVER = frozenset(["crate", "self", "super", "Self", "_"])

# What the generated code means something else by.
TAKEN_TEXT = """
BTreeMap Box Bytes Deserialize Entry Err F32 F64 Fixed I32 I64 Message Ok Option Part Plain Readable Reading
Result Root RootRef RootStruct Self Serialize String Typed Vec View Viewed
"""
TAKEN_TYPES = frozenset(TAKEN_TEXT.split())


def identifier(name: str) -> str:
    """The name as a field's or variant's identifier: raw, or with a ``_``, where Rust has another use for it."""
    if name in NEVER:
        return f"{name}_"
    return f"r#{name}" if name in KEYWORDS else name
