"""C++ names for the names of a schema: valid, distinct and recognizable. Docs are left out."""

from __future__ import annotations

KEYWORD_TEXT = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do
double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace
new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return
short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
"""

# Names that standard headers define as macros, which would replace a member of that name.
MACRO_TEXT = """
BUFSIZ CHAR_BIT CHAR_MAX CHAR_MIN EDOM EOF ERANGE EXIT_FAILURE EXIT_SUCCESS FILENAME_MAX HUGE_VAL INFINITY INT_MAX
INT_MIN LONG_MAX LONG_MIN MB_CUR_MAX NAN NULL RAND_MAX SEEK_CUR SEEK_END SEEK_SET SHRT_MAX SHRT_MIN SIZE_MAX UINT_MAX
ULONG_MAX assert errno linux offsetof setjmp stderr stdin stdout unix va_arg va_copy va_end va_start
"""

TAKEN = frozenset((KEYWORD_TEXT + MACRO_TEXT).split())


def identifier(name: str) -> str:
    """The name, with a ``_`` where C++ has another use for it."""
    return f"{name}_" if name in TAKEN else name
