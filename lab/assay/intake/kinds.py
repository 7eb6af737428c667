"""Which kind a file is of: its content decides, whatever its name."""

from __future__ import annotations

from pathlib import Path

from assay.data import container_format
from assay.errors import AssayError
from assay.intake.containers import Containers
from assay.intake.json_lines import JsonLines
from assay.intake.reading import Reader, Watch, opened

MAGIC: dict[bytes, type[Reader]] = {container_format.MAGIC: Containers}
LOOK = 4096


def reader(path: Path, watch: Watch) -> Reader:
    """What reads this file. AssayError where it is of no kind that the lab reads."""
    if not path.exists():
        raise AssayError(f"{path}: there is no such file")
    if path.is_dir():
        raise AssayError(f"{path}: a folder; name a file in it")
    with opened(path) as file:
        head = file.read(LOOK)
    for magic, kind in MAGIC.items():
        if head.startswith(magic):
            return kind(path, watch)
    if path.suffix == ".avro":
        raise AssayError(f'{path}: not an Avro container file: it does not begin with "Obj" and 1')
    return JsonLines(path, watch)
