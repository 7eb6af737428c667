"""What stays on disk, or is made when it is asked for: a run goes over many gigabytes, and looks at few again."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar, overload

T = TypeVar("T")


class _Asked(Sequence[T]):
    """What is made when it is asked for, one by one."""

    @abstractmethod
    def _at(self, number: int) -> T: ...

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        numbers = range(len(self))[index]
        return [self._at(number) for number in numbers] if isinstance(numbers, range) else self._at(numbers)


class _Pieces(_Asked[bytes]):
    """Pieces of a file one behind the other, of which only the places are held in memory.

    The file must stay as it is. OSError as of files. ``before`` and ``behind``: bytes of a piece that are not handed
    over.
    """

    def __init__(self, path: Path, ends: array[int], before: int, behind: int) -> None:
        self.path = path
        self._ends, self._before, self._behind = ends, before, behind

    def __len__(self) -> int:
        return len(self._ends)

    def _at(self, number: int) -> bytes:
        begin = self._ends[number - 1] if number else 0
        with self.path.open("rb") as file:
            file.seek(begin)
            return self._piece(file.read(self._ends[number] - begin))

    def __iter__(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            begin = 0
            for end in self._ends:
                yield self._piece(file.read(end - begin))
                begin = end

    def _piece(self, data: bytes) -> bytes:
        return data[self._before : len(data) - self._behind]


class StoredFrames(_Pieces):
    """The byte strings of a framed file (docs/contract.md). ValueError where the last one is cut off."""

    def __init__(self, path: Path) -> None:
        ends = array("q")
        with path.open("rb") as file:
            at = 0
            while header := file.read(4):
                end = at + 4 + int.from_bytes(header, "little")
                if len(header) < 4 or len(file.read(end - at - 4)) < end - at - 4:
                    raise ValueError(f"{path.name} ends inside frame {len(ends)}")
                ends.append(end)
                at = end
        super().__init__(path, ends, before=4, behind=0)


class StoredLines(_Pieces):
    """The lines of a file, without their ends; what follows the last end is not among them."""

    def __init__(self, path: Path) -> None:
        ends = array("q")
        with path.open("rb") as file:
            at = 0
            for line in file:
                at += len(line)
                if line.endswith(b"\n"):
                    ends.append(at)
        super().__init__(path, ends, before=0, behind=1)


class Texts(_Asked[str]):
    """UTF-8, decoded when it is asked for; UnicodeDecodeError where it is none."""

    def __init__(self, encoded: Sequence[bytes]) -> None:
        self.encoded = encoded

    def __len__(self) -> int:
        return len(self.encoded)

    def _at(self, number: int) -> str:
        return self.encoded[number].decode()

    def __iter__(self) -> Iterator[str]:
        return (data.decode() for data in self.encoded)


class Made(_Asked[T]):
    """``count`` things that ``make`` makes of their numbers, new each time."""

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        self._count, self.make = count, make

    def __len__(self) -> int:
        return self._count

    def _at(self, number: int) -> T:
        return self.make(number)
