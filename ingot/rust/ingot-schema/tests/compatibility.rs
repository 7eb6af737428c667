//! Which readers can read what which writers write, and why the others cannot.

use ingot_schema::{Reason, Schema};

/// A writer's schema, a reader's, and what speaks against them.
type Row = (String, String, &'static [(Reason, &'static str)]);

fn reasons(writer: &str, reader: &str) -> Vec<(Reason, String)> {
    let (writer, reader) = (Schema::parse(writer).unwrap(), Schema::parse(reader).unwrap());
    reader.incompatibilities(&writer).into_iter().map(|one| (one.reason, one.path)).collect()
}

fn record(fields: &str) -> String {
    format!(r#"{{"type": "record", "name": "R", "fields": [{fields}]}}"#)
}

#[test]
fn promotions_are_those_of_the_specification() {
    let primitives = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"];
    let promoted = "int-long int-float int-double long-float long-double float-double bytes-string string-bytes";
    for writer in primitives {
        for reader in primitives {
            let found = reasons(&format!("\"{writer}\""), &format!("\"{reader}\""));
            let expected = writer == reader || promoted.split(' ').any(|pair| pair == format!("{writer}-{reader}"));
            assert_eq!(found.is_empty(), expected, "{writer} to {reader}: {found:?}");
        }
    }
}

#[test]
fn each_reason_is_told_with_its_path() {
    let fixed = |size: u32, extra: &str| format!(r#"{{"type": "fixed", "name": "F", "size": {size}{extra}}}"#);
    let symbols = |names: &str| format!(r#"{{"type": "enum", "name": "E", "symbols": [{names}]}}"#);
    let rows: Vec<Row> = vec![
        (record(""), record(r#"{"name": "a", "type": "int"}"#), &[(Reason::FieldMissing, "a")]),
        (record(""), record(r#"{"name": "a", "type": "int", "default": 1}"#), &[]),
        (record(r#"{"name": "b", "type": "int"}"#), record(""), &[]),
        (record(r#"{"name": "b", "type": "int"}"#), record(r#"{"name": "a", "aliases": ["b"], "type": "long"}"#), &[]),
        (
            record(r#"{"name": "b", "type": "int"}"#),
            record(r#"{"name": "a", "aliases": ["b"], "type": "int"}, {"name": "b", "type": "int"}"#),
            &[(Reason::AliasClash, "a")],
        ),
        (
            record(r#"{"name": "a", "type": {"type": "array", "items": {"type": "map", "values": "string"}}}"#),
            record(r#"{"name": "a", "type": {"type": "array", "items": {"type": "map", "values": "int"}}}"#),
            &[(Reason::Type, "a[]{}")],
        ),
        (fixed(1, ""), fixed(2, ""), &[(Reason::Size, "")]),
        (fixed(1, ""), r#"{"type": "fixed", "name": "G", "size": 1}"#.into(), &[(Reason::Name, "")]),
        (fixed(1, ""), r#"{"type": "fixed", "name": "G", "aliases": ["F"], "size": 1}"#.into(), &[]),
        (fixed(1, ""), r#"{"type": "fixed", "name": "x.F", "size": 1}"#.into(), &[]),
        (
            r#"{"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 1}"#.into(),
            r#"{"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}"#.into(),
            &[(Reason::Scale, "")],
        ),
        (symbols(r#""a", "b""#), symbols(r#""b""#), &[(Reason::SymbolMissing, "")]),
        (symbols(r#""a", "b""#), r#"{"type": "enum", "name": "E", "symbols": ["c"], "default": "c"}"#.into(), &[]),
        (r#""int""#.into(), r#"["string", "double"]"#.into(), &[]),
        (r#"["int", "string"]"#.into(), r#""long""#.into(), &[(Reason::Type, "")]),
        (r#"["int", "string"]"#.into(), r#"["null", "long"]"#.into(), &[(Reason::Branch, "")]),
        (
            record(r#"{"name": "a", "type": "string"}"#),
            format!("[\"null\", {}]", record(r#"{"name": "a", "type": "int"}"#)),
            &[(Reason::Type, "a")],
        ),
    ];
    for (writer, reader, expected) in rows {
        let expected: Vec<(Reason, String)> = expected.iter().map(|(reason, path)| (*reason, (*path).into())).collect();
        assert_eq!(reasons(&writer, &reader), expected, "{writer} read as {reader}");
    }
}

#[test]
fn schemas_that_contain_themselves_are_compared_once() {
    let list = |kind: &str| {
        record(&format!(r#"{{"name": "value", "type": "{kind}"}}, {{"name": "next", "type": ["null", "R"]}}"#))
    };
    assert_eq!(reasons(&list("int"), &list("long")), []);
    assert_eq!(reasons(&list("long"), &list("int")), [(Reason::Type, "value".into())]);
}

#[test]
fn a_chain_of_any_length_takes_no_stack() {
    let chain = |last: &str| {
        let mut fields = vec![r#"{"name": "f0", "type": {"type": "record", "name": "R0", "fields": []}}"#.to_owned()];
        for number in 1..5_000 {
            let kind = if number == 1 { last.to_owned() } else { format!("R{}", number - 1) };
            let kind =
                format!(r#"{{"type": "record", "name": "R{number}", "fields": [{{"name": "x", "type": "{kind}"}}]}}"#);
            fields.insert(0, format!(r#"{{"name": "f{number}", "type": {kind}}}"#));
        }
        Schema::parse_lenient(&record(&fields.join(","))).unwrap()
    };
    let (int, long) = (chain("int"), chain("long"));
    assert!(long.incompatibilities(&int).is_empty());
    let reasons = int.incompatibilities(&long);
    assert_eq!((reasons.len(), reasons[0].reason, reasons[0].path.as_str()), (1, Reason::Type, "f1.x"));
}

#[test]
fn too_many_pairs_are_given_up() {
    let union = |name: &dyn Fn(usize) -> String| {
        let kind = |number| format!(r#"{{"type": "fixed", "name": "{}", "size": 1}}"#, name(number));
        format!("[{}]", (0..600).map(kind).collect::<Vec<_>>().join(","))
    };
    // Each name is that of each other but for the namespace.
    let near = |letter: char| union(&|number| format!("{letter}{number}.F"));
    assert_eq!(reasons(&near('a'), &near('b'))[0].0, Reason::Limit);
    // Branches that cannot be meant make no pairs.
    let far = |letter: char| union(&|number| format!("{letter}{number}"));
    assert_eq!(reasons(&far('a'), &far('b')).len(), 100);
    assert_eq!(reasons(&far('a'), &far('a')), []);
}
