//! Schemas of strangers: each ends soon, in an error of its class or in a schema.

use ingot_schema::{Json, Limits, Options, Random, Schema, SchemaClass};

fn class(text: &str) -> SchemaClass {
    let lenient = Schema::parse_lenient(text).map(|_| ()).unwrap_err().class;
    assert_eq!(Schema::parse(text).unwrap_err().class, lenient);
    lenient
}

#[test]
fn depth_is_limited_and_never_takes_the_stack() {
    let deep = |count: usize| format!("{}\"int\"{}", "{\"type\":\"array\",\"items\":".repeat(count), "}".repeat(count));
    assert!(Schema::parse(&deep(256)).is_ok());
    assert_eq!(class(&deep(257)), SchemaClass::LimitDepth);
    assert_eq!(class(&"[".repeat(1 << 20)), SchemaClass::LimitDepth);
    let options = Options { limits: Limits { depth: usize::MAX, ..Limits::default() }, lenient: true };
    assert!(Schema::parse_with(&deep(500), &options).is_ok());
    assert_eq!(Schema::parse_with(&deep(501), &options).unwrap_err().class, SchemaClass::LimitDepth);
}

#[test]
fn size_values_types_and_symbols_are_limited() {
    assert_eq!(class(&" ".repeat((16 << 20) + 1)), SchemaClass::LimitText);
    let many = |item: &str, count: usize| vec![item; count].join(",");
    assert_eq!(class(&format!("{{\"type\":\"int\",\"x\":[{}]}}", many("0", 1 << 18))), SchemaClass::LimitJsonValues);
    let map = "{\"name\":\"f\",\"type\":\"int\"}";
    let fields: Vec<String> = (0..1 << 16).map(|number| map.replace('f', &format!("f{number}"))).collect();
    let record = format!("{{\"type\":\"record\",\"name\":\"R\",\"fields\":[{}]}}", fields.join(","));
    assert_eq!(class(&record), SchemaClass::LimitNodes);
    let symbols: Vec<String> = (0..=1 << 16).map(|number| format!("\"s{number}\"")).collect();
    let one = format!("{{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[{}]}}", symbols.join(","));
    assert_eq!(class(&one), SchemaClass::LimitSymbols);
    assert_eq!(class(&format!("[{}]", symbols.join(","))), SchemaClass::LimitSymbols);
}

/// Records of which each holds the one before twice: 2ⁿ values of the last, if anybody made them.
fn laughs(count: usize, default: &str) -> String {
    let mut parts =
        vec![r#"{"type":"record","name":"R0","fields":[{"name":"x","type":"int","default":0}]}"#.to_owned()];
    for number in 1..count {
        let kind = format!("\"type\":\"R{}\"{default}", number - 1);
        let fields = format!("{{\"name\":\"x\",{kind}}},{{\"name\":\"y\",{kind}}}");
        parts.push(format!("{{\"type\":\"record\",\"name\":\"R{number}\",\"fields\":[{fields}]}}"));
    }
    format!("[{}]", parts.into_iter().rev().collect::<Vec<_>>().join(","))
}

#[test]
fn a_billion_laughs_are_not_laughed() {
    let schema = Schema::parse_lenient(&laughs(64, "")).unwrap();
    assert!(schema.canonical_form().len() < 10_000);
    assert!(schema.incompatibilities(&schema).is_empty());
    assert_eq!(Random::new(&schema, 1).take(3).count(), 0);
    let schema = Schema::parse_lenient(&laughs(64, ",\"default\":{}")).unwrap();
    assert!(schema.warnings().iter().any(|warning| warning.class == SchemaClass::LimitDefaults));
}

#[test]
fn forward_names_in_a_chain_take_no_stack() {
    // Each is used before it is defined, so each is written within the one before.
    let parts: Vec<String> = (0..10_000)
        .map(|number| {
            let kind = if number == 9_999 { "int".to_owned() } else { format!("R{}", number + 1) };
            format!(
                "{{\"type\":\"record\",\"name\":\"R{number}\",\"fields\":[{{\"name\":\"x\",\"type\":\"{kind}\"}}]}}"
            )
        })
        .collect();
    let schema = Schema::parse_lenient(&format!("[{}]", parts.join(","))).unwrap();
    assert_eq!(schema.warnings().len() + schema.warnings_left_off(), 9_999);
    assert!(
        schema
            .canonical_form()
            .starts_with(r#"[{"name":"R0","type":"record","fields":[{"name":"x","type":{"name":"R1""#)
    );
    assert_eq!(schema.to_string().matches("\"record\"").count(), 10_000);
}

#[test]
fn a_default_with_many_ways_to_fail_is_given_up() {
    // Each level of the default may be either of two records, and only the innermost is wrong in both.
    let mut kind = "\"int\"".to_owned();
    for number in 0..60 {
        let record = |letter: char, kind: &str| {
            format!(
                "{{\"type\":\"record\",\"name\":\"{letter}{number}\",\"fields\":[{{\"name\":\"x\",\"type\":{kind}}}]}}"
            )
        };
        let again = if number == 0 { kind.clone() } else { format!("[\"A{0}\",\"B{0}\"]", number - 1) };
        kind = format!("[{},{}]", record('A', &kind), record('B', &again));
    }
    let default = format!("{}\"no\"{}", "{\"x\":".repeat(60), "}".repeat(60));
    let text = format!(
        "{{\"type\":\"record\",\"name\":\"R\",\"fields\":[{{\"name\":\"f\",\"type\":{kind},\"default\":{default}}}]}}"
    );
    assert_eq!(Schema::parse(&text).unwrap_err().class, SchemaClass::LimitDefaults);
}

/// A record with one field, which has a default.
fn with_default(kind: &str, default: &str) -> String {
    format!(r#"{{"type":"record","name":"R","fields":[{{"name":"f","type":{kind},"default":{default}}}]}}"#)
}

fn many(part: impl Fn(usize) -> String, count: usize) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(",")
}

/// Each would take hours if a step were what is tried, however much there is to look at.
#[test]
fn what_a_default_is_tried_for_is_not_looked_at_in_full_each_time() {
    let symbols = many(|number| format!(r#""s{number}""#), 1 << 16);
    let one = format!(r#"{{"type":"array","items":{{"type":"enum","name":"E","symbols":[{symbols}]}}}}"#);
    let schema = Schema::parse(&with_default(&one, &format!("[{}]", many(|_| r#""s65535""#.into(), 190_000)))).unwrap();
    assert!(schema.warnings().is_empty());

    let strict = |text: &str| Schema::parse(text).unwrap_err().class;
    let fixed = |size: usize| many(|number| format!(r#"{{"type":"fixed","name":"F{number}","size":{size}}}"#), 60_000);
    let long = format!(r#""{}Ā""#, "x".repeat(12 << 20));
    assert_eq!(strict(&with_default(&format!("[{}]", fixed(1)), &long)), SchemaClass::DefaultInvalid);
    assert_eq!(strict(&with_default(&format!("[{}]", fixed(12 << 20)), &long)), SchemaClass::LimitDefaults);

    let records = many(|number| format!(r#"{{"type":"record","name":"A{number}","fields":[]}}"#), 40_000);
    let members = many(|number| format!(r#""m{number}":0"#), 90_000);
    let text = with_default(&format!("[{records}]"), &format!("{{{members}}}"));
    assert_eq!(strict(&text), SchemaClass::LimitDefaults);

    let digits = format!("1{}.5", "0".repeat(12 << 20));
    let text = with_default(&format!("[{}]", many(|_| r#""int""#.into(), 60_000)), &digits);
    assert!(Schema::parse_lenient(&text).unwrap().warnings_left_off() > 50_000);

    let fields = many(|number| format!(r#"{{"name":"f{number}","type":"int"}}"#), 30_000);
    let record = format!(r#"{{"type":"record","name":"A","fields":[{fields}]}}"#);
    let again = vec![r#""A""#; 20].join(",");
    let members = many(|number| format!(r#""f{number}":0"#), 30_000);
    let text = with_default(&format!("[{record},{again}]"), &format!(r#"{{{members},"g":0}}"#));
    assert!(Schema::parse_lenient(&text).unwrap().warnings().iter().any(|one| one.class == SchemaClass::LimitDefaults));
}

#[test]
fn every_cut_of_a_schema_is_an_error() {
    let text = r#"{"type": "record", "name": "Ré", "fields": [{"name": "a\u00e9", "type": ["null", {"type": "fixed", "name": "F", "size": 1.5e1}], "default": null}]}"#;
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        assert_eq!(Json::parse(&text[..end]).unwrap_err().class, SchemaClass::Json, "{}", &text[..end]);
    }
}
