"""Of objects in documents: which are records and which are maps, and which records hold others of the same type.

The keys of a map are data: package names, user ids, days. Nothing says so for certain, so that where it is a guess, it
is a doubt.
"""

from __future__ import annotations

import re
from collections import Counter

from assay.data.intake.shape import Shape
from assay.data.recordset import Doubt

MANY = 64  # keys beyond which an object of which each holds less than half is a map
SOME = 16  # the same where the values are all of one kind
OBJECTS = 4  # the same where the values are all objects with the same fields
ALWAYS = 8  # such keys that every object has, and that are yet taken for data

PLAIN_KEY = re.compile(r"[A-Za-z_@$][A-Za-z0-9_ -]{0,39}")  # what people call fields


def settle(root: Shape) -> list[Doubt]:
    """Decide it for all places below the root, which is a record. The shapes are changed."""
    settling = _Settling(_names_of_maps(root))
    settling.fields(root, "")
    return settling.doubts


class _Settling:
    """``maps``: the names of fields whose objects are maps wherever they are."""

    def __init__(self, maps: set[str]) -> None:
        self.maps = maps
        self.doubts: list[Doubt] = []

    def fields(self, place: Shape, path: str) -> None:
        for name, field in place.fields.items():
            self.settle(field, name, "", f"{path}.{name}")

    def settle(self, place: Shape, via: str, step: str, path: str) -> None:
        """``via``: the field that leads here; ``step``: "[]" or "{}" where there is an array or a map between."""
        if place.items:
            self.settle(place.items, via, "[]", f"{path}[]")
        if not place.objects or place.same_as:
            return
        if place.values is None and ((via in self.maps and not step) or _is_map(place, path, self.doubts)):
            place.become_map()
        if place.values is not None:
            self.settle(place.values, via, "{}", f"{path}{{}}")
            return
        if _fold(place, via, step):
            self.doubts.append(
                Doubt(path, f"its .{via} holds objects like itself; taken as one type that holds itself")
            )
        self.fields(place, path)


def _names_of_maps(root: Shape) -> set[str]:
    """The names of fields that hold objects by keys, which may have such a field again, as trees of packages do.

    One such object may have too few keys to tell; all of them together have enough.
    """
    found: dict[str, list[Shape]] = {}
    nested: set[str] = set()

    def walk(place: Shape, above: frozenset[str]) -> None:
        if place.items:
            walk(place.items, above)
        for name, field in place.fields.items():
            if field.objects:
                found.setdefault(name, []).append(field)
                if name in above:
                    nested.add(name)
            walk(field, above | {name})

    walk(root, frozenset())
    maps = set()
    for name in nested:
        entries = [entry for place in found[name] for entry in place.fields.values()]
        keys = {key for place in found[name] for key in place.fields}
        objects = sum(place.objects for place in found[name])
        share = sum(place.entries for place in found[name]) / (objects * len(keys)) if keys else 1
        only_objects = all(entry.kinds.keys() <= {"object", "null"} for entry in entries)
        if only_objects and len(keys) >= OBJECTS and share < 0.5 and _same_fields(entries):
            maps.add(name)
    return maps


def _fold(place: Shape, via: str, step: str) -> bool:
    """Where a record that a field leads to has that field, too, and the records there are alike, they are one type.

    Then all that the field leads to from one record to the next is of this type, however deep: a place has one type of
    records, and what is not like the others there still has to find its fields.
    """
    first = _target(place.fields.get(via), step)
    if first is None or not first.fields or not _alike(place, first):
        return False
    targets = []
    above: Shape | None = place
    while above and (inner := above.fields.get(via)):
        if step == "{}" and inner.fields:
            inner.become_map()
        if above := _target(inner, step):
            targets.append(above)
    taken = []
    for target in reversed(targets):  # the deepest first: what is taken of one has nothing left below it
        objects = Shape()
        objects.merge_objects(target)
        taken.append(objects)
        target.fields, target.same_as = {}, place
    for objects in taken:
        place.merge_objects(objects)
    return True


def _target(place: Shape | None, step: str) -> Shape | None:
    """Where a step from a place leads; of objects that may be maps, what they would hold."""
    if place is None:
        return None
    if step == "[]":
        return place.items
    if step == "{}":
        return place.of_all_fields() if place.fields else place.values
    return place


def _alike(one: Shape, other: Shape) -> bool:
    common = len(one.fields.keys() & other.fields.keys())
    return common > 0 and 2 * common >= min(len(one.fields), len(other.fields))


def _is_map(place: Shape, path: str, doubts: list[Doubt]) -> bool:
    keys = len(place.fields)
    if not keys:
        doubts.append(Doubt(path, "the objects are all empty; taken as a map of strings"))
        return True
    share = place.entries / (place.objects * keys)  # of all keys, those that an object has, in the mean
    odd = sum(not PLAIN_KEY.fullmatch(key) for key in place.fields)
    if (keys > MANY and share < 0.5) or odd == keys:
        return True
    all_values = place.of_all_fields()
    kinds = all_values.kinds.keys() - {"null"}
    if len(kinds) > 1 and kinds != {"long", "double"}:
        return False
    if 2 * odd > keys:
        return True
    objects = kinds == {"object"} and _same_fields(list(place.fields.values()))
    is_map = (share < 0.5 and keys >= (OBJECTS if objects else SOME)) or (objects and keys >= ALWAYS)
    if is_map or (share < 0.5 and keys >= OBJECTS):
        taken = "a map (its keys are data)" if is_map else "a record"
        has = f"{keys} keys in all, an object has {share:.0%} of them in the mean"
        doubts.append(Doubt(path, f"{has}; taken as {taken}"))
    return is_map


def _same_fields(places: list[Shape]) -> bool:
    """Whether the objects in these places, but for empty ones, have the same fields for the most part."""
    entries = [set(place.fields) for place in places if place.fields]
    counts = Counter(name for names in entries for name in names)
    usual = {name for name, count in counts.items() if 2 * count >= len(entries)}
    return bool(usual) and all(2 * len(names & usual) >= len(names | usual) for names in entries)
