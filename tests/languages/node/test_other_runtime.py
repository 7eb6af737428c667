"""`--runtime`: another Node.js than the machine's builds and runs contestants; what there is not is one line."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from assay.base.errors import AssayError
from assay.base.tools import NODE, NPM, find
from assay.languages.every import use_runtimes

pytestmark = pytest.mark.skipif(bool(find(NPM).problem), reason="needs npm")


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """PATH as it was, and what was found on it."""
    monkeypatch.setenv("PATH", os.environ["PATH"])
    yield
    monkeypatch.undo()
    find.cache_clear()


@pytest.mark.slow
def test_another_version_is_installed_and_found_first() -> None:
    use_runtimes(["node=22.11.0"])
    assert find(NODE).version == "22.11.0"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("node", "write a language and a version, as in node=24"),
        ("node=", "write a language and a version, as in node=24"),
        ("cobol=1", "write a language and a version, as in node=24"),
        ("node=newest", '"newest" is not a version'),
        ("node=24; rm -r x", "is not a version"),
        ("go=1.26", "no registry carries other versions of this runtime"),
    ],
)
def test_what_cannot_be_had_is_one_line(asked: str, words: str) -> None:
    with pytest.raises(AssayError) as raised:
        use_runtimes([asked])
    assert words in str(raised.value)
    assert f"--runtime {asked}:" in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.slow
def test_a_version_that_is_not_there_says_how_to_list_them() -> None:
    with pytest.raises(AssayError, match=r"npm view node-linux-.* versions"):
        use_runtimes(["node=99"])
