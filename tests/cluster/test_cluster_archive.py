"""The checkout as it is sent to machines: the same files give the same digest, and nothing else travels."""

from __future__ import annotations

import gzip
import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from assay.base.errors import AssayError
from assay.measure.cluster import nodes
from assay.measure.cluster.archive import Archive, pack
from assay.measure.cluster.shim import Node


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    for name in ("lab/a.py", "lab/ignored.log", "kits/b.py", "docs/c.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / ".gitignore").write_text("*.log\n")
    for words in (["init", "-q"], ["add", "lab", "docs"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


def names(archive: Archive) -> list[str]:
    return tarfile.open(fileobj=io.BytesIO(gzip.decompress(archive.content))).getnames()


def test_what_measuring_needs_travels_committed_or_not(checkout: Path) -> None:
    assert names(pack(checkout)) == ["kits/b.py", "lab/a.py"]


def test_the_folders_that_libraries_are_built_from_travel_too(checkout: Path) -> None:
    assert names(pack(checkout, ["docs"])) == ["docs/c.md", "kits/b.py", "lab/a.py"]


def test_a_deleted_file_does_not_travel(checkout: Path) -> None:
    (checkout / "lab" / "a.py").unlink()
    assert names(pack(checkout)) == ["kits/b.py"]


def test_the_digest_is_that_of_the_content(checkout: Path) -> None:
    first = pack(checkout)
    (checkout / "lab" / "a.py").touch()
    assert pack(checkout) == first
    (checkout / "lab" / "a.py").write_text("changed")
    assert pack(checkout).digest != first.digest


def test_without_git_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(AssayError, match="to send it to the cluster: git"):
        pack(tmp_path)


def test_a_machine_lays_it_down_once(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    archive = pack(checkout)
    node = Node()
    assert not node.has(archive.digest)
    for _ in range(2):
        node.lay(archive.digest, archive.content)
    folder = tmp_path / "cache" / "cluster"
    assert [one.name for one in folder.iterdir()] == [archive.digest]
    assert (folder / archive.digest / "lab" / "a.py").read_text() == "lab/a.py"


def test_a_users_file_keeps_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    one = Path(Node().keep("orders.jsonl", "d1", b"one"))
    other = Path(Node().keep("orders.jsonl", "d2", b"two"))
    assert (one.name, one.read_bytes(), other.read_bytes()) == ("orders.jsonl", b"one", b"two")


def test_a_machine_with_what_the_lab_needs_is_recognized() -> None:
    assert nodes.locked().items() <= Node().facts()["packages"].items()
