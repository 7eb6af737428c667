"""The manifests: contestant.toml, workload.toml and suites/<name>.toml, validated, with errors a person can act on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from assay.base import toml
from assay.base.errors import AssayError, closest
from assay.operations import OPERATIONS
from assay.results.way import Durability, Representation


def _known(name: str) -> str:
    if name not in OPERATIONS:
        raise PydanticCustomError(
            "operation", "{hint}", {"hint": f'"{name}" is not valid: {closest(name, OPERATIONS)}'}
        )
    return name


Operation = Annotated[str, AfterValidator(_known)]
Name = Annotated[str, Field(min_length=1)]


class Manifest(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Lane(Manifest):
    """The declared way in which a library is used.

    ``input_checking``: in the clock, the library refuses values that do not fit the schema when it writes, or data of
    another type than the schema's when it reads, in each field. What a compiler or a setter checked before does not
    count.

    ``conversion``: the library has objects of its own for records, converted from and to the domain value inside the
    clock. An object of its own for a single value, such as a long integer, is none.
    """

    typing: Literal["generic", "typed", "generated"]
    buffer: Literal["fresh", "reused"]
    strings: Literal["owned", "borrowed"]
    input_checking: bool
    conversion: bool = False


class Fairness(Manifest):
    """What the library's authors would ask first. docs/fairness.md has it of all contestants.

    ``advice``: the page where they say how it is to be used, above all fast; of a library that is built from this
    checkout, its path there. ``left_out``: what the contestant does not do of that, and why. ``checks``: what it checks
    in the clock, where no input shows it (tests/contract/test_input_checking.py).
    """

    advice: str = Field(pattern=r"^(https://|[^/].*\.md$)")
    left_out: Name
    checks: Name | None = None


class JavaProcessing(Manifest):
    """Annotation processors of a contestant's own jars, which run when its classes are compiled.

    ``type``: the annotation of each generated class, by its full name. ``field``: that of a field whose identifier in
    Java is not the schema's name, which stands there as ``{name}``. ``options``: the processors'. The classes are those
    of the flavour `java-pojo`.
    """

    type: Name
    field: Name | None = None
    options: list[Name] = []


class JavaSettings(Manifest):
    """What only contestants on the JVM declare: the adapter's class, and properties that the library needs.

    ``kit``: the shared folders of the kit that the adapter uses; each may use those before it.
    """

    adapter: Name
    jvm: list[str] = []
    kit: list[Name] = []
    processing: JavaProcessing | None = None


class NativeSettings(Manifest):
    """What only contestants in C and C++ declare: their libraries.

    ``pkg_config``: those of the system, by the names that pkg-config knows. ``packages``: folders of kits/cpp/packages.
    """

    pkg_config: list[Name] = []
    packages: list[Name] = []


class NodeSettings(Manifest):
    """What only contestants for Node.js declare: whether the same adapter runs in a browser, too.

    ``compiled``: packages whose native code is built from their source, by their own install scripts. ``minimum``: the
    oldest Node.js that has what the contestant is about. ``options``: those of the runtime, which the document records.
    """

    browser: bool = False
    compiled: list[Name] = []
    minimum: Annotated[str, Field(pattern=r"^\d+(\.\d+)*$")] | None = None
    options: list[str] = []


class PythonSettings(Manifest):
    """What only contestants in Python declare: variables with which the package of their ``source`` is built.

    They say which parts of it are built, as its page offers, and begin with the library's name: a compiler's flags have
    no place here.
    """

    build: dict[Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]*$")], str] = {}


class StoreSettings(Manifest):
    """What only stores declare: the classes and forms of documents that the adapter has, and what its flush is."""

    durability: Annotated[list[Durability], Field(min_length=1)]
    forms: Annotated[list[Representation], Field(min_length=1)]
    flush: Name


class LocalSource(Manifest):
    """A library that no registry carries: the variable that names a checkout or prefix of it, and how to get one."""

    variable: Annotated[str, Field(pattern="^ASSAY_[A-Z0-9_]+$")]
    hint: Name


FolderPath = Annotated[str, Field(pattern=r"^[^/\\.][^/\\]*(/[^/\\.][^/\\]*)*$")]


class InHouseSource(Manifest):
    """A library that is built from a folder of the same checkout: ``path`` from its root, with ``/`` between.

    ``beside``: other folders of the checkout that its build reads, by paths relative to its own.
    """

    path: FolderPath
    beside: list[FolderPath] = []

    @property
    def folders(self) -> list[str]:
        return [self.path, *self.beside]


class ContestantManifest(Manifest):
    """contestant.toml. The contestant's name is its folder's: <language>/<folder>.

    ``version``: that of the library, exactly, or "system" for what the runtime itself brings. ``from_machine``: the
    library is the one that the machine has, such as Debian's; ``version`` is the one that the adapter was written for,
    and the report says where it has another. ``debian``: Debian's packages that it is built from; `assay setup`
    installs them. ``conformance``: why it differs by design on rows of its format's conformance, by their id, in which
    ``*`` stands for anything.
    """

    title: Name
    library: Name
    version: Name
    from_machine: bool = False
    format: Name
    description: Name
    operations: Annotated[list[Operation], Field(min_length=1)]
    types: Name = "none"
    harness: bool = False  # a null contestant, which measures what its kit costs
    lane: Lane
    fairness: Fairness | None = None
    debian: list[Name] = []
    local: LocalSource | None = None
    source: InHouseSource | None = None
    java: JavaSettings | None = None
    native: NativeSettings | None = None
    node: NodeSettings | None = None
    python: PythonSettings | None = None
    store: StoreSettings | None = None
    conformance: dict[Name, Name] = {}

    @model_validator(mode="after")
    def _are_its_own(self) -> ContestantManifest:
        own = self.library.upper().replace("-", "_") + "_"
        for name in self.python.build if self.python else ():
            if not name.startswith(own):
                hint = f'python.build: "{name}" is not valid: names begin with the library\'s, {own}'
                raise PydanticCustomError("whole", "{hint}", {"hint": hint})
        return self


class WorkloadManifest(Manifest):
    """workload.toml. The workload's name is its folder's.

    ``like``: the workload beside it whose schema and generator it has, with other ``parameters``, which the generator
    takes by name.
    """

    title: Name
    description: Name
    records: Annotated[int, Field(gt=0)]
    like: Name | None = None
    parameters: dict[str, int] = {}
    harness: bool = False


class SuiteManifest(Manifest):
    """suites/<name>.toml. ``without``: they take part only where a request names them, or their language."""

    title: Name
    description: Name
    workloads: Annotated[list[Name], Field(min_length=1)]
    formats: Annotated[list[Name], Field(min_length=1)]
    languages: list[Name] | None = None
    operations: Annotated[list[Operation], Field(min_length=1)]
    contestants: list[Name] | None = None
    without: list[Name] = []
    baseline: Name
    across_lanes: bool = False
    table: Literal["ranking", "share-of-fastest"] = "ranking"


M = TypeVar("M", bound=Manifest)


def read(model: type[M], path: Path) -> M:
    """Read and validate a manifest. AssayError names the file, the key, and the closest valid word."""
    try:
        document = toml.read(path)
    except (OSError, ValueError) as error:
        raise AssayError(f"{path}: cannot be read as TOML: {error}") from None
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise AssayError(f"{path}: {_in_words(model, _most_helpful(error.errors()))}") from None


def _most_helpful(errors: list[ErrorDetails]) -> ErrorDetails:
    """A key that is misspelt is unknown and missing at once; the unknown one says more."""
    return next((e for e in errors if e["type"] == "extra_forbidden"), errors[0])


def _in_words(model: type[BaseModel], error: ErrorDetails) -> str:
    path = [str(part) for part in error["loc"]]
    key = ".".join(path)
    match error["type"]:
        case "extra_forbidden":
            return f'unknown key "{key}": {closest(path[-1], _keys(model, path[:-1]))}'
        case "missing":
            return f'the key "{key}" is missing'
        case "literal_error":
            valid = [w.strip().strip("'") for w in error["ctx"]["expected"].replace(" or ", ", ").split(",")]
            return f'{key}: "{error["input"]}" is not valid: {closest(str(error["input"]), valid)}'
        case "operation":
            return f"{key}: {error['msg']}"
        case "whole":
            return error["msg"]
        case _:
            message = error["msg"]
            return f"{key}: {message[0].lower()}{message[1:]}"


def _keys(model: type[BaseModel], path: list[str]) -> list[str]:
    """The valid keys of a table inside a manifest."""
    for part in path:
        annotation = model.model_fields[part].annotation
        inner = [t for t in (annotation, *get_args(annotation)) if isinstance(t, type)]
        model = next(t for t in inner if issubclass(t, BaseModel))
    return list(model.model_fields)
