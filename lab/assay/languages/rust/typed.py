"""The conversion of one type from and to plain values: the kit's trait ``Typed``."""

from __future__ import annotations

from assay.languages.rust.making import FRAMES
from assay.languages.shared.frames import fill


def typed(name: str, read: list[str], write: list[str]) -> str:
    """``Typed`` for a type. ``read`` and ``write`` are the lines of `from_plain` and `to_plain`."""
    return fill(FRAMES / "typed.rs.template", name=name, read=indented(read), write=indented(write))


def typed_record(name: str, read: list[tuple[str, str]], write: list[tuple[str, str]]) -> str:
    """``Typed`` for a struct of a record.

    ``read``: for each of the record's fields the struct's field and its value, made of the local ``f`` with the field's
    number: a field may be called like anything else in the function. ``write``: each field's name and plain value.
    """
    locals_ = ", ".join(f"f{number}" for number in range(len(read)))
    return typed(
        name,
        [
            f"let [{locals_}] = record_from(plain)?;",
            "Ok(Self {",
            *(f"    {own}: {value}," for own, value in read),
            "})",
        ],
        ["record_to([", *(f'    ("{field}", {plain}),' for field, plain in write), "])"],
    )


def indented(lines: list[str]) -> str:
    """Lines of a function's body, as they stand in an `impl`."""
    return "\n".join(f"        {line}" for line in lines)
