"""Python names for the names of a schema.

The libraries see the schema's own names, where they write names at all; these only have to be valid, distinct and
recognizable.
"""

from __future__ import annotations

import keyword

from pydantic import BaseModel

# What the generated code means something else by.
TAKEN_TEXT = (
    "Any Base64Bytes Enum Field Model NAMED Optional Root Struct Union bool bytes dataclass dict field float int list "
    "pyfory str"
)
TAKEN = frozenset(TAKEN_TEXT.split())

# What an enum's members have, or the class that holds them.
TAKEN_MEMBERS = frozenset({"mro", "name", "value"})


def identifier(name: str) -> str:
    """The name as an identifier: a keyword with a ``_``, and no two of them in front, which Python reads as private."""
    if name.startswith("__"):
        return f"x{name}"
    return f"{name}_" if keyword.iskeyword(name) else name


def uncapitalized(name: str) -> str:
    """The same for libraries that have no form for the name of a field whose first letter alone is a capital one."""
    return identifier(name[:1].lower() + name[1:])


def attribute(name: str) -> str:
    """The same for fields of a pydantic model, which has attributes of its own, and keeps a ``_`` in front private."""
    own = name.startswith("model_") or hasattr(BaseModel, name)
    return f"x{name}" if name.startswith("_") else identifier(f"{name}_" if own else name)


def member(name: str) -> str:
    """The name as that of an enum's member; names with a ``_`` in front are the enum's own."""
    return f"x{name}" if name.startswith("_") else identifier(name)
