"""JSON as the readers take it: by the letter of RFC 8259, and nothing that a record would not keep as it is."""

from __future__ import annotations

import json
import math
from typing import Any

from assay.base.errors import AssayError
from assay.data.intake.reader import not_utf8


class _Odd(ValueError):
    """What JSON does not allow, and Python's decoder takes."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Odd(twice(next(name for name in names if names.count(name) > 1)))
    if not (all_names := "".join(made)).isascii():
        try:
            all_names.encode()
        except UnicodeEncodeError:
            raise _Odd("a name holds half a surrogate pair, which UTF-8 cannot carry") from None
    return made


def twice(name: str) -> str:
    """What is wrong with an object that has two entries of this name."""
    return f"{json.dumps(name, ensure_ascii=False)} appears twice in one object; which one counts?"


def _constant(name: str) -> Any:
    raise _Odd(f'{name} is not JSON; write null, or "{name}" in quotes and a schema that says double')


def _real(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise _Odd(f"{digits[:40]} is beyond a double; as a string it would keep its digits")
    return value


DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_real, parse_constant=_constant)


def parse(raw: bytes, where: str) -> Any:
    """The document of a line. AssayError beginning with ``where``."""
    try:
        return DECODER.decode(raw.decode())
    except UnicodeDecodeError as error:
        raise AssayError(f"{where}: {not_utf8(error)}") from None
    except json.JSONDecodeError as error:
        raise AssayError(f"{where}: not JSON at column {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise AssayError(f"{where}: {wrong(error)}") from None


def wrong(error: ValueError | RecursionError) -> str:
    """What is wrong, other than the grammar."""
    if isinstance(error, RecursionError):
        return "nested too deeply to be read"
    if isinstance(error, _Odd):
        return str(error)
    return "a number with too many digits to be read"  # Python's own limit is the only one that remains
