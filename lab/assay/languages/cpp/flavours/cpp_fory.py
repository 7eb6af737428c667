"""C++ structs of a schema, registered with Apache Fory: a header ``registered.hpp``, which includes ``records.hpp``.

Each record and enum gets the library's macro that lists its members; ``register_types`` registers them by number.
"""

from __future__ import annotations

from assay.data.schema import Schema
from assay.languages.cpp import structs as cpp_structs
from assay.languages.cpp.structs import FRAMES, Structs
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill, lines


def make(making: Making) -> None:
    cpp_structs.write(making)
    making.lay("registered.hpp", generate(making.schema))


def generate(schema: Schema, namespace: str = "records") -> str:
    """The text of the header; the structs are in the namespace that was given to `cpp_structs.generate`."""
    structs = Structs(schema, namespace)
    macros = []
    registrations = []
    for enum in structs.enums:
        macros.append(f"FORY_ENUM({', '.join([structs.qualified(enum), *structs.enumerators(enum)])});")
        registrations.append(f"enum<{structs.qualified(enum)}>")
    for record in structs.in_order():
        members = [member for member, _ in structs.members(record)]
        macros.append(f"FORY_STRUCT({', '.join([structs.qualified(record), *members])});")
        registrations.append(f"struct<{structs.qualified(record)}>")
    return fill(
        FRAMES / "registered.hpp.template",
        namespace=namespace,
        macros=lines(macros),
        registrations=lines(
            f"    check(fory.register_{what}({number}));" for number, what in enumerate(registrations, 1)
        ),
    )
