"""Each language's copy of a contestant has the other version, and everything else as it was pinned."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from assay.base.tools import find
from assay.builder.builder import recipe_for
from assay.catalog import catalog
from assay.catalog.catalog import Contestant
from assay.languages.shared.recipe import BuildFailed, Library


def original(name: str) -> Contestant:
    found = catalog.load().contestant(name)
    for tool in recipe_for(found).tools_for(found):
        if problem := find(tool).problem:
            pytest.skip(problem)
    return found


def lay(name: str, library: Library, place: Path) -> tuple[Path, Path | None]:
    """The copy's folder, and that of the library."""
    folder = place / "contestants" / "copy"
    folder.parent.mkdir()
    contestant = original(name)
    return folder, recipe_for(contestant).lay_with(contestant, library, folder, place / "log")


def wheel(path: Path, name: str) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(f"{name}-99.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 99.0\n")
    return path


def archive(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as file:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            file.addfile(entry, io.BytesIO(text.encode()))
    return path


def test_python_takes_a_wheel_and_keeps_the_other_pins(tmp_path: Path) -> None:
    made = wheel(tmp_path / "fastavro-99.0-py3-none-any.whl", "fastavro")
    folder, sources = lay("python/fastavro", Library("wheel", archive=made), tmp_path)
    before = (original("python/fastavro").folder / "requirements.lock").read_text()
    after = (folder / "requirements.lock").read_text()
    assert sources is None
    assert "fastavro-99.0-py3-none-any.whl --hash=sha256:" in after
    assert "fastavro==" in before and "fastavro==" not in after
    others = [line for line in before.splitlines() if "==" in line and not line.startswith("fastavro")]
    assert others and all(line in after for line in others)


def test_an_archive_that_cannot_be_unpacked_safely_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = archive(tmp_path / "odd.crate", {"odd-99.0.0/Cargo.toml": "[package]"})
    monkeypatch.delattr(tarfile, "data_filter")
    with pytest.raises(BuildFailed, match="unpack it and name the folder"):
        lay("rust/serde_avro_fast", Library("crate", archive=made), tmp_path)


def test_a_wheel_of_another_library_is_refused(tmp_path: Path) -> None:
    made = wheel(tmp_path / "orjson-99.0-py3-none-any.whl", "orjson")
    with pytest.raises(BuildFailed, match="is orjson, not fastavro"):
        lay("python/fastavro", Library("wheel", archive=made), tmp_path)


def test_node_takes_a_tarball_and_keeps_the_other_pins(tmp_path: Path) -> None:
    package = json.dumps({"name": "avsc", "version": "99.0.0"})
    made = archive(tmp_path / "avsc.tgz", {"package/package.json": package})
    folder, _ = lay("node/avsc", Library("tarball", archive=made), tmp_path)
    before = json.loads((original("node/avsc").folder / "package-lock.json").read_text())["packages"]
    after = json.loads((folder / "package-lock.json").read_text())["packages"]
    assert after["node_modules/avsc"]["version"] == "99.0.0"
    others = set(before) - {"", "node_modules/avsc"}
    assert others and {name: after[name]["version"] for name in others} == {
        name: before[name]["version"] for name in others
    }


def test_rust_takes_a_crate_and_keeps_its_features(tmp_path: Path) -> None:
    files = {
        "serde_avro_fast-99.0.0/Cargo.toml": '[package]\nname = "serde_avro_fast"\nversion = "99.0.0"\n'
        "[features]\nsnappy = []\nzstandard = []\n",
        "serde_avro_fast-99.0.0/src/lib.rs": "",
    }
    made = archive(tmp_path / "serde_avro_fast-99.0.0.crate", files)
    folder, sources = lay("rust/serde_avro_fast", Library("crate", archive=made), tmp_path)
    assert sources is not None and "99.0.0" in (sources / "Cargo.toml").read_text()
    line = next(one for one in (folder / "Cargo.toml").read_text().splitlines() if one.startswith("serde_avro_fast"))
    assert f'path = "{sources}"' in line and '"snappy", "zstandard"' in line and "version" not in line
    lock = (folder / "Cargo.lock").read_text()
    assert 'name = "serde_avro_fast"\nversion = "99.0.0"' in lock
    before = (original("rust/serde_avro_fast").folder / "Cargo.lock").read_text()
    pinned = 'name = "serde"\nversion = "'
    assert lock.partition(pinned)[2][:8] == before.partition(pinned)[2][:8]


def test_an_archive_that_is_no_crate(tmp_path: Path) -> None:
    made = tmp_path / "x.crate"
    made.write_bytes(b"rubbish")
    with pytest.raises(BuildFailed, match="not a crate"):
        lay("rust/serde_avro_fast", Library("crate", archive=made), tmp_path)


def test_java_takes_a_release_by_its_property_or_by_its_number(tmp_path: Path) -> None:
    folder, _ = lay("java/avro-generic", Library("==1.11.4", release="1.11.4"), tmp_path)
    assert "<avro.version>1.11.4</avro.version>" in (folder / "pom.xml").read_text()
    assert not (folder / "dependencies.sha256").exists()
    (tmp_path / "more").mkdir()
    folder, _ = lay("java/jackson", Library("==2.20.0", release="2.20.0"), tmp_path / "more")
    assert (
        "<artifactId>jackson-databind</artifactId>\n      <version>2.20.0</version>" in (folder / "pom.xml").read_text()
    )


def test_go_takes_a_folder(tmp_path: Path) -> None:
    module = tmp_path / "hamba"
    module.mkdir()
    (module / "go.mod").write_text("module github.com/hamba/avro/v2\n\ngo 1.22\n")
    for package in ("", "ocf"):
        (module / package).mkdir(exist_ok=True)
        (module / package / "a.go").write_text(f"package {package or 'avro'}\n")
    folder, sources = lay("go/hamba", Library("folder", folder=module), tmp_path)
    assert sources == module
    text = (folder / "go.mod").read_text()
    assert f"=> {module}" in text and "../" not in text


@pytest.mark.parametrize(
    ("name", "library", "words"),
    [
        ("java/avro-generic", Library(".", folder=Path()), "named by a release"),
        ("go/hamba", Library("a.tgz", archive=Path("a.tgz")), "a folder, a Git revision or a release"),
        ("python/json", Library("==1", release="1"), "does not come from a registry"),
        ("node/json", Library("==1", release="1"), "does not come from a registry"),
        ("cpp/protobuf", Library("==1", release="1"), "cannot be exchanged"),
    ],
)
def test_what_cannot_be_exchanged_is_one_line(name: str, library: Library, words: str, tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match=words):
        lay(name, library, tmp_path)
