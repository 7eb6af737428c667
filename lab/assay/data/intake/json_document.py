"""A file that is one JSON document: its records are the entries of an array or object in it.

Which one, ``at`` says (".data.items"; "." for the whole document as one record). Without it: of an array, its items; of
an object, the items of the array of objects that is most of it, else the object is one record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError, closest
from assay.data.intake.json_stream import CLOSING, JsonStream
from assay.data.intake.reader import Reader, Watch, chosen, opened
from assay.data.recordset import Doubt

WHOLE = "."
ITEMS = ".[]"  # of the array that the document is; .[] may be said after any place
LOOK = 64  # records between two looks at the clock


class JsonDocument(Reader):
    kind = "JSON"

    def __init__(self, path: Path, watch: Watch, at: str | None) -> None:
        super().__init__(path, watch)
        self._at = self._found() if at is None else at
        if not self._at.startswith("."):
            raise AssayError(f'--at "{at}": a place in a document begins with a dot, as .data.items')

    def count(self) -> int:
        return sum(1 for _ in self.documents())

    def documents(self, wanted: Sequence[int] | None = None) -> Iterator[tuple[str, Any]]:
        for number, document in chosen(enumerate(self._records()), wanted):
            yield f"{self.path}: record {number}", document

    def _records(self) -> Iterator[Any]:
        size = self.path.stat().st_size or 1
        with opened(self.path) as file:
            stream = JsonStream(file, self.path)
            if self._at == WHOLE:
                yield stream.value()
                stream.end()
                return
            steps = [step for step in self._at.removesuffix("[]").split(".") if step]
            around = [self._enter(stream, step) for step in steps]
            if stream.peek() not in CLOSING:
                raise stream.fail(f"--at {self._at}: neither an array nor an object, so there are no records in it")
            for number, _ in enumerate(stream.entries()):
                yield stream.value()
                if number % LOOK == 0:
                    self.watch.at(min(1.0, file.tell() / size))
            for entries in reversed(around):  # to their ends: a name that comes once more is an error
                for _ in entries:
                    stream.skip()
            stream.end()

    def _enter(self, stream: JsonStream, step: str) -> Iterator[str | None]:
        """Go to the value of this name in the object here; its entries, of which those before it are passed over."""
        names = []
        if stream.peek() == "{":
            entries = stream.entries()
            for name in entries:
                if name == step:
                    return entries
                names.append(str(name))
                stream.skip()
        raise AssayError(f"{self.path}: --at {self._at}: there is no {step}: {closest(step, names)}")

    def _found(self) -> str:
        """Where the records are likely to be."""
        sizes: dict[str, int] = {}
        counts: dict[str, int] = {}
        with opened(self.path) as file:
            stream = JsonStream(file, self.path)
            if stream.peek() == "[":
                return ITEMS
            if stream.peek() != "{":
                return WHOLE
            for name in stream.entries():
                begin = stream.position
                count = self._objects(stream)
                sizes[str(name)] = stream.position - begin
                if count >= 2:
                    counts[str(name)] = count
            stream.end()
        largest = max(sizes, key=lambda name: sizes[name], default=None)
        if largest in counts and 2 * sizes[largest] >= sum(sizes.values()) and "." not in largest:
            what = f"the {counts[largest]:,} objects of the array .{largest} are taken as the records"
            self.doubts.append(Doubt(WHOLE, f"{what}; --at names another place, --at . the whole document"))
            return f".{largest}"
        what = "the document is one object, and taken as one record"
        self.doubts.append(Doubt(WHOLE, f"{what}; --at .name takes the entries of an array or object in it"))
        return WHOLE

    def _objects(self, stream: JsonStream) -> int:
        """The number of objects in the array here; 0 where it is none, or holds anything else. It is passed over."""
        if stream.peek() != "[":
            stream.skip()
            return 0
        objects = others = 0
        for _ in stream.entries():
            if stream.peek() == "{":
                objects += 1
            else:
                others += 1
            stream.value()
        return 0 if others else objects
