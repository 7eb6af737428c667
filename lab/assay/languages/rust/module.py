"""The module of Rust that is generated for a schema, which ``assay_kit::records!()`` includes.

It holds the types (`types`), ``Root``, the type of a record of the workload, its conversion from and to the kit's plain
values, and what reads every field (`reading`).
"""

from __future__ import annotations

from assay.data.schema import Schema
from assay.languages.rust.making import FRAMES
from assay.languages.rust.reading import borrowed, readable
from assay.languages.rust.style import Style
from assay.languages.rust.types import Types
from assay.languages.shared.frames import fill


def module(root: Schema, style: type[Style], borrowing: type[Style] | None = None) -> str:
    """The text of the module. ``borrowing``: the style of a second set of types, which borrow what they are read of."""
    second = [] if borrowing is None else [borrowed(Types(root, borrowing(root)))]
    return module_of(Types(root, style(root)), second)


def module_of(types: Types, further: list[str]) -> str:
    root, style = types.root, types.style
    functions = style.functions(list(types.type_names.values()), list(types.unions.values()))
    return fill(
        FRAMES / "records.rs.template",
        uses="\n".join(style.uses),
        root=types.type_of(root, None),
        read=types.read(root, "plain"),
        write=types.write(root, "root"),
        items="\n".join([*types.definitions(), *types.conversions(), *readable(types), *functions, *further]),
    )
