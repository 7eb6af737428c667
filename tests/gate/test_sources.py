"""What `--old` and `--new` may name, from real folders, archives and repositories."""

from __future__ import annotations

from pathlib import Path

import pytest
from gate.repositories import git

from assay.base.errors import AssayError
from assay.changes.gate.sources import library


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library below the root of a repository: version one is committed and tagged, two is in the working folder."""
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "repository"
    (folder / "library").mkdir(parents=True)
    (folder / "library" / "code").write_text("one")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "one")
    git(folder, "tag", "v1")
    (folder / "library" / "code").write_text("two")
    return folder


def test_a_revision_is_as_it_was_committed(repository: Path) -> None:
    found = library("v1", repository, "library")
    assert found.folder is not None
    assert (found.folder / "code").read_text() == "one"


def test_a_revision_is_the_whole_repository_wherever_in_it_one_stands(repository: Path) -> None:
    found = library("v1", repository / "library", ".")
    assert found.folder is not None
    assert (found.folder / "library" / "code").read_text() == "one"


def test_a_folder_is_taken_as_it_is(repository: Path) -> None:
    found = library(str(repository / "library"), repository, ".")
    assert found.folder == (repository / "library").resolve()


def test_a_release_and_an_archive(repository: Path) -> None:
    assert library("==1.2.3", repository, ".").release == "1.2.3"
    wheel = repository / "a-1-py3-none-any.whl"
    wheel.touch()
    assert library(str(wheel), repository, ".").archive == wheel.resolve()


@pytest.mark.parametrize(
    ("word", "inside", "words"),
    [
        ("v2", ".", "not a folder, an archive, a release"),
        ("--help", ".", "or a Git revision"),
        ("==", ".", "names no release"),
        ("==--index-url", ".", "names no release"),
        ("v1", "elsewhere", "has no folder elsewhere"),
    ],
)
def test_what_is_none_of_them_is_one_line(repository: Path, word: str, inside: str, words: str) -> None:
    with pytest.raises(AssayError, match=words):
        library(word, repository, inside)


def test_a_file_that_is_no_archive(repository: Path) -> None:
    with pytest.raises(AssayError, match="not an archive"):
        library(str(repository / "library" / "code"), repository, ".")


def test_a_folder_without_a_repository(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="a Git revision"):
        library("main", tmp_path, ".")
