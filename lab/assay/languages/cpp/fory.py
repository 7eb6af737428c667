"""C++ structs of a schema, told to Apache Fory: a header ``registered.hpp``, which includes ``records.hpp``.

Each record and enum gets the library's macro that lists its members; ``register_types`` registers them by number.
"""

from __future__ import annotations

from assay.data.schema import Schema
from assay.languages.cpp.structs import Structs


def generate(schema: Schema, namespace: str = "records") -> str:
    """The text of the header; the structs are in the namespace that `cpp_structs.generate` was told."""
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
    return "\n".join(
        [
            "#pragma once",
            "#include <fory/serialization/fory.h>",
            '#include "records.hpp"',
            f"namespace {namespace} {{",
            *macros,
            "/// `check` is told what came of each registration.",
            "template <class Check>",
            "void register_types(::fory::serialization::Fory &fory, Check check) {",
            *(f"    check(fory.register_{what}({number}));" for number, what in enumerate(registrations, 1)),
            "}",
            "}",
            "",
        ]
    )
