//! The pages of `ingot/spec` and the crates name the same things.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ingot_codec::DataClass;
use ingot_container::ContainerClass;
use ingot_schema::SchemaClass;

#[test]
fn the_page_of_errors_lists_every_class_and_no_other() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/errors.md");
    let page = fs::read_to_string(path).unwrap();
    let listed = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(name, _)| name);
    let schemas = SchemaClass::ALL.iter().map(|class| class.name());
    let data = DataClass::ALL.iter().map(|class| class.name());
    let known: BTreeSet<&str> =
        schemas.chain(data).chain(ContainerClass::ALL.iter().map(|class| class.name())).collect();
    assert_eq!(listed.collect::<BTreeSet<_>>(), known);
}
