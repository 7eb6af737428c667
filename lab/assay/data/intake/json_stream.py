"""The text of a JSON document, entered step by step: of a large one, no more than one value is in memory.

DuckDB 2.0 does not serve here, for the reasons of `json_lines`, and because it knows records in a document by their
number only, neither by line nor by column.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from assay.base.errors import AssayError
from assay.data.intake.json_text import DECODER, twice, wrong
from assay.data.intake.reader import RECORD_BYTES, not_utf8

PIECE = 1 << 20  # bytes read at once, at least
CLOSING = {"[": "]", "{": "}"}
GOES_ON = 2  # characters after a number with which it may yet go on: 1e+ is read as 1 while its digits are missing
NEAR = 16  # characters: an error so near to the end of what was read may be gone when more is read


class JsonStream:
    """Stands before a value. Errors of all methods: AssayError with file, line and column."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._ended = False
        self._passed = 0  # characters before the text
        self._lines = 1  # the line that the text begins in
        self._columns = 0  # characters of that line before the text

    @property
    def position(self) -> int:
        """Characters passed so far."""
        return self._passed + self._at

    def peek(self) -> str:
        """The character that the next value or mark begins with; empty at the end of the file."""
        while True:
            while self._at < len(self._text):
                if (char := self._text[self._at]) not in " \t\r\n":
                    return char
                self._at += 1
            if self._ended:
                return ""
            self._more()

    def value(self) -> Any:
        """The value here, whole."""
        self.peek()
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
                if end + GOES_ON < len(self._text) or self._ended:
                    self._at = end
                    return value
            except json.JSONDecodeError as error:
                near = len(self._text) - error.pos < NEAR or error.msg.startswith("Unterminated string")
                if self._ended or not near:
                    raise self._fail(error.pos, f"not JSON: {error.msg}") from None
            except (ValueError, RecursionError) as error:
                raise self._fail(self._at, wrong(error)) from None
            if len(self._text) - self._at > RECORD_BYTES:
                raise self.fail(f"a value of more than {RECORD_BYTES >> 20} MiB, which is too large for a record")
            self._more()

    def entries(self) -> Iterator[str | None]:
        """Enter the array or object here: stands before the value of each entry in turn, and names it.

        Who iterates takes or skips each value. Of an object all names are in memory, to find one that occurs twice.
        """
        names: set[str] = set()
        opening = self.peek()
        closing = CLOSING[opening]
        self._at += 1
        if self.peek() == closing:
            self._at += 1
            return
        while True:
            yield self._name(names) if opening == "{" else None
            mark = self.peek()
            if mark not in (",", closing):
                raise self.fail(f"not JSON: expected a comma or {closing}" if mark else "the file ends in the middle")
            self._at += 1
            if mark == closing:
                return

    def skip(self) -> None:
        """Pass over the value here, however large its arrays and objects are."""
        if self.peek() in CLOSING:
            for _ in self.entries():
                self.value()
        else:
            self.value()

    def end(self) -> None:
        """Nothing may follow."""
        if self.peek():
            raise self.fail("something follows the JSON document; write several documents one a line (jq -c .)")

    def fail(self, what: str) -> AssayError:
        return self._fail(self._at, what)

    def _name(self, names: set[str]) -> str:
        """The name here, which is added to those before it in the same object."""
        if self.peek() != '"':
            raise self.fail("not JSON: expected a name in double quotes")
        name: str = self.value()
        if name in names:
            raise self.fail(twice(name))
        names.add(name)
        if self.peek() != ":":
            raise self.fail("not JSON: expected a colon")
        self._at += 1
        return name

    def _fail(self, at: int, what: str) -> AssayError:
        line = self._lines + self._text.count("\n", 0, at)
        begin = self._text.rfind("\n", 0, at)
        column = at - begin if begin >= 0 else self._columns + at + 1
        return AssayError(f"{self._path}:{line}:{column}: {what}")

    def _more(self) -> None:
        begin = self._text.rfind("\n", 0, self._at)
        self._columns = self._at - begin - 1 if begin >= 0 else self._columns + self._at
        self._lines += self._text.count("\n", 0, self._at)
        self._passed += self._at
        rest = self._text[self._at :]
        self._at = 0
        raw = self._file.read(max(PIECE, len(rest)))  # twice as much, so that a large value is not begun too often
        self._ended = not raw
        try:
            self._text = rest + self._decoder.decode(raw, final=self._ended)
        except UnicodeDecodeError as error:
            self._text = rest + error.object[: error.start].decode()
            raise self._fail(len(self._text), not_utf8(error)) from None
