"""What npm installs for a lock is there once, whatever is built with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assay.builder.builder import Built, missing
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.languages.node.packages import lay_packages

NAME = "protobufjs"
FILE = "contestant/node_modules/protobufjs/package.json"


def library(built: Built) -> tuple[Path, int]:
    """A file of the build's library: where it lies, and which it is on the disk."""
    assert built.start is not None
    path = next(path for word in built.start.command for path in Path(word).parents if (path / FILE).exists()) / FILE
    return path, path.stat().st_ino


def test_builds_for_other_schemas_share_them(known: Catalog, build: Callable[[str, RecordSet], Built]) -> None:
    names = [
        f"{language}/{NAME}" for language in ("node", "browser") if not missing(known.contestant(f"{language}/{NAME}"))
    ]
    if not names:
        pytest.skip(missing(known.contestant(f"node/{NAME}")))
    sets = [record_set(known.workload(workload), 10, seed=42) for workload in ("person", "document")]
    files = [library(build(name, records)) for name in names for records in sets]
    assert len({path for path, _ in files}) == len(files)
    assert len({number for _, number in files}) == 1


def test_a_contestant_without_packages_gets_none(known: Catalog, tmp_path: Path) -> None:
    lay_packages(known.contestant("node/json"), tmp_path)
    assert not list(tmp_path.iterdir())
