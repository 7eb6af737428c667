//! What is read strictly, what only leniently, what not at all: one row a rule.

use ingot_schema::{Schema, SchemaError};

/// A schema, the class of its strict error ("" if there is none), and the classes of its lenient warnings, or, after a
/// "!", of the lenient error.
const ROWS: &[(&str, &str, &str)] = &[
    // JSON.
    (r#"{"type": "int",}"#, "json", "!json"),
    (r#""int" "int""#, "json", "!json"),
    (r"[01]", "json", "!json"),
    (r#""\ud800""#, "json", "!json"),
    (r#""in\u0074""#, "", ""),
    ("/* a */ \"int\" // b", "json", "!json"),
    ("\u{feff}\"int\"", "json", "!json"),
    (r#"{"type": "int", "a": 1, "a": 2}"#, "key-duplicate", "key-duplicate"),
    (
        r#"{"type": "array", "items": {"type": "int", "a": 1, "a": 2, "a": 3}}"#,
        "key-duplicate",
        "key-duplicate key-duplicate",
    ),
    // Shapes.
    ("1", "type-invalid", "!type-invalid"),
    ("{}", "type-invalid", "!type-invalid"),
    (r#"{"type": {"type": "int"}}"#, "type-nested", "type-nested"),
    (r#"{"type": ["null", "int"]}"#, "type-nested", "type-nested"),
    (
        r#"[{"type": "fixed", "name": "F", "size": 1}, {"type": "array", "items": {"type": "F"}}]"#,
        "type-nested",
        "type-nested",
    ),
    (r#"{"type": "error", "name": "E", "fields": []}"#, "", ""),
    (r#"{"type": "array"}"#, "attribute-missing", "!attribute-missing"),
    (r#"{"type": "map", "items": "int"}"#, "attribute-missing", "!attribute-missing"),
    (r#"{"type": "enum", "name": "E"}"#, "attribute-missing", "!attribute-missing"),
    (r#"{"type": "record", "name": "R"}"#, "attribute-missing", "!attribute-missing"),
    (r#"{"type": "record", "fields": []}"#, "attribute-missing", "!attribute-missing"),
    (r#"{"type": "record", "name": "R", "fields": [{"type": "int"}]}"#, "attribute-missing", "!attribute-missing"),
    (r#"{"type": "record", "name": "R", "fields": ["int"]}"#, "attribute-invalid", "!attribute-invalid"),
    (r#"{"type": "record", "name": 1, "fields": []}"#, "attribute-invalid", "!attribute-invalid"),
    (r#"{"type": "record", "name": "R", "doc": 1, "fields": []}"#, "attribute-invalid", "attribute-invalid"),
    (r#"{"type": "record", "name": "R", "aliases": ["A", 1], "fields": []}"#, "attribute-invalid", "attribute-invalid"),
    (
        r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int", "order": "Ignore"}]}"#,
        "attribute-invalid",
        "attribute-invalid",
    ),
    // Names.
    (r#"{"type": "fixed", "name": "ñ", "size": 1}"#, "name-invalid", "name-invalid"),
    (r#"{"type": "fixed", "name": "a-b", "size": 1}"#, "name-invalid", "name-invalid"),
    (r#"{"type": "fixed", "name": "1a", "size": 1}"#, "name-invalid", "name-invalid"),
    (r#"{"type": "fixed", "name": "a..b", "size": 1}"#, "name-invalid", "name-invalid"),
    (r#"{"type": "fixed", "name": "F", "namespace": "a-b", "size": 1}"#, "name-invalid", "name-invalid"),
    (r#"{"type": "fixed", "name": "..F", "size": 1}"#, "name-invalid", "name-invalid"),
    (r#"{"type": "fixed", "name": "F", "namespace": ".a", "size": 1}"#, "name-invalid", "name-invalid"),
    (r#"{"type": "fixed", "name": "a.", "size": 1}"#, "name-invalid", "!name-invalid"),
    (r#"{"type": "fixed", "name": "", "size": 1}"#, "name-invalid", "!name-invalid"),
    (r#"{"type": "record", "name": "R", "fields": [{"name": "a.b", "type": "int"}]}"#, "name-invalid", "name-invalid"),
    (r#"{"type": "record", "name": "R", "fields": [{"name": "", "type": "int"}]}"#, "name-invalid", "!name-invalid"),
    (r#"{"type": "record", "name": "R", "aliases": ["any thing"], "fields": []}"#, "", ""),
    (r#"{"type": "fixed", "name": "int", "size": 1}"#, "name-reserved", "!name-reserved"),
    (r#"{"type": "fixed", "name": "x.int", "size": 1}"#, "name-reserved", "name-reserved"),
    (r#"{"type": "fixed", "name": "record", "size": 1}"#, "", ""),
    (r#""Foo""#, "name-unknown", "!name-unknown"),
    (r#"["Foo", {"type": "fixed", "name": "Foo", "size": 1}]"#, "name-unknown", "name-unknown"),
    (
        r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "F"}, {"name": "b", "type": {"type": "fixed", "name": "F", "size": 1}}]}"#,
        "name-unknown",
        "name-unknown",
    ),
    (
        r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": {"type": "fixed", "name": "F", "size": 1}}, {"name": "b", "type": {"type": "fixed", "name": "F", "size": 1}}]}"#,
        "name-duplicate",
        "name-duplicate",
    ),
    (
        r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": {"type": "fixed", "name": "F", "size": 1}}, {"name": "b", "type": {"type": "fixed", "name": "F", "size": 2}}]}"#,
        "name-duplicate",
        "!name-duplicate",
    ),
    (
        r#"[{"type": "fixed", "name": "F", "size": 1}, {"type": "record", "name": "x.R", "fields": [{"name": "a", "type": "F"}]}]"#,
        "name-bare",
        "name-bare",
    ),
    (
        r#"[{"type": "fixed", "name": "F", "size": 1}, {"type": "record", "name": "x.R", "fields": [{"name": "a", "type": ".F"}]}]"#,
        "",
        "",
    ),
    (
        r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"}, {"name": "a", "type": "int"}]}"#,
        "field-duplicate",
        "!field-duplicate",
    ),
    // Enums.
    (r#"{"type": "enum", "name": "E", "symbols": []}"#, "symbol-missing", "symbol-missing"),
    (r#"{"type": "enum", "name": "E", "symbols": ["a", "a"]}"#, "symbol-duplicate", "!symbol-duplicate"),
    (r#"{"type": "enum", "name": "E", "symbols": ["constructor", "toString"]}"#, "", ""),
    (r#"{"type": "enum", "name": "E", "symbols": ["a-b"]}"#, "symbol-invalid", "symbol-invalid"),
    (r#"{"type": "enum", "name": "E", "symbols": [1]}"#, "symbol-invalid", "!symbol-invalid"),
    (r#"{"type": "enum", "name": "E", "symbols": ["a"], "default": "b"}"#, "default-invalid", "default-invalid"),
    // Fixed.
    (r#"{"type": "fixed", "name": "F", "size": 0}"#, "", ""),
    (r#"{"type": "fixed", "name": "F", "size": 2147483647}"#, "", ""),
    (r#"{"type": "fixed", "name": "F", "size": 2147483648}"#, "attribute-invalid", "!attribute-invalid"),
    (r#"{"type": "fixed", "name": "F", "size": -1}"#, "attribute-invalid", "!attribute-invalid"),
    (r#"{"type": "fixed", "name": "F", "size": 1.0}"#, "attribute-invalid", "!attribute-invalid"),
    (r#"{"type": "fixed", "name": "F", "size": "04"}"#, "attribute-invalid", "attribute-invalid"),
    // Unions.
    ("[]", "union-empty", "union-empty"),
    (r#"[["int"]]"#, "union-nested", "union-nested"),
    (r#"["int", "int"]"#, "union-duplicate", "union-duplicate"),
    (r#"["string", {"type": "string", "logicalType": "uuid"}]"#, "union-duplicate", "union-duplicate"),
    (r#"[{"type": "map", "values": "int"}, {"type": "map", "values": "long"}]"#, "union-duplicate", "union-duplicate"),
    (r#"[{"type": "fixed", "name": "a.F", "size": 1}, {"type": "fixed", "name": "b.F", "size": 1}]"#, "", ""),
    // Records without end.
    (r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": "R"}]}"#, "record-endless", "record-endless"),
    (
        r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": ["R"]}]}"#,
        "record-endless",
        "record-endless",
    ),
    (r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": ["null", "R"]}]}"#, "", ""),
    (r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": {"type": "array", "items": "R"}}]}"#, "", ""),
    // Logical types: never an error.
    (r#"{"type": "long", "logicalType": "date"}"#, "", "logical-ignored"),
    (r#"{"type": "int", "logicalType": "unheard-of"}"#, "", "logical-ignored"),
    (r#"{"type": "int", "logicalType": 5}"#, "", "logical-ignored"),
    (r#"{"type": "bytes", "logicalType": "decimal"}"#, "", "logical-ignored"),
    (r#"{"type": "bytes", "logicalType": "decimal", "precision": 0}"#, "", "logical-ignored"),
    (r#"{"type": "bytes", "logicalType": "decimal", "precision": 2, "scale": 3}"#, "", "logical-ignored"),
    (r#"{"type": "bytes", "logicalType": "decimal", "precision": 2, "scale": -1}"#, "", "logical-ignored"),
    (r#"{"type": "fixed", "name": "F", "size": 1, "logicalType": "decimal", "precision": 2}"#, "", ""),
    (r#"{"type": "fixed", "name": "F", "size": 1, "logicalType": "decimal", "precision": 3}"#, "", "logical-ignored"),
    (r#"{"type": "fixed", "name": "F", "size": 12, "logicalType": "duration"}"#, "", ""),
    (r#"{"type": "fixed", "name": "F", "size": 15, "logicalType": "uuid"}"#, "", "logical-ignored"),
    (
        r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int", "logicalType": "date"}]}"#,
        "",
        "logical-ignored",
    ),
];

fn warned(schema: &Schema) -> String {
    let classes: Vec<&str> = schema.warnings().iter().map(|warning| warning.class.name()).collect();
    classes.join(" ")
}

fn outcome(parsed: Result<Schema, SchemaError>) -> String {
    parsed.map_or_else(|error| format!("!{}", error.class), |schema| warned(&schema))
}

#[test]
fn every_rule_holds_strictly_and_leniently() {
    let mut wrong = Vec::new();
    for (text, strict, lenient) in ROWS {
        let found = Schema::parse(text).err().map_or("", |error| error.class.name());
        if found != *strict {
            wrong.push(format!("{text}\n  strictly {found:?}, not {strict:?}"));
        }
        let found = outcome(Schema::parse_lenient(text));
        if found != *lenient {
            wrong.push(format!("{text}\n  leniently {found:?}, not {lenient:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors_say_where() {
    let rows = [
        (
            "{\n\t\"type\": \"map\",\n\t\"values\": 1}",
            "line 3, column 12 ($.values): a type is a name, an object or an array, not a number",
        ),
        (
            "[\"null\",\n \"ïnt\", \"x\"]",
            "line 2, column 2 ($[1]): no primitive type is called \"ïnt\", and no type of this name is defined before",
        ),
        ("{\"é\": 1, \"é\": 2}", "line 1, column 10 ($): the key \"é\" is there twice"),
        (
            r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int", "default": "x"}]}"#,
            r#"line 1, column 84 ($.fields[0].default): the default "x" is no value of int"#,
        ),
        (
            r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": "R"}]}"#,
            "line 1, column 1 ($): R contains itself with no way out: no value of it has an end",
        ),
        ("[\"null\"", "line 1, column 8 ($): a comma or ] is due here"),
        ("", "line 1, column 1 ($): the text ends where a JSON value is due"),
        (
            " shop.Tea",
            "line 1, column 2 ($): this is no JSON value: the name of a type stands in quotes, as in \"int\"",
        ),
        ("int, long", "line 1, column 1 ($): this is no JSON value"),
    ];
    for (text, expected) in rows {
        assert_eq!(Schema::parse(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn errors_are_one_short_line_whatever_the_names() {
    let name = "a\\n\\\"".repeat(10_000);
    let error = Schema::parse(&format!("{{\"type\": \"fixed\", \"name\": \"{name}\", \"size\": 1}}")).unwrap_err();
    let line = error.to_string();
    assert!(line.len() < 800 && !line.contains('\n'), "{line}");
}

#[test]
fn warnings_stand_in_the_order_of_the_text() {
    let text = r#"{"type": "record", "name": "R-", "fields": [
        {"name": "a", "type": {"type": "long", "logicalType": "date"}, "default": "no"},
        {"name": "b-", "type": "Later"},
        {"name": "c", "type": {"type": "fixed", "name": "Later", "size": "2"}}]}"#;
    let schema = Schema::parse_lenient(text).unwrap();
    assert_eq!(
        warned(&schema),
        "name-invalid logical-ignored default-invalid name-invalid name-unknown attribute-invalid"
    );
    let lines: Vec<usize> = schema.warnings().iter().map(|warning| warning.place.line).collect();
    assert_eq!(lines, [1, 2, 2, 3, 3, 4]);
}
