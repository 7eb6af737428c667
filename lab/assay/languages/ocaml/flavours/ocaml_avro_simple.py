"""OCaml types made here, and codecs put together of avro-simple's combinators: `Records.codec`.

Names only have to be valid, distinct and recognizable.
"""

from __future__ import annotations

from pathlib import Path

from assay.base.names import Names
from assay.data.schema import NULL, Array, Enum, Fixed, Map, Primitive, Record, Schema, Union, full_name, nullable
from assay.languages.ocaml.conversion import conversions
from assay.languages.ocaml.names import Declared, Types, lower, text
from assay.languages.shared.flavours import Making
from assay.languages.shared.frames import fill

FRAME = Path(__file__).parents[1] / "frames" / "avro_simple.ml.template"

# Types that the generated code means something else by.
TAKEN = frozenset(
    ["array", "bool", "bytes", "codec", "float", "int", "int64", "list", "option", "ref", "root", "string", "unit"]
)


def make(making: Making) -> None:
    making.lay("records.ml", module(making.schema))


def module(schema: Schema) -> str:
    types = OwnTypes(schema)
    codecs = _Codecs(types)
    root = types.type_of(schema)
    return fill(
        FRAME,
        types=declarations(types),
        root=root,
        codecs=codecs.all(),
        codec=codecs.codec(schema),
        conversions=conversions(types, "root"),
    )


class OwnTypes(Types):
    bytes = ("bytes", "bytes")

    def __init__(self, schema: Schema) -> None:
        self.names = Names(TAKEN)
        super().__init__(schema)

    def type_name(self, declaration: Declared, name: str) -> str:
        return self.names.claim(lower(name))

    def labels(self, fields: list[str]) -> dict[str, str]:
        labels = Names()
        return {name: labels.claim(lower(name)) for name in fields}

    def symbol(self, enum: Enum, symbol: str) -> str:
        return f"{self._capital(enum)}_{symbol}"

    def branch(self, union: Union, number: int, argument: str) -> str:
        constructor = f"{self._capital(union)}_{number}"
        return constructor if union.branches[number] == NULL else f"{constructor} {argument}"

    def _capital(self, declaration: Declared) -> str:
        """The type's name as constructors begin with it."""
        name = self.types[id(declaration)]
        return name[:1].upper() + name[1:] if name[:1].isalpha() else f"C{name}"


def declarations(types: OwnTypes) -> str:
    """The declarations of all types, which may refer to each other."""
    bodies = [f"{types.type_of(d)} = {_body(types, d)}" for d in types.declared]
    return "type " + "\n\nand ".join(bodies) + "\n" if bodies else ""


def _body(types: OwnTypes, declaration: Declared) -> str:
    match declaration:
        case Record(fields=[]):
            return "unit"
        case Record(fields=fields):
            lines = [f"{types.field(declaration, f.name)} : {types.type_of(f.schema)}" for f in fields]
            return "{\n  " + ";\n  ".join(lines) + ";\n}"
        case Enum(symbols=symbols):
            return "".join(f"\n  | {types.symbol(declaration, s)}" for s in symbols)
        case Union(branches=branches):
            cases = [types.branch(declaration, i, f"of {types.type_of(b)}") for i, b in enumerate(branches)]
            return "".join(f"\n  | {case}" for case in cases)


class _Codecs:
    def __init__(self, types: OwnTypes) -> None:
        self.types = types
        self.made: set[int] = set()

    def all(self) -> str:
        """The codecs of all types that have a name, each after those that it is put together of."""
        parts = []
        for declaration in self.types.declared:
            if isinstance(declaration, Record):
                # A record may hold itself, so its fields look for its codec when they are used.
                name = self.types.type_of(declaration)
                parts.append(f"let later_{name} : {name} Codec.t option ref = ref None\n")
        for declaration in self.types.declared:
            name = self.types.type_of(declaration)
            parts.append(f"let codec_{name} =\n  {self.body(declaration)}\n")
            if isinstance(declaration, Record):
                parts.append(f"let () = later_{name} := Some codec_{name}\n")
            self.made.add(id(declaration))
        return "\n".join(parts)

    def codec(self, schema: Schema) -> str:
        match schema:
            case Primitive(type=name):
                return f"Codec.{name}"
            case Fixed(name=name, size=size):
                return f"(Codec.fixed ~name:{text(name)} {size})"
            case Array(items=item):
                return f"(Codec.array {self.codec(item)})"
            case Map(values=item):
                return f"(Codec.map {self.codec(item)})"
            case Union(branches=branches) if other := nullable(schema):
                # The library's own option has null as its first branch.
                return f"(Codec.option {self.codec(other)})" if branches[0] == NULL else self.null_last(other)
            case Record() if id(schema) not in self.made:
                later = f"(Option.get !later_{self.types.type_of(schema)})"
                return custom("Schema.Null", f"{later}.Codec.encode v out", f"{later}.Codec.decode inp")
            case _:
                return f"codec_{self.types.type_of(schema)}"

    def null_last(self, other: Schema) -> str:
        inner = self.codec(other)
        return custom(
            f"Schema.Union [ {inner}.Codec.schema; Schema.Null ]",
            f"match v with Some v -> Output.write_long out 0L; {inner}.Codec.encode v out"
            " | None -> Output.write_long out 1L",
            f"match Input.read_long inp with 0L -> Some ({inner}.Codec.decode inp) | 1L -> None"
            ' | _ -> failwith "no such branch"',
        )

    def body(self, declaration: Declared) -> str:
        match declaration:
            case Record():
                return self.record(declaration)
            case Enum():
                return self.enum(declaration)
            case Union():
                return self.union(declaration)

    # The type's name is written wherever two types may have a label or a constructor of one name.

    def record(self, record: Record) -> str:
        name = self.types.type_of(record)
        labels = [self.types.field(record, f.name) for f in record.fields]
        made = f"(fun {' '.join(labels)} : {name} -> {{ {'; '.join(labels)} }})" if labels else "()"
        fields = [
            f"|> Codec.field {text(f.name)} {self.codec(f.schema)} (fun (r : {name}) -> r.{label})"
            for f, label in zip(record.fields, labels, strict=True)
        ]
        return "\n  ".join([f"Codec.record {type_name(record)} {made}", *fields, "|> Codec.finish"])

    def enum(self, enum: Enum) -> str:
        name = self.types.type_of(enum)
        cases = [self.types.symbol(enum, s) for s in enum.symbols]
        writes = "".join(f" | {case} -> {i}" for i, case in enumerate(cases))
        reads = "".join(f" | {i} -> {case}" for i, case in enumerate(cases))
        listed = "; ".join(text(s) for s in enum.symbols)
        return custom(
            f"Schema.Enum {{ enum_name = {type_name(enum)};"
            f" symbols = [ {listed} ]; enum_doc = None; enum_default = None; enum_aliases = [] }}",
            f"Output.write_int out (match (v : {name}) with{writes})",
            f'(match Input.read_int inp with{reads} | _ -> failwith "no such symbol" : {name})',
        )

    def union(self, union: Union) -> str:
        name = self.types.type_of(union)
        inner = [self.codec(b) for b in union.branches]
        writes = "".join(
            f" | {self.types.branch(union, i, 'v')} -> Output.write_long out {i}L"
            + ("" if union.branches[i] == NULL else f"; {codec}.Codec.encode v out")
            for i, codec in enumerate(inner)
        )
        reads = "".join(
            f" | {i}L -> " + self.types.branch(union, i, f"({codec}.Codec.decode inp)") for i, codec in enumerate(inner)
        )
        schemas = "; ".join(f"{codec}.Codec.schema" for codec in inner)
        return custom(
            f"Schema.Union [ {schemas} ]",
            f"match (v : {name}) with{writes}",
            f'(match Input.read_long inp with{reads} | _ -> failwith "no such branch" : {name})',
        )


def type_name(named: Record | Enum) -> str:
    return f"(Type_name.parse {text(full_name(named))})"


def custom(schema: str, encode: str, decode: str) -> str:
    """A codec of functions, for what the library has no combinator for."""
    return f"{{ Codec.schema = {schema}; encode = (fun v out -> {encode}); decode = (fun inp -> {decode}) }}"
