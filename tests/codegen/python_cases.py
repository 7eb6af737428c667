"""Run by test_python.py with the libraries' Python: python_cases.py ADAPTER.py FOLDER…

Each folder holds `schema.avsc`, `resolved.json`, `record.json` (a canonical line) and `records.py`. The adapter is
loaded again for each, and the record goes to its domain value and back, and through its bytes. A folder's name is
printed where the library refuses its schema.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from assay_kit.files import read_resolved
from assay_plain import canonical

STALE = ("records", "assay_kit.structs", "assay_kit.messages")


def main(adapter_path: str, folders: list[str]) -> None:
    for folder in map(Path, folders):
        schema = (folder / "schema.avsc").read_text(encoding="utf-8")
        line = (folder / "record.json").read_text(encoding="utf-8")
        resolved = read_resolved(str(folder / "resolved.json"))
        plain = canonical.reader(resolved)(line)
        write = canonical.writer(resolved)
        try:
            adapter = load(adapter_path, folder).Adapter(schema)
            if hasattr(adapter, "resolved"):
                adapter.resolved(resolved)
        except NotImplementedError:
            print(folder.name)
            continue
        make = getattr(adapter, "from_plain", lambda value: value)
        read = getattr(adapter, "to_plain", lambda value: value)
        for found in (read(make(plain)), read(adapter.decode(adapter.encode(make(plain))))):
            assert write(found) == line, f"{folder}: {write(found)}"
        assert write(plain) == line, f"{folder}: the value itself was changed"


def load(adapter_path: str, folder: Path) -> ModuleType:
    for name in STALE:
        sys.modules.pop(name, None)
    if "capnp" in sys.modules:  # it keeps what it has loaded, and takes no other file with the same structs
        sys.modules["capnp"].cleanup_global_schema_parser()
    sys.path[0] = str(folder)
    spec = importlib.util.spec_from_file_location("adapter", adapter_path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


main(sys.argv[1], sys.argv[2:])
