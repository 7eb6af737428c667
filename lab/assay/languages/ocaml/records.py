"""OCaml for the records of one schema: types, codecs where the library wants them written, and plain values.

The module that `generate` makes is `Records`; an adapter finds in it `root` (the type), `of_plain` and `to_plain`, and
with the flavour `ocaml-avro-simple` also `codec`. With `ocaml-avro-compiler` the types are those of the module
`Schema_types`, which the library's own compiler makes of the file schema.avsc beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.data.schema import Array, Enum, Fixed, Map, Named, Primitive, Record, Schema, Union, full_name
from assay.languages.ocaml.names import Types, text

FLAVOURS = {
    "ocaml-avro-simple": "OCaml types, and codecs put together of combinators",
    "ocaml-avro-compiler": "the types that the library's own compiler makes of the schema",
}
NULL = Primitive("null")


class CannotGenerate(Exception):
    """The schema has no counterpart in the flavour; one line why."""


def generate(schema: Schema, flavour: str) -> str:
    """The text of the module."""
    own = flavour == "ocaml-avro-simple"
    writer = _Module(schema, Types(schema, own=own), own)
    parts = [
        "(* Generated from the schema of a workload. *)\n",
        "open Assay_kit\n" if own else "open Assay_kit\nopen Schema_types\n",
        *([writer.types(), f"type root = {writer.names.type_of(schema)}\n"] if own else ["type root = t\n"]),
        *([writer.codecs()] if own else []),
        writer.conversions(),
    ]
    return "\n".join(parts)


def option_of(union: Union) -> tuple[int, Schema] | None:
    """For a union of null and one other: the number of the null branch, and the other."""
    if len(union.branches) != 2 or NULL not in union.branches:
        return None
    number = union.branches.index(NULL)
    return number, union.branches[1 - number]


def declared(schema: Schema) -> Iterator[Named | Union]:
    """Every named type, and every union that is no option, once, those inside before those outside."""
    seen: set[int] = set()

    def walk(inner: Schema) -> Iterator[Named | Union]:
        if id(inner) in seen:
            return
        match inner:
            case Record(fields=fields):
                seen.add(id(inner))
                for field in fields:
                    yield from walk(field.schema)
                yield inner
            case Union(branches=branches):
                seen.add(id(inner))
                for branch in branches:
                    yield from walk(branch)
                if option_of(inner) is None:
                    yield inner
            case Array(items=item) | Map(values=item):
                yield from walk(item)
            case Enum() | Fixed():
                seen.add(id(inner))
                yield inner
            case Primitive():
                pass

    return walk(schema)


class _Module:
    """``own``: the types are made here, not by the library's compiler."""

    def __init__(self, schema: Schema, names: Types, own: bool) -> None:
        self.schema = schema
        self.names = names
        self.own = own
        self.declared = [d for d in declared(schema) if not isinstance(d, Fixed)]
        for declaration in self.declared:
            self.names.declare(declaration)

    # --- types ------------------------------------------------------------------------------------------------

    def types(self) -> str:
        bodies = [f"{self.names.type_of(d)} = {self._body(d)}" for d in self.declared]
        return "type " + "\n\nand ".join(bodies) + "\n" if bodies else ""

    def _body(self, declaration: Named | Union) -> str:
        match declaration:
            case Record(fields=[]):
                return "unit"
            case Record(fields=fields):
                lines = [f"{self.names.field(declaration, f.name)} : {self.names.type_of(f.schema)}" for f in fields]
                return "{\n  " + ";\n  ".join(lines) + ";\n}"
            case Enum(symbols=symbols):
                return "".join(f"\n  | {self.names.symbol(declaration, s)}" for s in symbols)
            case Union(branches=branches):
                cases = [self._case(declaration, i, f" of {self.names.type_of(b)}") for i, b in enumerate(branches)]
                return "".join(f"\n  | {case}" for case in cases)
        raise CannotGenerate(f"no type for {declaration}")

    def _case(self, union: Union, number: int, argument: str) -> str:
        """A constructor of a union with its argument, which the null branch lacks where the types are made here."""
        lone = self.own and union.branches[number] == NULL
        return self.names.branch(union, number) + ("" if lone else argument)

    # --- codecs of avro-simple ----------------------------------------------------------------------------------

    def codecs(self) -> str:
        parts = ["open Avro_simple\n"]
        for declaration in self.declared:
            if isinstance(declaration, Record):
                # A record may hold itself, so its fields look for its codec when they are used.
                kind = f"{self.names.type_of(declaration)} Codec.t"
                parts.append(f"let later_{self.names.type_of(declaration)} : {kind} option ref = ref None\n")
        self.made: set[int] = set()
        for declaration in self.declared:
            parts.append(f"let codec_{self.names.type_of(declaration)} =\n  {self._codec_body(declaration)}\n")
            if isinstance(declaration, Record):
                name = self.names.type_of(declaration)
                parts.append(f"let () = later_{name} := Some codec_{name}\n")
            self.made.add(id(declaration))
        return "\n".join([*parts, f"let codec = {self._codec(self.schema)}\n"])

    def _codec(self, schema: Schema) -> str:
        match schema:
            case Primitive(type=name):
                return f"Codec.{name}"
            case Fixed(name=name, size=size):
                return f"(Codec.fixed ~name:{text(name)} {size})"
            case Array(items=item):
                return f"(Codec.array {self._codec(item)})"
            case Map(values=item):
                return f"(Codec.map {self._codec(item)})"
            case Union() if option := option_of(schema):
                number, other = option
                # The library's own option has null as its first branch.
                return f"(Codec.option {self._codec(other)})" if number == 0 else self._null_last(other)
            case Record() if id(schema) not in self.made:
                later = f"(Option.get !later_{self.names.type_of(schema)})"
                return self._custom("Schema.Null", f"{later}.Codec.encode v out", f"{later}.Codec.decode inp")
            case _:
                return f"codec_{self.names.type_of(schema)}"

    def _null_last(self, other: Schema) -> str:
        inner = self._codec(other)
        return self._custom(
            f"Schema.Union [ {inner}.Codec.schema; Schema.Null ]",
            f"match v with Some v -> Output.write_long out 0L; {inner}.Codec.encode v out"
            " | None -> Output.write_long out 1L",
            f"match Input.read_long inp with 0L -> Some ({inner}.Codec.decode inp) | 1L -> None"
            ' | _ -> failwith "no such branch"',
        )

    def _codec_body(self, declaration: Named | Union) -> str:
        name = self.names.type_of(declaration)  # told wherever two types may have a label or a constructor of one name
        match declaration:
            case Record(fields=fields):
                labels = [self.names.field(declaration, f.name) for f in fields]
                made = "{ " + "; ".join(labels) + " }" if labels else "()"
                lines = [
                    f"Codec.record (Type_name.parse {text(full_name(declaration))})"
                    f" (fun {' '.join(labels)} : {name} -> {made})"
                    if labels
                    else f"Codec.record (Type_name.parse {text(full_name(declaration))}) ()",
                    *(
                        f"|> Codec.field {text(f.name)} {self._codec(f.schema)} (fun (r : {name}) -> r.{label})"
                        for f, label in zip(fields, labels, strict=True)
                    ),
                    "|> Codec.finish",
                ]
                return "\n  ".join(lines)
            case Enum(symbols=symbols):
                cases = [self.names.symbol(declaration, s) for s in symbols]
                writes = "".join(f" | {case} -> {i}" for i, case in enumerate(cases))
                reads = "".join(f" | {i} -> {case}" for i, case in enumerate(cases))
                listed = "; ".join(text(s) for s in symbols)
                schema = (
                    f"Schema.Enum {{ enum_name = Type_name.parse {text(full_name(declaration))};"
                    f" symbols = [ {listed} ]; enum_doc = None; enum_default = None; enum_aliases = [] }}"
                )
                return self._custom(
                    schema,
                    f"Output.write_int out (match (v : {name}) with{writes})",
                    f'(match Input.read_int inp with{reads} | _ -> failwith "no such symbol" : {name})',
                )
            case Union(branches=branches):
                inner = [self._codec(b) for b in branches]
                writes = "".join(
                    f" | {self._case(declaration, i, ' v')} -> Output.write_long out {i}L"
                    + ("" if branches[i] == NULL else f"; {codec}.Codec.encode v out")
                    for i, codec in enumerate(inner)
                )
                reads = "".join(
                    f" | {i}L -> " + self._case(declaration, i, f" ({codec}.Codec.decode inp)")
                    for i, codec in enumerate(inner)
                )
                schemas = "; ".join(f"{codec}.Codec.schema" for codec in inner)
                return self._custom(
                    f"Schema.Union [ {schemas} ]",
                    f"match (v : {name}) with{writes}",
                    f'(match Input.read_long inp with{reads} | _ -> failwith "no such branch" : {name})',
                )
        raise CannotGenerate(f"no codec for {declaration}")

    def _custom(self, schema: str, encode: str, decode: str) -> str:
        return f"{{ Codec.schema = {schema}; encode = (fun v out -> {encode}); decode = (fun inp -> {decode}) }}"

    # --- plain values -------------------------------------------------------------------------------------------

    def conversions(self) -> str:
        functions = []
        for declaration in self.declared:
            name = self.names.type_of(declaration)
            functions.append(f"of_plain_{name} : Plain.t -> {name} = function{self._from_cases(declaration)}")
            functions.append(f"to_plain_{name} : {name} -> Plain.t = fun value -> {self._to_cases(declaration)}")
        group = "let rec " + "\n\nand ".join(functions) + "\n\n" if functions else ""
        root = "root" if self.own else "t"
        return (
            f"{group}let of_plain : Plain.t -> {root} = fun plain -> {self._from(self.schema)} plain\n"
            f"let to_plain : {root} -> Plain.t = fun value -> {self._to(self.schema)} value\n"
        )

    def _from(self, schema: Schema) -> str:
        return self._conversion(schema, "From_plain", "of_plain")

    def _to(self, schema: Schema) -> str:
        return self._conversion(schema, "To_plain", "to_plain")

    def _conversion(self, schema: Schema, module: str, prefix: str) -> str:
        bytes_function = f"{module}.bytes" if self.own else f"{module}.bytes_in_string"
        match schema:
            case Primitive(type="float" | "double"):
                return f"{module}.real"
            case Primitive(type="bytes") | Fixed():
                return bytes_function
            case Primitive(type=name):
                return f"{module}.{name}"
            case Array(items=item):
                return f"({module}.array {self._conversion(item, module, prefix)})"
            case Map(values=item):
                pairs = f"{module}.pairs {self._conversion(item, module, prefix)}"
                if self.own:
                    return f"({pairs})"
                if module == "From_plain":
                    return f"(fun plain -> Str_map.of_seq (List.to_seq ({pairs} plain)))"
                return f"(fun map -> {pairs} (Str_map.bindings map))"
            case Union() if option := option_of(schema):
                return f"({module}.option {self._conversion(option[1], module, prefix)})"
            case _:
                return f"{prefix}_{self.names.type_of(schema)}"

    def _from_cases(self, declaration: Named | Union) -> str:
        cases = []
        match declaration:
            case Record(fields=fields):
                pattern = "; ".join(f"({text(f.name)}, f{i})" for i, f in enumerate(fields))
                made = "; ".join(
                    f"{self.names.field(declaration, f.name)} = {self._from(f.schema)} f{i}"
                    for i, f in enumerate(fields)
                )
                cases.append(f"Plain.Record [ {pattern} ] -> " + (f"{{ {made} }}" if fields else "()"))
            case Enum(symbols=symbols):
                cases += [f"Plain.String {text(s)} -> {self.names.symbol(declaration, s)}" for s in symbols]
            case Union(branches=branches):
                for i, branch in enumerate(branches):
                    made = self._case(declaration, i, f" ({self._from(branch)} plain)")
                    cases.append(f"{_pattern(branch)} -> {made}")
        return "".join(f"\n  | {case}" for case in cases) + '\n  | _ -> Plain.mismatch "of the schema\'s type"'

    def _to_cases(self, declaration: Named | Union) -> str:
        match declaration:
            case Record(fields=fields):
                pairs = [
                    f"({text(f.name)}, {self._to(f.schema)} value.{self.names.field(declaration, f.name)})"
                    for f in fields
                ]
                return f"Plain.Record [ {'; '.join(pairs)} ]"
            case Enum(symbols=symbols):
                cases = [f"{self.names.symbol(declaration, s)} -> Plain.String {text(s)}" for s in symbols]
            case Union(branches=branches):
                cases = [
                    self._case(declaration, i, " inner")
                    + " -> "
                    + ("Plain.Null" if branch == NULL else f"{self._to(branch)} inner")
                    for i, branch in enumerate(branches)
                ]
            case _:
                raise CannotGenerate(f"no plain value for {declaration}")
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
            raise CannotGenerate("a union directly inside a union")
