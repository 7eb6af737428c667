//! Schemas at random, as texts.

use std::fmt::Write;

use ingot_schema::Json;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A type without names; those are given when it is written.
#[derive(Debug, Clone)]
enum Kind {
    Primitive(&'static str),
    Array(Box<Kind>),
    Map(Box<Kind>),
    Union(Vec<Kind>),
    Record(&'static str, Vec<Kind>),
    Enum(&'static str, usize),
    Fixed(&'static str, u32),
    /// A type that was named before, where there is one.
    Again(usize),
}

const PRIMITIVES: [&str; 12] = [
    r#""null""#,
    r#""boolean""#,
    r#""int""#,
    r#""long""#,
    r#""float""#,
    r#""double""#,
    r#""bytes""#,
    r#""string""#,
    r#"{"type":"long","logicalType":"timestamp-micros"}"#,
    r#"{"type":"string","logicalType":"uuid","note":[1,{"a":null}]}"#,
    r#"{"type":"bytes","logicalType":"decimal","precision":7,"scale":2}"#,
    r#"{"type":"int","doc":"a \"text\" in\nlines"}"#,
];

fn kind() -> impl Strategy<Value = Kind> {
    let namespaces = || select(vec!["", "a", "a.b"]);
    let leaf = prop_oneof![
        4 => select(&PRIMITIVES[..]).prop_map(Kind::Primitive),
        1 => (namespaces(), 1_usize..5).prop_map(|(namespace, count)| Kind::Enum(namespace, count)),
        1 => (namespaces(), 0_u32..20).prop_map(|(namespace, size)| Kind::Fixed(namespace, size)),
        1 => (0_usize..8).prop_map(Kind::Again),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(|part| Kind::Array(Box::new(part))),
            1 => inner.clone().prop_map(|part| Kind::Map(Box::new(part))),
            2 => vec(inner.clone(), 1..5).prop_map(Kind::Union),
            3 => (namespaces(), vec(inner, 0..5)).prop_map(|(namespace, parts)| Kind::Record(namespace, parts)),
        ]
    })
}

/// Writes types; names are numbered, and known once their type is whole.
#[derive(Default)]
struct Writer {
    count: usize,
    known: Vec<String>,
}

impl Writer {
    fn name(&mut self, namespace: &str) -> (String, String) {
        self.count += 1;
        let full =
            if namespace.is_empty() { format!("N{}", self.count) } else { format!("{namespace}.N{}", self.count) };
        (format!(r#""name":"N{}","namespace":"{namespace}""#, self.count), full)
    }

    fn write(&mut self, kind: &Kind, within: &str) -> String {
        match kind {
            Kind::Primitive(text) => (*text).to_owned(),
            Kind::Array(part) => format!(r#"{{"type":"array","items":{}}}"#, self.write(part, within)),
            Kind::Map(part) => format!(r#"{{"type":"map","values":{}}}"#, self.write(part, within)),
            Kind::Union(parts) => {
                let mut seen = Vec::new();
                let mut branches = Vec::new();
                for part in parts.iter().filter(|part| !matches!(part, Kind::Union(_))) {
                    let before = self.known.len();
                    let branch = self.write(part, within);
                    let json = Json::parse(&branch).unwrap();
                    let text = |key| json.get(key).and_then(Json::as_str).unwrap_or("");
                    let full = format!("{}.{}", text("namespace"), text("name"));
                    let word = match (text("name"), text("type")) {
                        ("", "") => json.as_str().unwrap_or("").to_owned(),
                        ("", kind) => kind.to_owned(),
                        _ => full.trim_start_matches('.').to_owned(),
                    };
                    if seen.contains(&word) {
                        self.known.truncate(before);
                    } else {
                        seen.push(word);
                        branches.push(branch);
                    }
                }
                if branches.is_empty() { r#""null""#.into() } else { format!("[{}]", branches.join(",")) }
            }
            Kind::Record(namespace, parts) => {
                let (head, full) = self.name(namespace);
                let mut fields = String::new();
                for (place, part) in parts.iter().enumerate() {
                    let comma = if place == 0 { "" } else { "," };
                    let part = self.write(part, namespace);
                    write!(fields, r#"{comma}{{"name":"f{place}","type":{part},"aliases":["old"],"x":{place}}}"#)
                        .unwrap();
                }
                self.known.push(full);
                format!(r#"{{"type":"record",{head},"aliases":["x.Y",".Z"],"fields":[{fields}]}}"#)
            }
            Kind::Enum(namespace, count) => {
                let (head, full) = self.name(namespace);
                self.known.push(full);
                let symbols: Vec<String> = (0..*count).map(|place| format!("\"s{place}\"")).collect();
                format!(r#"{{"type":"enum",{head},"symbols":[{}],"default":"s0"}}"#, symbols.join(","))
            }
            Kind::Fixed(namespace, size) => {
                let (head, full) = self.name(namespace);
                self.known.push(full);
                format!(r#"{{"type":"fixed",{head},"size":{size}}}"#)
            }
            Kind::Again(place) => match self.known.get(*place) {
                Some(name) if name.contains('.') || within.is_empty() => format!("\"{name}\""),
                _ => r#""string""#.into(),
            },
        }
    }
}

/// The text of a schema that is right, of up to some forty types.
pub(crate) fn schema_text() -> impl Strategy<Value = String> {
    kind().prop_map(|kind| Writer::default().write(&kind, ""))
}
