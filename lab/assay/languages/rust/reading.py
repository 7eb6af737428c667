"""How generated Rust types are read for `access`: the kit's trait ``Readable``, and types that borrow from the bytes.

The types that borrow are a second set, in the module ``borrowed``, for the styles that have one. They have the shape
and the names of the owned ones, and serde only reads them.
"""

from __future__ import annotations

from assay.languages.rust.making import FRAMES
from assay.languages.rust.typed import indented
from assay.languages.rust.types import Types
from assay.recipes.frames import fill


def borrowed(types: Types) -> str:
    """The module ``borrowed``, of types whose style borrows."""
    return fill(
        FRAMES / "borrowed.rs.template",
        uses="\n".join(types.style.uses),
        root=types.type_of(types.root, None),
        items="\n".join([*types.definitions(), *readable(types)]),
    )


def readable(types: Types) -> list[str]:
    """``Readable`` for each type."""
    return [
        *(
            _readable(types.type_names[id(record)], [f"{_read(f'&self.{own}')};" for _, own in types.fields(record)])
            for record in types.records
        ),
        *(
            _readable(
                types.type_names[id(enum)],
                [
                    "reading.text(match self {",
                    *(f'    Self::{own} => "{symbol}",' for symbol, own in types.symbols(enum)),
                    "});",
                ],
            )
            for enum in types.enums
        ),
        *(
            _readable(
                name,
                ["match self {", *(f"    Self::{own}(v) => {_read('v')}," for _, own in types.variants(union)), "}"],
            )
            for union, name in types.unions.items()
        ),
    ]


def _read(place: str) -> str:
    return f"::assay_kit::Readable::read({place}, reading)"


def _readable(name: str, body: list[str]) -> str:
    return fill(
        FRAMES / "readable.rs.template",
        generics="<'a>" if name.endswith("<'a>") else "",
        name=name,
        # A record without fields reads nothing.
        reading="reading" if body else "_",
        body=indented(body),
    )
