"""C++ names for the names of a schema: valid, distinct and recognizable. Docs are left out."""

from __future__ import annotations

import re
from pathlib import Path

KEYWORD_TEXT = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do
double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace
new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return
short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
"""

# What headers define as macros, which would replace a member of that name. The file says how it is made.
MACROS = Path(__file__).with_name("macros.txt")

# These names belong to the compiler and its library, whatever they define today.
RESERVED = re.compile("__|_[A-Z]")

TAKEN = frozenset(
    word
    for line in (KEYWORD_TEXT + MACROS.read_text(encoding="utf-8")).splitlines()
    if not line.startswith("#")
    for word in line.split()
)


def identifier(name: str) -> str:
    """The name, with a ``_`` where C++ has another use for it."""
    return f"{name}_" if name in TAKEN or RESERVED.match(name) else name
