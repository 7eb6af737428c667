"""Generated Rust types of every flavour: all workloads and many schemas made by hypothesis, compiled as one program."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from codegen.made import made_schemas

from assay.base import cache
from assay.base.checkout import CHECKOUT
from assay.builder.builder import missing
from assay.catalog import catalog
from assay.data import schema_files
from assay.data.formats.protobuf.proto import model
from assay.data.schema import Record, Schema, named_types, parse, walk
from assay.languages.rust.making import Making
from assay.languages.rust.prost_names import snake, upper_camel
from assay.languages.rust.recipe import RECIPE, profiled, target_folder
from assay.languages.shared.recipe import run

pytestmark = pytest.mark.slow

# For each flavour a contestant that uses it: its lock file has all that the generated code needs.
USERS = {c.manifest.types: c for c in catalog.load().contestants.values() if c.language == "rust"}
EVERYTHING = CHECKOUT / "tests" / "everything" / "workloads" / "everything" / "schema.avsc"
PROST = ("rust-prost", "rust-prost-converted")
# What `access` and `inspect` ask of the types: all owned ones, and those that borrow of some flavours.
BORROWED = ("rust-serde", "rust-serde-json", "rust-serde-msgpack")
READ = "const _: fn(&made_NUMBER::Root) -> u64 = assay_kit::reading;\n"
READ_BORROWED = """
#[allow(dead_code)]
fn access_NUMBER<'a, D: serde::Deserializer<'a>>(bytes: D) -> Result<u64, D::Error> {
    let root: made_NUMBER::borrowed::Root = serde::Deserialize::deserialize(bytes)?;
    Ok(assay_kit::reading(&root))
}
"""
# The same of the flavour whose contestant names the derive.
READ_DERIVED = """
#[allow(dead_code)]
fn access_NUMBER(bytes: &[u8]) -> Result<u64, ingot::DataError> {
    ingot::typed::decode::<made_NUMBER::borrowed::Root>(bytes).map(|root| assay_kit::reading(&root))
}
"""
BUILD_SCRIPT = """
fn main() {
    let out = std::path::PathBuf::from(std::env::var("OUT_DIR").unwrap());
    for number in 0..NUMBER {
        let folder = out.join(number.to_string());
        std::fs::create_dir_all(&folder).unwrap();
        let descriptors = format!("{}/src/made_{number}/schema.desc", env!("CARGO_MANIFEST_DIR"));
        assay_prost_build::generate_into(&folder, descriptors.as_ref());
    }
}
"""
# Capnpc makes a module for each file, whose code names itself by its path in the crate.
CAPNP_SCRIPT = """
fn main() {
    let out = std::path::PathBuf::from(std::env::var("OUT_DIR").unwrap());
    for number in 0..NUMBER {
        let folder = std::path::PathBuf::from(format!("{}/src/made_{number}", env!("CARGO_MANIFEST_DIR")));
        let mut command = capnpc::CompilerCommand::new();
        command.src_prefix(&folder).file(folder.join("schema.capnp")).output_path(out.join(number.to_string()));
        command.default_parent_module(vec![format!("schema_{number}")]).run().unwrap();
    }
}
"""
CAPNP_MODULE = """
#[allow(non_camel_case_types, non_snake_case, dead_code, unused)]
mod schema_NUMBER {
    pub mod schema_capnp { include!(concat!(env!("OUT_DIR"), "/NUMBER/schema_capnp.rs")); }
}
"""

# And so does planus; its code names itself by no path.
PLANUS_SCRIPT = """
fn main() {
    let out = std::path::PathBuf::from(std::env::var("OUT_DIR").unwrap());
    for number in 0..NUMBER {
        let schema = format!("{}/src/made_{number}/schema.fbs", env!("CARGO_MANIFEST_DIR"));
        let tables = planus_translation::translate_files(&[schema]).unwrap();
        let code = planus_codegen::generate_rust(&tables, false).unwrap();
        std::fs::write(out.join(format!("{number}.rs")), code).unwrap();
    }
}
"""
PLANUS_MODULE = """
#[allow(warnings)]
mod schema_NUMBER { include!(concat!(env!("OUT_DIR"), "/NUMBER.rs")); }
"""
# What the generated code calls otherwise.
NAMES = [
    "Reading",
    "Readable",
    "Part",
    "RootRef",
    "Builder",
    "Some",
    "Blob",
    "M0",
    "Message",
    "Entry",
    "Record",
    "View",
]
NAMES += ["Viewed", "F32", "F64", "I32", "I64"]
TAKEN = {
    "type": "record",
    "name": "Root",
    "fields": [
        {"name": f"f{number}", "type": {"type": "record", "name": name, "fields": [{"name": "made", "type": "bytes"}]}}
        for number, name in enumerate(NAMES)
    ],
}


@pytest.mark.parametrize("flavour", RECIPE.flavours)
def test_all_of_it_compiles(flavour: str, tmp_path: Path) -> None:
    user = USERS[flavour]
    if reason := missing(user):
        pytest.skip(reason)
    workloads = [schema_files.read_schema(w.folder / "schema.avsc") for w in catalog.load().workloads.values()]
    texts = [*workloads, EVERYTHING.read_text(), *(json.dumps(document) for document in [TAKEN, *made_schemas(80)])]
    texts = [text for text in texts if not unsupported(flavour, parse(text))]
    shutil.copytree(user.folder, tmp_path, dirs_exist_ok=True)
    # Under the contestant's own name, cargo would take the one for the other.
    manifest = (tmp_path / "Cargo.toml").read_text().replace('name = "assay-', 'name = "made-')
    for outside in ("kits", "ingot"):
        manifest = manifest.replace(f"../../../{outside}/rust", str(CHECKOUT / outside / "rust"))
    manifest = manifest.replace('path = "shared"', f'path = "{user.folder / "shared"}"')
    (tmp_path / "Cargo.toml").write_text(manifest)
    modules = ["use ingot::Record;\n"] if flavour == "rust-record" else []
    for number, text in enumerate(texts):
        folder = tmp_path / "src" / f"made_{number}"
        folder.mkdir()
        RECIPE.flavours[flavour].make(Making(text, folder, tmp_path / "log"))
        records = (folder / "records.rs").read_text()
        records = records.replace("/assay.records.rs", f"/{number}/assay.records.rs")
        records = records.replace("crate::schema_capnp", f"crate::schema_{number}::schema_capnp")
        (folder / "records.rs").write_text(records.replace("crate::schema::", f"crate::schema_{number}::"))
        modules.append(
            "#[allow(non_camel_case_types, non_snake_case, unused_imports, dead_code)]\n"
            f'mod made_{number} {{ include!("made_{number}/records.rs"); }}\n'
            f"const _: fn(&assay_kit::Plain) -> Result<made_{number}::Root, String> = made_{number}::from_plain;\n"
            f"const _: fn(&made_{number}::Root) -> assay_kit::Plain = made_{number}::to_plain;\n"
            + access(flavour).replace("NUMBER", str(number))
        )
    (tmp_path / "src" / "main.rs").write_text("".join(modules) + "fn main() {}\n")
    if flavour == "rust-capnproto":
        (tmp_path / "build.rs").write_text(CAPNP_SCRIPT.replace("NUMBER", str(len(texts))))
    if flavour == "rust-planus":
        (tmp_path / "build.rs").write_text(PLANUS_SCRIPT.replace("NUMBER", str(len(texts))))
    if flavour in PROST:
        (tmp_path / "build.rs").write_text(BUILD_SCRIPT.replace("NUMBER", str(len(texts))))
    # As contestants are built, so that derives and build scripts are not compiled again for this.
    target = target_folder()
    command = [
        "cargo",
        "check",
        "--release",
        "--manifest-path",
        str(tmp_path / "Cargo.toml"),
        "--target-dir",
        str(target),
    ]
    with cache.locked(target):
        run(command, tmp_path / "log", environment=profiled())


def access(flavour: str) -> str:
    """What uses the generated code that `access` needs, and what that uses."""
    modules = [(CAPNP_MODULE, ("rust-capnproto",)), (PLANUS_MODULE, ("rust-planus",))]
    used = [(READ, RECIPE.flavours), (READ_BORROWED, BORROWED), (READ_DERIVED, ("rust-record",)), *modules]
    return "".join(code for code, flavours in used if flavour in flavours)


def unsupported(flavour: str, schema: Schema) -> bool:
    """What the library's own macro or generator refuses."""
    if flavour in PROST:
        # prost-build has no identifier for a name of nothing but `_`.
        return any(not snake(field.name) for message in model(schema).messages.values() for field in message.fields)
    if flavour == "rust-bitcode":
        # Its macro takes no type that holds itself, and no field that is called like a variant of Option.
        records = [n for n in named_types(schema) if isinstance(n, Record)]
        return any(holds_itself(r) or any(f.name == "None" for f in r.fields) for r in records)
    return False


def holds_itself(record: Record) -> bool:
    return any(part is record for field in record.fields for part in walk(field.schema))


@pytest.mark.parametrize(
    ("name", "field", "type_"),
    [
        ("phone_numbers", "phone_numbers", "PhoneNumbers"),
        ("signupDate", "signup_date", "SignupDate"),
        ("XMLHttpRequest2x", "xml_http_request2x", "XmlHttpRequest2x"),
        ("_a__B", "a_b", "AB"),
        ("a1B", "a1_b", "A1B"),
        ("type", "r#type", "Type"),
        ("SELF", "self_", "Self_"),
        ("_1", "_1", "_1"),
    ],
)
def test_prosts_names(name: str, field: str, type_: str) -> None:
    assert (snake(name), upper_camel(name)) == (field, type_)
