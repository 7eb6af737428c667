"""The hook that finds retired words: what it finds, and where it says that it is."""

from __future__ import annotations

import pytest

import retired_words
from retired_words import LIST, Retired, findings

WORDS = [Retired("olden talk", "say it"), Retired("(time|ns) is none", "say more")]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("An olden talk?", 1),
        ("One.\n\nOlden talk they do.", 3),
        ("An olden\ntalk?", 1),
        ("x = 1\n# do they olden\n# talk?", 2),
        ("    // do they olden\n    // talk?", 1),
        ('print("do they olden "\n      f"talk?")', 1),
        ("/** They olden\n * talk. */", 1),
    ],
)
def test_a_retired_word_is_found_also_where_the_line_ends_within(text: str, line: int) -> None:
    (found,) = findings("a.md", text, WORDS)
    assert found.startswith(f"a.md:{line}: ")
    assert found.endswith(" is retired: say it")


@pytest.mark.parametrize("text", ["golden talk", 'a = "olden", "talk"', "time is None"])
def test_other_words_are_not(text: str) -> None:
    assert not findings("a.md", text, WORDS)


def test_the_list_is_one_and_each_says_what_to_write_instead() -> None:
    words = retired_words.listed(LIST.read_text(encoding="utf-8"))
    assert words
    assert all(word.write and word.expression for word in words)
