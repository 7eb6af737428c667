"""The module of Rust that is generated for a schema, which ``assay_kit::records!()`` includes.

It holds the types (`rust_types`), ``Root``, the type of a record of the workload, its conversion from and to the kit's
plain values, and for flavours that have it what `access` reads through (`rust_reading`).
"""

from __future__ import annotations

from assay.languages.rust.reading import BORROWED, borrowed, readable
from assay.languages.rust.types import Types

HEAD = """\
use ::assay_kit::typed::{
    array_from, array_to, enum_from, enum_to, map_from, map_to, no_such, option_from, option_to, record_from, record_to,
    union_from, union_to, Typed,
};
use ::assay_kit::Plain;
use ::std::collections::BTreeMap;
"""


def module(types: Types) -> str:
    """The text of the module."""
    root = types.root
    of_root = [
        f"pub type Root = {types.type_of(root, None)};",
        f"pub fn from_plain(plain: &Plain) -> Result<Root, String> {{\n    {types.read(root, 'plain')}\n}}",
        f"pub fn to_plain(root: &Root) -> Plain {{\n    {types.write(root, 'root')}\n}}",
    ]
    flavour = types.flavour
    functions = flavour.functions(list(types.type_names.values()), list(types.unions.values()))
    access = readable(types) if flavour.readable else []
    if (borrowing := BORROWED.get(type(flavour))) is not None:
        access += borrowed(Types(root, borrowing(root)))
    parts = [*flavour.uses, *of_root, *types.definitions(), *types.conversions(), *functions, *access]
    return "\n".join([HEAD, *parts, ""])
