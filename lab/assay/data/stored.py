"""Outputs that stay on disk: a run proves many gigabytes of them, and looks at few again."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload


class _Asked(Sequence[bytes]):
    """What is made when it is asked for, one by one."""

    @abstractmethod
    def _at(self, number: int) -> bytes: ...

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        numbers = range(len(self))[index]
        return [self._at(number) for number in numbers] if isinstance(numbers, range) else self._at(numbers)


class StoredFrames(_Asked):
    """The byte strings of a framed file (docs/contract.md), read when they are asked for.

    Of each only its place is held in memory. ValueError where the last one is cut off, OSError as of files. The file
    must stay as it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends = array("q")
        with path.open("rb") as file:
            at = 0
            while header := file.read(4):
                end = at + 4 + int.from_bytes(header, "little")
                if len(header) < 4 or len(file.read(end - at - 4)) < end - at - 4:
                    raise ValueError(f"{path.name} ends inside frame {len(self._ends)}")
                self._ends.append(end)
                at = end

    def __len__(self) -> int:
        return len(self._ends)

    def _at(self, number: int) -> bytes:
        begin = self._ends[number - 1] if number else 0
        with self.path.open("rb") as file:
            file.seek(begin + 4)
            return file.read(self._ends[number] - begin - 4)

    def __iter__(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            begin = 0
            for end in self._ends:
                file.seek(4, 1)
                yield file.read(end - begin - 4)
                begin = end


class Utf8(_Asked):
    """Texts as UTF-8, encoded when they are asked for."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    def __len__(self) -> int:
        return len(self.texts)

    def _at(self, number: int) -> bytes:
        return self.texts[number].encode()
