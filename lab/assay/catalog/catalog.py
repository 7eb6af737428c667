"""What there is to run: contestants, workloads and suites, each a folder or file with a manifest.

Looked for in the checkout, and in every folder that ASSAY_CATALOG names (separated like PATH), each laid out like the
checkout: contestants/<language>/<name>/, workloads/<name>/, suites/<name>.toml.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError, closest
from assay.catalog.manifests import ContestantManifest, SuiteManifest, WorkloadManifest, read
from assay.operations import OPERATIONS, named


@dataclass(frozen=True)
class Contestant:
    """``name`` is language/folder, for instance rust/null."""

    name: str
    language: str
    folder: Path
    manifest: ContestantManifest

    @property
    def root(self) -> Path:
        """The root that the contestant's folder is in: this checkout, or a folder that ASSAY_CATALOG names."""
        return self.folder.parents[2]


@dataclass(frozen=True)
class Workload:
    """``folder``: where its schema and generator are, which may be another workload's."""

    name: str
    folder: Path
    manifest: WorkloadManifest


# The language of contestants that are Node's, run in a browser: one folder, two contestants.
BROWSER = "browser"


@dataclass(frozen=True)
class Suite:
    name: str
    manifest: SuiteManifest


@dataclass(frozen=True)
class Catalog:
    contestants: dict[str, Contestant] = field(default_factory=dict)
    workloads: dict[str, Workload] = field(default_factory=dict)
    suites: dict[str, Suite] = field(default_factory=dict)

    def workload(self, name: str) -> Workload:
        if name not in self.workloads:
            raise AssayError(f'unknown workload "{name}": {closest(name, self.workloads)}')
        return self.workloads[name]

    def suite(self, name: str) -> Suite:
        if name not in self.suites:
            raise AssayError(f'unknown suite "{name}": {closest(name, self.suites)}')
        return self.suites[name]

    def contestant(self, word: str) -> Contestant:
        """By its full name, or by its folder's alone where only one language has it."""
        if word in self.contestants:
            return self.contestants[word]
        same = [c for c in self.contestants.values() if c.folder.name == word and c.language != BROWSER]
        if len(same) == 1:
            return same[0]
        if same:
            raise AssayError(f'"{word}" is the name of several contestants: say {" or ".join(c.name for c in same)}')
        folders = [c.folder.name for c in self.contestants.values()]
        hint = closest(word, [*self.contestants, *folders] if "/" not in word else self.contestants)
        raise AssayError(f'unknown contestant "{word}": {hint}')

    def null(self, language: str) -> Contestant | None:
        """The language's null contestant, which measures what its kit costs."""
        return next((c for c in self.contestants.values() if c.manifest.harness and c.language == language), None)

    def select(
        self,
        *,
        contestants: Sequence[str] | None = None,
        without: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
        formats: Sequence[str] | None = None,
        operations: Sequence[str] | None = None,
    ) -> list[Contestant]:
        """The contestants that pass every filter, in the order of their names; null contestants never.

        A word that names no contestant is an error, with the closest valid one.
        """
        real = [c for c in self.contestants.values() if not c.manifest.harness]
        _check("language", languages, {c.language for c in real})
        _check("format", formats, {c.manifest.format for c in real})
        _check("operation", operations, OPERATIONS)
        named = {self.contestant(word).name for word in contestants} if contestants else None
        left_out = {self.contestant(word).name for word in without or ()}
        # A browser takes part where it is asked for: it measures code that is there already, on another engine.
        browser = named is not None or BROWSER in (languages or ())
        others: list[Callable[[Contestant], bool]] = [
            lambda c: named is None or c.name in named,
            lambda c: c.name not in left_out,
            lambda c: browser or c.language != BROWSER,
            lambda c: not languages or c.language in languages,
            lambda c: not formats or c.manifest.format in formats,
        ]
        found = [c for c in real if all(passes(c) for passes in others)]
        chosen = [c for c in found if not operations or set(operations) & set(c.manifest.operations)]
        if not chosen:
            if found and operations:
                had = [one for one in OPERATIONS if any(one in c.manifest.operations for c in found)]
                raise AssayError(f"none of these contestants has {' or '.join(operations)}; they have {', '.join(had)}")
            raise AssayError("no contestant passes all filters; `assay list contestants` shows what there is")
        return chosen


def load(further: Sequence[Path] = ()) -> Catalog:
    """Read every manifest there is, also in ``further`` roots. AssayError for the first bad one."""
    catalog = Catalog()
    for root in (*_roots(), *further):
        for path in _files(root, "contestants/*/*/contestant.toml"):
            folder = path.parent
            name = f"{folder.parent.name}/{folder.name}"
            _unique("contestant", name, catalog.contestants, path)
            manifest = read(ContestantManifest, path)
            for part in manifest.source.folders if manifest.source else []:
                if not (root / part).is_dir():
                    raise AssayError(f"{path}: source: there is no folder {part} in this checkout")
            if manifest.source and manifest.local:
                raise AssayError(f"{path}: a library comes from [source] or from [local], not from both")
            catalog.contestants[name] = Contestant(name, folder.parent.name, folder, manifest)
            if manifest.node and manifest.node.browser:
                name = f"{BROWSER}/{folder.name}"
                catalog.contestants[name] = Contestant(name, BROWSER, folder, _in_browser(manifest))
        for path in _files(root, "workloads/*/workload.toml"):
            name = path.parent.name
            _unique("workload", name, catalog.workloads, path)
            catalog.workloads[name] = _workload(name, path)
        for path in _files(root, "suites/*.toml"):
            _unique("suite", path.stem, catalog.suites, path)
            catalog.suites[path.stem] = Suite(path.stem, read(SuiteManifest, path))
    return catalog


def _in_browser(manifest: ContestantManifest) -> ContestantManifest:
    """Browsers' pages have no files, so no containers either."""
    return manifest.model_copy(update={"operations": [o for o in manifest.operations if o in named("codec")]})


def _workload(name: str, path: Path) -> Workload:
    workload = read(WorkloadManifest, path)
    folder = path.parent.parent / workload.like if workload.like else path.parent
    if not (folder / "schema.avsc").exists():
        raise AssayError(f"{path}: there is no {folder.name}/schema.avsc")
    return Workload(name, folder, workload)


def _roots() -> Iterator[Path]:
    yield CHECKOUT
    for text in filter(None, os.environ.get("ASSAY_CATALOG", "").split(os.pathsep)):
        root = Path(text).resolve()
        if not root.is_dir():
            raise AssayError(f"ASSAY_CATALOG names {text}, which is not a folder")
        yield root


def _files(root: Path, pattern: str) -> list[Path]:
    return sorted(root.glob(pattern))


def _unique(what: str, name: str, known: dict[str, object] | object, path: Path) -> None:
    if isinstance(known, dict) and name in known:
        raise AssayError(f'{path}: there is a {what} "{name}" already; rename the folder or file')


def _check(what: str, words: Sequence[str] | None, valid: Collection[str]) -> None:
    for word in words or ():
        if word not in valid:
            raise AssayError(f'unknown {what} "{word}": {closest(word, valid)}')
