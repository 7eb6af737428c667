"""A schema as JSON that says nothing but its types: no defaults, no attributes, each name with its namespace.

Libraries refuse some schemas whose data they could read and write, as for a default. This form they all take.
"""

from __future__ import annotations

from typing import Any

from assay.data.schema import Array, Enum, Fixed, Map, Named, Primitive, Record, Schema, Union, full_name


def bare(schema: Schema) -> Any:
    """The document; named types are defined where they stand for the first time."""
    defined: set[int] = set()

    def of(s: Schema) -> Any:
        match s:
            case Primitive(type=name):
                return name
            case Array(items=items):
                return {"type": "array", "items": of(items)}
            case Map(values=values):
                return {"type": "map", "values": of(values)}
            case Union(branches=branches):
                return [of(branch) for branch in branches]
            case _ if id(s) in defined:
                return full_name(s)
            case _:
                defined.add(id(s))
                return {"name": s.name, "namespace": s.namespace, **own(s)}

    def own(s: Named) -> dict[str, Any]:
        match s:
            case Enum(symbols=symbols):
                return {"type": "enum", "symbols": list(symbols)}
            case Fixed(size=size):
                return {"type": "fixed", "size": size}
            case Record(fields=fields):
                return {"type": "record", "fields": [{"name": f.name, "type": of(f.schema)} for f in fields]}

    return of(schema)
