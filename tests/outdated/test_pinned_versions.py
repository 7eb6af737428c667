"""Which of two versions is the newer one, and which are pre-releases."""

from __future__ import annotations

import pytest

from assay.languages.shared.versions import is_before_release, is_newer, newest


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("1.10.0", "1.9.9"),
        ("v2.0.0", "v1.99.0"),
        ("1.0.0", "1.0.0-rc.1"),
        ("25.12.19", "25.12.19rc0"),
        ("1.5.6-4", "1.5.6-3"),
        ("2.7.0.Final", "2.6.13.Final"),
        ("v0.1.0", "v0.0.0-20180306012644-bacd9c7ef1dd"),
        ("3.54.1.1", "3.54.1"),
    ],
)
def test_newer(newer: str, older: str) -> None:
    assert is_newer(newer, older)
    assert not is_newer(older, newer)


@pytest.mark.parametrize("pair", [("1.0", "1.0.0"), ("1.1.0+dfsg2", "1.1.0"), ("v1.0.0+incompatible", "v1.0.0")])
def test_neither(pair: tuple[str, str]) -> None:
    assert not is_newer(*pair) and not is_newer(*reversed(pair))


@pytest.mark.parametrize(
    "version",
    [
        "1.0.0-rc.1",
        "1.0a2",
        "1.0.dev3",
        "1.0-M1",
        "1.0-SNAPSHOT",
        "2.0.0-alpha",
        "v1.2.4-0.20240102030405-abcdefabcdef",
    ],
)
def test_pre_releases(version: str) -> None:
    assert is_before_release(version)


@pytest.mark.parametrize(
    "version", ["1.0", "2.6.13.Final", "33.0-android", "33.0-jre", "1.0.post1", "v1.0.0+incompatible"]
)
def test_releases(version: str) -> None:
    assert not is_before_release(version)


def test_newest_is_no_pre_release_and_no_text_order() -> None:
    assert newest(["v1.9.0", "v1.10.0", "v2.0.0-rc.1", "v1.2.0"]) == "v1.10.0"
    assert newest(["v1.0.0-rc.1"]) is None
