"""Go names for the names of a schema.

The libraries see the schema's own names, through tags; these only have to be valid, distinct and recognizable. They
are exported, because the libraries see no others, and so begin with a capital letter: none is a keyword or a name that
Go itself has declared.
"""

from __future__ import annotations

from assay.base.names import camel


def exported(name: str) -> str:
    """The name in the style of Go's exported names."""
    return camel(name, "X")
