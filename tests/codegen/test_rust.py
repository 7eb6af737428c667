"""Generated Rust types: all workloads, and many schemas made by hypothesis, compiled as one program."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from codegen.made import made_schemas

from assay import cache
from assay.build.recipe import run
from assay.catalog import catalog
from assay.codegen import rust_serde
from assay.data import own
from assay.data.schema import parse
from assay.house import HOUSE, KITS

TYPED = HOUSE / "contestants" / "rust" / "serde_avro_fast"  # its lock file has all that the generated code needs


def test_all_of_it_compiles(tmp_path: Path) -> None:
    workloads = [own.read_schema(w.folder / "schema.avsc") for w in catalog.load().workloads.values()]
    texts = workloads + [json.dumps(document) for document in made_schemas(80)]
    shutil.copytree(TYPED, tmp_path, dirs_exist_ok=True)
    manifest = (tmp_path / "Cargo.toml").read_text().replace("../../../kits/rust", str(KITS / "rust"))
    (tmp_path / "Cargo.toml").write_text(manifest)
    modules = []
    for number, text in enumerate(texts):
        (tmp_path / "src" / f"made_{number}.rs").write_text(rust_serde.generate(parse(text)))
        modules.append(
            "#[allow(non_camel_case_types, non_snake_case, unused_imports, dead_code)]\n"
            f'mod made_{number} {{ include!("made_{number}.rs"); }}\n'
            f"const _: fn(&assay_kit::Plain) -> Result<made_{number}::Root, String> = made_{number}::from_plain;\n"
            f"const _: fn(&made_{number}::Root) -> assay_kit::Plain = made_{number}::to_plain;\n"
        )
    (tmp_path / "src" / "main.rs").write_text("".join(modules) + "fn main() {}\n")
    target = cache.root() / "cargo-check"
    command = ["cargo", "check", "--manifest-path", str(tmp_path / "Cargo.toml"), "--target-dir", str(target)]
    with cache.locked(target):
        run(command, tmp_path / "log", environment=dict(os.environ))
