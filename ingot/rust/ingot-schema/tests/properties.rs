//! What holds for every schema, and for every text that is none.

mod kinds;

use ingot_schema::{Data, Inference, Json, Random, Schema, Type, infer};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use kinds::schema_text;

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::from(Data::Null)),
        any::<bool>().prop_map(|value| Data::Bool(value).into()),
        any::<i64>().prop_map(|value| Data::Number(value.into()).into()),
        ".{0,6}".prop_map(|text| Json::from(text.as_str())),
        Just(Json::parse("1.5e300").unwrap()),
    ];
    leaf.prop_recursive(4, 30, 4, |inner| {
        let key = prop_oneof![3 => "[a-c]", 1 => ".{0,2}"];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|items| Data::Array(items).into()),
            proptest::collection::btree_map(key, inner, 0..4)
                .prop_map(|members| Data::Object(members.into_iter().collect()).into()),
        ]
    })
}

/// The same value as `serde_json` has it.
fn by_serde(json: &Json) -> serde_json::Value {
    match &json.data {
        Data::Null => serde_json::Value::Null,
        Data::Bool(value) => (*value).into(),
        // Its digits are what counts: -0 is a float there, and there are integers of 64 bits without a sign.
        Data::Number(number) => serde_json::from_str(number.text()).unwrap(),
        Data::String(text) => text.as_str().into(),
        Data::Array(items) => items.iter().map(by_serde).collect(),
        Data::Object(members) => members.iter().map(|(key, value)| (key.clone(), by_serde(value))).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(42), ..ProptestConfig::default() })]

    #[test]
    fn a_schema_written_and_read_is_the_same(text in schema_text()) {
        let schema = Schema::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(schema.warnings(), &[]);
        let written = schema.to_string();
        let again = Schema::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        prop_assert_eq!(schema.nodes(), again.nodes());
        prop_assert_eq!(&written, &again.to_string());
    }

    #[test]
    fn canonical_forms_are_their_own_and_read_the_same_data(text in schema_text()) {
        // The form has no word for a name without a namespace that is defined within one.
        prop_assume!(!(text.contains(r#""namespace":"""#) && text.contains(r#""namespace":"a"#)));
        let schema = Schema::parse(&text).unwrap();
        let form = schema.canonical_form();
        let again = Schema::parse(&form).unwrap_or_else(|error| panic!("{error}\n{form}"));
        prop_assert_eq!(&form, &again.canonical_form());
        prop_assert_eq!(schema.fingerprint(), again.fingerprint());
        prop_assert_eq!(again.incompatibilities(&schema), vec![]);
        prop_assert_eq!(schema.incompatibilities(&schema), vec![]);
    }

    #[test]
    fn strict_and_lenient_readers_agree_on_good_schemas(text in schema_text()) {
        let (strict, lenient) = (Schema::parse(&text).unwrap(), Schema::parse_lenient(&text).unwrap());
        prop_assert_eq!(strict.nodes(), lenient.nodes());
        prop_assert_eq!(lenient.warnings(), &[]);
    }

    #[test]
    fn a_spoiled_schema_is_an_error_or_a_schema(text in schema_text(), at in any::<prop::sample::Index>(), with in "[\\[\\]{}\",:0a ]{0,3}") {
        let at = at.index(text.len());
        prop_assume!(text.is_char_boundary(at) && text.is_char_boundary(at + 1));
        let spoiled = format!("{}{with}{}", &text[..at], &text[at + 1..]);
        let lenient = Schema::parse_lenient(&spoiled);
        match Schema::parse(&spoiled) {
            Ok(schema) => {
                let again = Schema::parse(&schema.to_string()).unwrap();
                prop_assert_eq!(again.nodes(), schema.nodes());
                prop_assert!(lenient.is_ok());
            }
            Err(error) => prop_assert!(error.place.offset <= spoiled.len()),
        }
        if let Ok(schema) = lenient {
            let written = schema.to_string();
            prop_assert_eq!(Schema::parse_lenient(&written).unwrap().canonical_form(), schema.canonical_form());
        }
    }

    #[test]
    fn json_is_read_as_serde_json_does(json in json(), at in any::<prop::sample::Index>(), with in "[\\[\\]{}\",:0.eE+\\\\u\\-]{0,2}") {
        let text = json.to_string();
        prop_assert_eq!(&Json::parse(&text).unwrap(), &json);
        let at = at.index(text.len());
        prop_assume!(text.is_char_boundary(at) && text.is_char_boundary(at + 1));
        let spoiled = format!("{}{with}{}", &text[..at], &text[at + 1..]);
        match (Json::parse(&spoiled), serde_json::from_str::<serde_json::Value>(&spoiled)) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(by_serde(&ours), theirs),
            (Err(_), Err(_)) => {}
            (Err(error), Ok(_)) => prop_assert_eq!(error.class.name(), "key-duplicate", "{}", spoiled),
            // Numbers beyond 64 bits are kept here, and refused there.
            (Ok(_), Err(error)) => prop_assert!(error.to_string().contains("number out of range"), "{}", spoiled),
        }
    }

    #[test]
    fn a_schema_is_inferred_for_any_values(values in vec(json(), 0..6)) {
        let schema = infer(&values, "Root").unwrap_or_else(|error| panic!("{error}"));
        let mut twice = values.clone();
        twice.extend(values);
        prop_assert_eq!(infer(&twice, "Root").unwrap().canonical_form(), schema.canonical_form());
    }

    #[test]
    fn a_table_is_inferred_for_any_objects(values in vec(json(), 0..6)) {
        let mut inference = Inference::default();
        let mut keys = Vec::new();
        for value in &values {
            inference.add_document(&value.to_string()).unwrap();
            let Data::Object(members) = &value.data else { continue };
            for (key, _) in members {
                if !keys.contains(key) {
                    keys.push(key.clone());
                }
            }
        }
        let schema = inference.table("Root").unwrap();
        let Type::Record(record) = &schema[schema.root()].shape else { panic!() };
        let names: Vec<_> = record.fields.iter().map(|field| field.name.clone()).collect();
        prop_assert_eq!(names, keys);
    }

    #[test]
    fn random_values_are_there_and_repeat(text in schema_text(), seed in any::<u64>()) {
        let schema = Schema::parse(&text).unwrap();
        let values: Vec<_> = Random::new(&schema, seed).take(3).collect();
        prop_assert_eq!(values.len(), 3);
        prop_assert_eq!(values, Random::new(&schema, seed).take(3).collect::<Vec<_>>());
    }
}
