"""Which versions that contestants and kits pin are older than the newest that their registry has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from assay.base.checkout import CHECKOUT, KITS
from assay.base.errors import AssayError, closest, reason
from assay.base.tables import Line, Section, Table
from assay.base.threads import pool
from assay.base.words import many
from assay.catalog.catalog import BROWSER, Catalog, Contestant
from assay.languages.every import RECIPES, part_of
from assay.languages.shared import debian
from assay.languages.shared.recipe import PASSED_OVER
from assay.languages.shared.registry import Pin, Registry, Silent, Untold
from assay.languages.shared.versions import is_newer

AT_ONCE = 8  # clients, which mostly wait for the network

State = Literal["behind", "untold", "newest"]
VERDICTS: dict[State, str] = {"behind": "missed", "untold": "open", "newest": "met"}
COLUMNS = ["package", "registry", "pinned", "newest", "state", "pinned by"]

Pinned = dict[Pin, list[str]]
Ask = tuple[Registry, list[str]]


@dataclass(frozen=True)
class Judged:
    """A pin beside its registry's answer. ``places``: the contestants and folders of kits that have it."""

    pin: Pin
    answer: str | Untold
    places: list[str]

    @property
    def state(self) -> State:
        if isinstance(self.answer, Untold):
            return "untold"
        return "behind" if is_newer(self.answer, self.pin.version) else "newest"

    @property
    def cells(self) -> list[str]:
        untold = isinstance(self.answer, Untold)
        registry = self.pin.registry.name if self.pin.registry else "—"
        newest, state = ("—", f"not known: {self.answer}") if untold else (str(self.answer), self.state)
        return [self.pin.package, registry, self.pin.version, newest, state, ", ".join(self.places)]

    @property
    def values(self) -> list[Any]:
        untold = isinstance(self.answer, Untold)
        registry = self.pin.registry.name if self.pin.registry else None
        newest = None if untold else self.answer
        return [self.pin.package, registry, self.pin.version, newest, self.cells[4], self.places]


def pinned(known: Catalog, names: Sequence[str] = (), languages: Sequence[str] = ()) -> Pinned:
    """What contestants and kits pin; of all, or of those that ``names`` say: contestants, or folders of kits."""
    kits = dict(_kits())
    chosen_kits = [name for name in names if name.startswith(f"{KITS.name}/")]
    for name in chosen_kits:
        if name not in kits:
            raise AssayError(f'"{name}" pins nothing: {closest(name, kits)}')
    contestants = [name for name in names if name not in chosen_kits]
    found: Pinned = defaultdict(list)
    if contestants or not names:
        for one in known.select(contestants=contestants, languages=languages):
            if one.language != BROWSER:
                for pin in _of_contestant(one):
                    found[pin].append(one.name)
    for name, pins in kits.items():
        if (not names or name in names) and (not languages or name.split("/")[1] in languages):
            for pin in pins:
                found[pin].append(name)
    return found


def _of_contestant(one: Contestant) -> Iterator[Pin]:
    manifest = one.manifest
    yield from dict.fromkeys(debian.pins(manifest))
    if manifest.local:
        why = f"no registry carries it: {manifest.local.variable} names its folder"
        yield Pin(None, manifest.library, manifest.version, why)
    room = part_of(one.language, "newest")
    if room is not None:
        folders = room.folders(one) if hasattr(room, "folders") else [one.folder]
        yield from dict.fromkeys(pin for folder in folders for pin in _in(room, folder))


def _in(room: ModuleType, folder: Path) -> list[Pin]:
    """What a folder pins, by a language's room. AssayError for files that cannot be read."""
    try:
        return list(room.pins(folder))
    except (OSError, ValueError, SyntaxError) as error:  # the last is what an XML parser raises
        raise AssayError(f"{folder}: what it pins cannot be read: {reason(error)}") from None


def _kits() -> Iterator[tuple[str, list[Pin]]]:
    """The folders of kits that pin something, by their paths in the checkout."""
    for language in RECIPES:
        # A browser's kit has Node's packages.
        room = part_of("node" if language == BROWSER else language, "newest")
        if room is not None:
            root = KITS / language
            for folder in (root, *sorted(path for path in root.rglob("*") if path.is_dir())):
                if PASSED_OVER.isdisjoint(folder.relative_to(root).parts) and (pins := _in(room, folder)):
                    yield folder.relative_to(CHECKOUT).as_posix(), list(dict.fromkeys(pins))


def judge(found: Pinned, limit: float, report: Callable[[str], None]) -> list[Judged]:
    """Ask every registry for its packages, each once; AssayError where none of them answers."""
    asks = _asks(found)
    answers: dict[tuple[Registry | None, str], str | Untold] = {}
    with pool(AT_ONCE) as clients:
        waiting = {clients.submit(registry.newest, packages, limit): registry for registry, packages in asks}
        for number, done in enumerate(as_completed(waiting), 1):
            answers |= {(waiting[done], package): answer for package, answer in done.result().items()}
            report(f"{number} of {many(len(asks), 'answer')}: {waiting[done].name}")
    silent = [answer for answer in answers.values() if isinstance(answer, Silent)]
    if silent and len(silent) == len(answers):
        raise AssayError(f"no registry answered: {', '.join(dict.fromkeys(map(str, silent)))}")
    judged = [
        Judged(pin, answers[pin.registry, pin.package] if pin.registry else Untold(pin.untold), places)
        for pin, places in found.items()
    ]
    order = list(VERDICTS)
    return sorted(judged, key=lambda one: (order.index(one.state), one.cells[1], one.pin.package, one.pin.version))


def _asks(found: Pinned) -> list[Ask]:
    """What the clients are called for: as many packages together as a registry's takes; the largest first."""
    packages: dict[Registry, dict[str, None]] = defaultdict(dict)
    for pin in found:
        if pin.registry:
            packages[pin.registry][pin.package] = None
    asks = [
        (registry, list(names)[start : start + registry.together])
        for registry, names in packages.items()
        for start in range(0, len(names), registry.together)
    ]
    return sorted(asks, key=lambda ask: -len(ask[1]))


def section(judged: Sequence[Judged]) -> Section:
    """What is behind first, then what is not known, and how many there are of each."""
    lines = [Line(one.cells, VERDICTS[one.state]) for one in judged]
    states = [one.state for one in judged]
    words = {"behind": "behind", "untold": "not known", "newest": "newest"}
    note = ", ".join(f"{states.count(state)} {said}" for state, said in words.items() if state in states)
    table = Table(COLUMNS, lines, spare=("pinned by",), values=[one.values for one in judged])
    return Section("Pinned versions", table if lines else None, notes=[note or "nothing of this is from a registry"])
