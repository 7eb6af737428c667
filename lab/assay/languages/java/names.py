"""Java's rules for names, as far as generated types need them."""

from __future__ import annotations

import re
from pathlib import Path

KEYWORD_TEXT = """
_ abstract assert boolean break byte case catch char class const continue default do double else enum extends false
final finally float for goto if implements import instanceof int interface long native new null package private
protected public return short static strictfp super switch synchronized this throw throws transient true try void
volatile while
"""
KEYWORDS = frozenset(KEYWORD_TEXT.split())

# What the generated files mean something else by: types that they import or that Java brings along.
TAKEN_TEXT = """
ArrayList Boolean Branch ByteString Conversion Converter Double Float IllegalArgumentException Integer JsonDeserialize
JsonProperty JsonSerialize LinkedHashMap List Long Map Message Nullable Object Override PojoTypes Pojos String
SuppressWarnings TypeReference UnionReader UnionWriter
"""
TAKEN = frozenset(TAKEN_TEXT.split())


def identifier(name: str) -> str:
    """The name as a field's or constant's identifier: with a ``_`` where it is a word of Java."""
    return f"{name}_" if name in KEYWORDS else name


# What generators of libraries call by its simple name, though a type of the schema may have the same.
SIMPLE_TEXT = "Boolean Deprecated Double Float Integer Long Object Override SuppressWarnings"
SIMPLE = frozenset(SIMPLE_TEXT.split())
OF_JAVA = re.compile(
    r"(?<=@)(?:Deprecated|Override|SuppressWarnings)\b"
    r"|(?<![\w.])(?:Boolean|Double|Float|Integer|Long)(?=\.hashCode\()"
    r"|(?<=\()Object(?= o\))"
)


def qualify(sources: Path) -> None:
    """Have generated code call classes of java.lang by their full names, where it has a class of such a name itself."""
    files = list(sources.rglob("*.java"))
    if any(path.stem in SIMPLE for path in files):
        for path in files:
            path.write_text(OF_JAVA.sub(r"java.lang.\g<0>", path.read_text("utf-8")), encoding="utf-8")
