"""Names that Avro allows, for fields whose own it does not allow."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

from assay.data.schema import JSON_NAME, NAME, PRIMITIVES

# Files are named after types in some languages, and file systems take 255 bytes, endings included.
MOST = 120


def allowed(names: Iterable[str], keep: bool = False) -> dict[str, str]:
    """For each name the one that it gets: itself where that is allowed, else one like it that no other has.

    ``keep``: what JSON documents may call their fields is allowed.
    """
    names = list(names)
    pattern = JSON_NAME if keep else NAME
    made = {name: name for name in names if pattern.fullmatch(name)}
    taken = set(made)
    for name in names:
        if name not in made:
            new = _like(name)
            while new in taken:
                new += "_"
            taken.add(new)
            made[name] = new
    return {name: made[name] for name in names}


def within(name: str, known: Collection[str]) -> str:
    """What a field of that name is called in a schema that has the fields ``known``.

    That is the name itself, or the one that `allowed` gives it: a schema that was made of documents can so be given for
    them again. Where it may be the one of another field, too, the name stays as it is.
    """
    if name in known or NAME.fullmatch(name):
        return name
    new = _like(name)
    return new if new in known and f"{new}_" not in known else name


class TypeNames:
    """Names of record types, each given once."""

    def __init__(self) -> None:
        self._taken = set(PRIMITIVES)

    def unlike(self, name: str) -> str:
        """The name made one that Avro allows, of a length that files may have, and unlike all before."""
        name = "".join(c if NAME.fullmatch(f"_{c}") else "_" for c in name)
        if len(name) > MOST:  # of a deep record: where it begins, and its own field
            name = f"{name[: MOST // 3]}_{name[-MOST // 2 :]}"
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name


def _like(name: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    made = re.sub(r"[^A-Za-z0-9_]", "_", bare)
    return made if NAME.fullmatch(made) else f"_{made}"
