"""How generated Rust types are read, for `access` and `inspect`: the kit's trait ``Readable``.

Types that borrow from the bytes are a second set, for `access`, in the module ``borrowed``, for the styles that have
one. They have the shape and the names of the owned ones, and serde only reads them.
"""

from __future__ import annotations

from assay.languages.rust.making import FRAMES
from assay.languages.rust.typed import indented
from assay.languages.rust.types import Types
from assay.languages.shared.frames import fill

READABLE = "::assay_kit::Readable"


def borrowed(types: Types) -> str:
    """The module ``borrowed``, of types whose style borrows."""
    return fill(
        FRAMES / "borrowed.rs.template",
        uses="\n".join(types.style.uses),
        root=types.type_of(types.root, None),
        items="\n".join([*types.definitions(), *readable(types)]),
    )


def readable(types: Types, *, trait: str = READABLE, prefix: str = "") -> list[str]:
    """``Readable``, or another trait with its method, for each type; ``prefix``: before the types' names."""

    def read(place: str) -> str:
        return f"{trait}::read({place}, reading)"

    def implemented(name: str, body: list[str]) -> str:
        return implementation(trait, prefix + name, body)

    return [
        *(
            implemented(types.type_names[id(record)], [f"{read(f'&self.{own}')};" for _, own in types.fields(record)])
            for record in types.records
        ),
        *(
            implemented(
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
            implemented(
                name,
                [
                    "match self {",
                    *(f"    Self::{own}(v) => {read('v')}," for _, own in types.variants(union)),
                    *([f"    Self::Unknown_(_) => {read('&()')},"] if types.style.unknown else []),
                    "}",
                ],
            )
            for union, name in types.unions.items()
        ),
    ]


def implementation(trait: str, name: str, body: list[str]) -> str:
    """The trait for one type; ``body`` is the lines of its method."""
    return fill(
        FRAMES / "readable.rs.template",
        generics="<'a>" if name.endswith("<'a>") else "",
        trait=trait,
        name=name,
        # A record without fields reads nothing.
        reading="reading" if body else "_",
        body=indented(body),
    )
