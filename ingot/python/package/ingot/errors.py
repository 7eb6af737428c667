"""What can be wrong: with a schema, with a value that is to be written, with bytes that are read."""

from __future__ import annotations


class Error(ValueError):
    """Something is wrong with a schema or with data.

    ``kind``: the class of the error, the same in every language (``end-of-input``). ``path``: where in the data it is
    (``coupon.object[3].price``), empty for the whole. ``offset``: the byte where the wrong part begins, if known.
    ``expected`` and ``met``: what was to be there (``an int``), and what is (``str``, ``the end of the input``), in
    words; None where that is not known.
    """

    def __init__(
        self,
        message: str,
        kind: str = "",
        path: str = "",
        offset: int | None = None,
        expected: str | None = None,
        met: str | None = None,
    ) -> None:
        super().__init__(message, kind, path, offset, expected, met)
        self.message, self.kind, self.path, self.offset = message, kind, path, offset
        self.expected, self.met = expected, met

    def __str__(self) -> str:
        place = self.path or "the datum"
        if self.offset is not None:
            place += f", byte {self.offset}"
        return f"{place}: {self.message}"


class SchemaError(Error):
    """A schema is none."""

    def __str__(self) -> str:
        return self.message


class ResolutionError(SchemaError):
    """A reader's schema can read nothing of what a writer's schema writes."""


class EncodeError(Error):
    """An object is no value of the schema."""


class DecodeError(Error):
    """Bytes are no value of the schema, or ask for more than the limits allow."""


class FileError(DecodeError):
    """A container file, or a record in it, is wrong.

    ``offset`` is that in the file; of what is wrong within a block, that of the block. ``path`` is where in the
    record it is. What the system says of a file (that there is none) is an `OSError`, as Python's own functions raise
    it.
    """

    def __str__(self) -> str:
        return self.message


class StoreError(Error):
    """Something is wrong with a store, or with what it was asked for; ``kind`` says what (``locked``, ``damaged``)."""

    def __str__(self) -> str:
        return self.message


class MissingError(StoreError, KeyError):
    """There is no store in a folder, or no collection of a name."""
