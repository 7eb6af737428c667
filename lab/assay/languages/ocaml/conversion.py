"""OCaml between plain values and the types of one schema, of any generator: `of_plain` and `to_plain`."""

from __future__ import annotations

from assay.base.errors import AssayError
from assay.data.schema import NULL, Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, nullable
from assay.languages.ocaml.names import Declared, Types, text
from assay.languages.shared.turns import turn


def conversions(types: Types, root: str) -> str:
    """Both functions for ``root``, the schema's own type, and those of the types that it holds."""
    functions = []
    for declaration in types.declared:
        name = types.type_of(declaration)
        functions.append(f"of_plain_{name} : Plain.t -> {name} = function{_from_cases(types, declaration)}")
        functions.append(f"to_plain_{name} : {name} -> Plain.t = fun value -> {_to_cases(types, declaration)}")
    group = "let rec " + "\n\nand ".join(functions) + "\n\n" if functions else ""
    return (
        f"{group}let of_plain : Plain.t -> {root} = fun plain -> {_from(types, types.schema)} plain\n"
        f"let to_plain : {root} -> Plain.t = fun value -> {_to(types, types.schema)} value\n"
    )


def _from(types: Types, schema: Schema) -> str:
    return _conversion(types, schema, "From_plain", "of_plain")


def _to(types: Types, schema: Schema) -> str:
    return _conversion(types, schema, "To_plain", "to_plain")


def _conversion(types: Types, schema: Schema, module: str, prefix: str) -> str:
    match schema:
        case Primitive(type="float" | "double"):
            return f"{module}.real"
        case Primitive(type="bytes") | Fixed():
            return f"{module}.{types.bytes[1]}"
        case Primitive(type=name):
            return f"{module}.{name}"
        case Array(items=item):
            return f"({module}.array {_conversion(types, item, module, prefix)})"
        case Map(values=item):
            pairs = f"{module}.pairs {_conversion(types, item, module, prefix)}"
            if types.map is None:
                return f"({pairs})"
            of_pairs, to_pairs = types.map
            if module == "From_plain":
                return f"(fun plain -> {of_pairs} ({pairs} plain))"
            return f"(fun map -> {pairs} ({to_pairs} map))"
        case Union() if other := nullable(schema):
            return f"({module}.option {_conversion(types, other, module, prefix)})"
        case _:
            return f"{prefix}_{types.type_of(schema)}"


def _from_cases(types: Types, declaration: Declared) -> str:
    cases = []
    match declaration:
        case Record(fields=fields):
            pattern = "; ".join(f"({text(f.name)}, f{i})" for i, f in enumerate(fields))
            made = "; ".join(
                f"{types.field(declaration, f.name)} = {_from(types, f.schema)} f{i}" for i, f in enumerate(fields)
            )
            cases.append(f"Plain.Record [ {pattern} ] -> " + (f"{{ {made} }}" if fields else "()"))
        case Enum(symbols=symbols):
            cases += [f"Plain.String {text(s)} -> {types.symbol(declaration, s)}" for s in symbols]
        case Union(branches=branches):
            for i, branch in sorted(enumerate(branches), key=lambda pair: turn(pair[1])):
                made = types.branch(declaration, i, f"({_from(types, branch)} plain)")
                cases.append(f"{_pattern(branch)} -> {made}")
    return "".join(f"\n  | {case}" for case in cases) + '\n  | _ -> Plain.mismatch "of the schema\'s type"'


def _to_cases(types: Types, declaration: Declared) -> str:
    match declaration:
        case Record(fields=fields):
            pairs = [
                f"({text(f.name)}, {_to(types, f.schema)} value.{types.field(declaration, f.name)})" for f in fields
            ]
            return f"Plain.Record [ {'; '.join(pairs)} ]"
        case Enum(symbols=symbols):
            cases = [f"{types.symbol(declaration, s)} -> Plain.String {text(s)}" for s in symbols]
        case Union(branches=branches):
            made = ["Plain.Null" if branch == NULL else f"{_to(types, branch)} inner" for branch in branches]
            cases = [f"{types.branch(declaration, i, 'inner')} -> {value}" for i, value in enumerate(made)]
    return "match value with" + "".join(f"\n  | {case}" for case in cases)


def _pattern(branch: Schema) -> str:
    """What a plain value must match to take a branch; named `plain` where it is looked into."""
    match branch:
        case Primitive(type="null"):
            return "Plain.Null as plain"
        case Primitive(type="boolean"):
            return "Plain.Boolean _ as plain"
        case Primitive(type="int"):
            return "Plain.Integer number as plain when Unions.is_int number"
        case Primitive(type="long"):
            return "Plain.Integer _ as plain"
        case Primitive(type="float" | "double"):
            return "Plain.Real _ as plain"
        case Primitive(type="string"):
            return "Plain.String _ as plain"
        case Primitive():
            return "Plain.Bytes _ as plain"
        case Enum(symbols=symbols):
            return f"Plain.String ({' | '.join(text(s) for s in symbols)}) as plain"
        case Fixed(size=size):
            return f"Plain.Bytes bytes as plain when String.length bytes = {size}"
        case Array():
            return "Plain.Array _ as plain"
        case Map():
            return "Plain.Map _ as plain"
        case Record(fields=fields):
            return f"Plain.Record [ {'; '.join(f'({text(f.name)}, _)' for f in fields)} ] as plain"
        case Union():
            raise AssayError("a union directly inside a union")
