//! Data read by other schemas than their writers': what holds for every pair of schemas.

#[path = "../../ingot-schema/tests/kinds/mod.rs"]
mod kinds;

use ingot_codec::{Codec, DataClass, Json, Matching, Options, Resolver, Schema, Value};
use ingot_schema::{Data, Node, NodeId, Random, Type};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use kinds::schema_text;

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Changes of a schema that readers of what came before it can have.
struct Changes(u64);

impl Changes {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn change(&mut self, json: &mut Json) {
        match &mut json.data {
            Data::String(word) => {
                let wider: &[&str] = match word.as_str() {
                    "int" => &["long", "float", "double"],
                    "long" => &["float", "double"],
                    "float" => &["double"],
                    "string" => &["bytes"],
                    _ => return,
                };
                if self.below(2) == 0 {
                    *word = wider[usize::try_from(self.below(wider.len() as u64)).unwrap()].into();
                }
            }
            Data::Array(branches) => {
                if self.below(2) == 0 {
                    branches.rotate_left(1);
                }
                if self.below(3) == 0 && branches.len() > 1 {
                    branches.pop();
                }
            }
            Data::Object(members) => {
                for (key, value) in members {
                    match (key.as_str(), &mut value.data) {
                        ("items" | "values", _) => self.change(value),
                        ("fields", Data::Array(fields)) => self.fields(fields),
                        ("symbols", Data::Array(symbols)) => {
                            symbols.reverse();
                            if self.below(2) == 0 && symbols.len() > 1 {
                                // The default stays.
                                symbols.remove(0);
                            }
                        }
                        ("namespace", Data::String(namespace)) if self.below(4) == 0 => namespace.push('x'),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, fields: &mut Vec<Json>) {
        if self.below(3) == 0 {
            fields.reverse();
        }
        if self.below(3) == 0 {
            fields.pop();
        }
        for field in fields.iter_mut() {
            let Data::Object(members) = &mut field.data else { continue };
            for (key, value) in members.iter_mut() {
                if key == "type" {
                    self.change(value);
                }
            }
            if self.below(4) == 0 {
                let name = members.iter().find(|(key, _)| key == "name").unwrap().1.clone();
                members.retain(|(key, _)| key != "name" && key != "aliases");
                let renamed = format!("{}_new", name.as_str().unwrap());
                members.push(("name".into(), Json::from(renamed.as_str())));
                members.push(("aliases".into(), Data::Array(vec![name]).into()));
            }
        }
        for more in ["p", "q"] {
            if self.below(3) == 0 {
                let text = format!(
                    r#"{{"name":"{more}","type":["null",{{"type":"array","items":"int"}}],"default":{}}}"#,
                    if more == "p" { "null" } else { "[1,-1]" }
                );
                let place = usize::try_from(self.below(fields.len() as u64 + 1)).unwrap();
                fields.insert(place, Json::parse(&text).unwrap());
            }
        }
    }
}

/// A schema that reads, perhaps, what the text's writers wrote; names that were moved away may make it none.
fn changed(text: &str, seed: u64) -> Option<Schema> {
    let mut json = Json::parse(text).unwrap();
    Changes(seed).change(&mut json);
    Schema::parse(&json.to_string()).ok()
}

/// The value of the reader that one of the writer stands for, by the letter and without any plan; nothing if it has none.
struct Model<'s> {
    writer: &'s Schema,
    reader: &'s Schema,
}

#[expect(clippy::cast_precision_loss, reason = "the promotions of the specification")]
impl Model<'_> {
    fn value(&self, from: NodeId, to: NodeId, value: &Value) -> Option<Value> {
        let (writer, reader) = (&self.writer[from], &self.reader[to]);
        Some(match (&writer.shape, &reader.shape, value) {
            (Type::Union(branches), _, Value::Union(branch, inner)) => {
                self.value(branches[*branch as usize], to, inner)?
            }
            (_, Type::Union(branches), _) => {
                let ranks = |rank: usize| (0..).zip(branches).filter(move |(_, to)| rank == self.rank(writer, **to));
                let (branch, value) =
                    (0..5).flat_map(ranks).find_map(|(branch, to)| Some((branch, self.value(from, *to, value)?)))?;
                Value::Union(branch, Box::new(value))
            }
            (Type::Int, Type::Long, Value::Int(value)) => Value::Long((*value).into()),
            (Type::Int, Type::Float, Value::Int(value)) => Value::Float(*value as f32),
            (Type::Int, Type::Double, Value::Int(value)) => Value::Double((*value).into()),
            (Type::Long, Type::Float, Value::Long(value)) => Value::Float(*value as f32),
            (Type::Long, Type::Double, Value::Long(value)) => Value::Double(*value as f64),
            (Type::Float, Type::Double, Value::Float(value)) => Value::Double((*value).into()),
            (Type::String, Type::Bytes, Value::String(text)) => Value::Bytes(text.clone().into_bytes()),
            (Type::Bytes, Type::String, Value::Bytes(bytes)) => Value::String(String::from_utf8(bytes.clone()).ok()?),
            (Type::Array(from), Type::Array(to), Value::Array(items)) => {
                Value::Array(items.iter().map(|item| self.value(*from, *to, item)).collect::<Option<_>>()?)
            }
            (Type::Map(from), Type::Map(to), Value::Map(entries)) => {
                let entry = |(key, value): &(String, Value)| Some((key.clone(), self.value(*from, *to, value)?));
                Value::Map(entries.iter().map(entry).collect::<Option<_>>()?)
            }
            (Type::Enum(from), Type::Enum(to), Value::Enum(symbol)) => {
                let found = to.symbols.iter().position(|one| *one == from.symbols[*symbol as usize]);
                Value::Enum(found.and_then(|place| u32::try_from(place).ok()).or(to.default)?)
            }
            (Type::Record(from), Type::Record(to), Value::Record(values)) => {
                let mut fields = Vec::new();
                for field in &to.fields {
                    let named = |name: &str| from.fields.iter().position(|one| one.name == name);
                    let found = named(&field.name).or_else(|| field.aliases.iter().find_map(|alias| named(alias)));
                    fields.push(match found {
                        Some(place) => self.value(from.fields[place].node, field.node, &values[place])?,
                        None => field.default.as_ref()?.value.clone()?,
                    });
                }
                Value::Record(fields)
            }
            (from, to, value) if std::mem::discriminant(from) == std::mem::discriminant(to) => value.clone(),
            _ => return None,
        })
    }

    fn rank(&self, writer: &Node, to: NodeId) -> usize {
        let (writer, reader) = (&writer.shape, &self.reader[to].shape);
        match (writer.name(), reader.name()) {
            (Some(from), Some(to)) if from == to => 0,
            (Some(from), Some(_)) if reader.aliases().contains(from) => 1,
            (Some(from), Some(to)) if from.simple() == to.simple() => 2,
            (None, None) if std::mem::discriminant(writer) == std::mem::discriminant(reader) => 3,
            (None, None) => 4,
            _ => 5,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn a_datum_is_its_value_converted(text in schema_text(), change in any::<u64>(), seed in any::<u64>()) {
        let writer = Codec::new(schema(&text));
        let Some(reader) = changed(&text, change) else { return Ok(()) };
        let fits = reader.incompatibilities(writer.schema()).is_empty();
        let resolver = Resolver::new(writer.schema(), &reader);
        prop_assert!(resolver.is_ok() || !fits);
        let model = Model { writer: writer.schema(), reader: &reader };
        let codec = Codec::new(reader.clone());
        for value in Random::new(writer.schema(), seed).take(3) {
            let expected = model.value(writer.schema().root(), reader.root(), &value);
            let bytes = writer.encode(&value).unwrap();
            let Ok(resolver) = &resolver else {
                prop_assert_eq!(expected, None, "{}", reader);
                continue;
            };
            let found = resolver.decode(&bytes);
            let mut out = vec![1, 2, 3];
            let done = resolver.transcode(&bytes, &mut out);
            match &found {
                Ok(found) => {
                    prop_assert_eq!(Some(found), expected.as_ref(), "{}", reader);
                    prop_assert_eq!(done, Ok(()));
                    prop_assert_eq!(&out[3..], codec.encode(found).unwrap(), "{}", reader);
                }
                Err(error) => {
                    prop_assert!(!fits, "{}", error);
                    prop_assert_eq!(error.class, DataClass::ResolutionDatum);
                    prop_assert_eq!(expected, None, "{}", reader);
                    prop_assert_eq!(done.unwrap_err(), error.clone());
                    prop_assert_eq!(&out, &[1, 2, 3], "nothing is added");
                }
            }
        }
    }

    #[test]
    fn a_schema_read_by_itself_stays_as_it_is(text in schema_text(), seed in any::<u64>()) {
        let codec = Codec::new(schema(&text));
        let resolver = Resolver::new(codec.schema(), codec.schema()).unwrap();
        prop_assert!(resolver.is_same());
        for value in Random::new(codec.schema(), seed).take(3) {
            let bytes = codec.encode(&value).unwrap();
            prop_assert_eq!(resolver.decode(&bytes).unwrap(), value);
            for options in [Options::default(), Options::lenient()] {
                let mut out = Vec::new();
                resolver.transcode_with(&bytes, &mut out, &options).unwrap();
                prop_assert_eq!(&out, &bytes);
            }
        }
    }

    #[test]
    fn a_part_of_a_datum_is_the_datum_without_the_rest(text in schema_text(), wanted in 0..32_u32, seed in any::<u64>()) {
        let writer = Codec::new(schema(&text));
        let paths: Vec<String> = (0..5).filter(|place| wanted >> place & 1 == 1).map(|place| format!("f{place}")).collect();
        // Paths that are there, one of them within another field.
        let found: Vec<&String> = paths.iter().filter(|path| writer.schema().project(&[path]).is_ok()).collect();
        let mut found: Vec<String> = found.into_iter().cloned().collect();
        found.extend(["f0.f1", "f1.f0"].into_iter().filter(|path| writer.schema().project(&[path]).is_ok()).map(String::from));
        let part = writer.schema().project(&found).unwrap();
        let resolver = Resolver::new(writer.schema(), &part).unwrap();
        let model = Model { writer: writer.schema(), reader: &part };
        for value in Random::new(writer.schema(), seed).take(3) {
            let expected = model.value(writer.schema().root(), part.root(), &value);
            prop_assert_eq!(resolver.decode(&writer.encode(&value).unwrap()).ok(), expected, "{:?} {}", found, part);
        }
    }

    #[test]
    fn spoiled_bytes_are_an_error_or_a_value(
        text in schema_text(),
        change in any::<u64>(),
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        with in proptest::collection::vec(any::<u8>(), 0..12),
    ) {
        let writer = Codec::new(schema(&text));
        let Some(reader) = changed(&text, change) else { return Ok(()) };
        let Ok(resolver) = Resolver::new(writer.schema(), &reader) else { return Ok(()) };
        let codec = Codec::new(reader);
        for value in Random::new(writer.schema(), seed).take(3) {
            let mut bytes = writer.encode(&value).unwrap();
            let at = at.index(bytes.len() + 1);
            bytes.splice(at.., with.iter().copied());
            for options in [Options::default(), Options::lenient()] {
                let found = resolver.decode_with(&bytes, &options);
                let mut out = Vec::new();
                let done = resolver.transcode_with(&bytes, &mut out, &options);
                prop_assert_eq!(found.as_ref().err(), done.as_ref().err());
                if let Ok(found) = &found {
                    prop_assert_eq!(&codec.decode_with(&out, &options).unwrap(), found);
                }
                // What a full reader reads, this one does, but for what only one of the schemas asks or has.
                if let (Ok(_), Err(error)) = (writer.decode_with(&bytes, &options), &found) {
                    let own = [DataClass::ResolutionDatum, DataClass::BlockSize, DataClass::Utf8Invalid];
                    prop_assert!(own.contains(&error.class), "{}", error);
                }
            }
        }
    }
}

#[test]
fn errors_have_the_writers_path_and_offset() {
    let writer = schema(
        r#"{"type": "record", "name": "R", "fields": [
            {"name": "notes", "type": {"type": "map", "values": "string"}},
            {"name": "old", "type": {"type": "array", "items": ["null", "int"]}}
        ]}"#,
    );
    let reader = schema(
        r#"{"type": "record", "name": "R", "fields": [
            {"name": "new", "aliases": ["old"], "type": {"type": "array", "items": "long"}}
        ]}"#,
    );
    let resolver = Resolver::new(&writer, &reader).unwrap();
    let rows: &[(&[u8], &str)] = &[
        (&[0, 4, 2, 1, 0], "old[1], byte 4: the datum has null, which the reader's long does not hold"),
        (&[2, 2, b'k', 1], "notes{\"k\"}, byte 3: a length of -1"),
        (&[0, 0, 0], "the datum, byte 2: bytes left behind the datum: 1"),
    ];
    for (bytes, expected) in rows {
        assert_eq!(resolver.decode(bytes).unwrap_err().to_string(), *expected);
        assert_eq!(resolver.transcode(bytes, &mut Vec::new()).unwrap_err().to_string(), *expected);
    }
}

#[test]
fn a_branch_that_is_there_twice_stays_where_it_is() {
    let twice = Schema::parse_lenient(r#"["int", "int", ["null", "int"]]"#).unwrap();
    let resolver = Resolver::with(&twice, &twice, Matching { lenient: true, first_branch: false }).unwrap();
    assert_eq!(resolver.decode(&[2, 14]), Ok(Value::Union(1, Box::new(Value::Int(7)))));
}

#[test]
fn defaults_make_no_more_values_than_the_limit() {
    let writer = schema(r#"{"type": "array", "items": {"type": "record", "name": "R", "fields": []}}"#);
    let reader = schema(
        r#"{"type": "array", "items": {"type": "record", "name": "R", "fields": [
            {"name": "x", "type": {"type": "array", "items": "int"}, "default": [1, 2, 3, 4, 5, 6, 7, 8, 9]}
        ]}}"#,
    );
    let resolver = Resolver::new(&writer, &reader).unwrap();
    // A hundred thousand items, of no bytes, with ten values each, and twice as many.
    assert!(resolver.decode(&[0xc0, 0x9a, 0x0c, 0]).is_err_and(|error| error.class == DataClass::LimitZeroWidth));
    assert!(resolver.decode(&[0xd0, 0x0f, 0]).is_ok());
}

#[test]
fn large_unions_take_no_time() {
    let union = |more: usize| {
        let kind = |number| format!(r#"{{"type":"record","name":"A{number}","fields":[{{"name":"x","type":"A0"}}]}}"#);
        let first = r#"{"type":"record","name":"A0","fields":[]}"#.to_owned();
        let all: Vec<String> = std::iter::once(first).chain((1..4000 + more).map(kind)).collect();
        schema(&format!("[{}]", all.join(",")))
    };
    let resolver = Resolver::new(&union(0), &union(1)).unwrap();
    assert!(resolver.decode(&[0xf8, 0x0a]).is_ok());
}

#[test]
fn a_union_read_by_a_union_is_no_level_of_its_own() {
    let tree = |kind: &str| {
        schema(&format!(
            r#"{{"type": "record", "name": "Tree", "fields": [{{"name": "x", "type": "{kind}"}}, {{"name": "t", "type": ["null", "Tree"]}}]}}"#
        ))
    };
    let mut bytes = [14, 2].repeat(99);
    bytes.extend([14, 0]);
    for reader in [tree("int"), tree("long")] {
        let resolver = Resolver::new(&tree("int"), &reader).unwrap();
        assert!(resolver.decode(&bytes).is_ok());
        assert_eq!(resolver.transcode(&bytes, &mut Vec::new()), Ok(()));
        let deeper = [&[14, 2], &bytes[..]].concat();
        assert_eq!(resolver.decode(&deeper).unwrap_err().class, DataClass::LimitDepth);
        assert_eq!(resolver.transcode(&deeper, &mut Vec::new()).unwrap_err().class, DataClass::LimitDepth);
    }
}

#[test]
fn what_is_copied_is_checked_by_the_writers_schema() {
    let rows: &[(&str, &str, &[u8])] = &[
        ("[]", r#""string""#, &[2, 2, b'a']),
        (r#"["null"]"#, r#"["null", "int"]"#, &[2, 14]),
        (
            r#"{"type": "enum", "name": "E", "symbols": ["A"]}"#,
            r#"{"type": "enum", "name": "E", "symbols": ["A", "B"]}"#,
            &[2],
        ),
    ];
    for (writer, reader, bytes) in rows {
        let [writer, reader] = [writer, reader].map(|text| Schema::parse_lenient(text).unwrap());
        let expected = Codec::new(writer.clone()).decode(bytes).unwrap_err();
        let resolver = Resolver::with(&writer, &reader, Matching { lenient: true, first_branch: false }).unwrap();
        assert_eq!(resolver.decode(bytes), Err(expected.clone()), "{writer}");
        assert_eq!(resolver.transcode(bytes, &mut Vec::new()), Err(expected), "{writer}");
    }
}
