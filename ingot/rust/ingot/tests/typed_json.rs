//! Types are written as JSON and read from it as values are: the same JSON, the same errors.

mod kinds;

use std::fmt::Debug;

use ingot::schema::Random;
use ingot::typed::{Decode, Encode, Shaped};
use ingot::{Codec, DataError, Json, Record, Typed, TypedJson};

use kinds::{Job, each};

struct Alike;

impl Job for Alike {
    fn run<T>(&mut self, typed: &Typed<T>)
    where
        T: Shaped + Encode + Debug + PartialEq,
        for<'b> T::With<'b>: Decode<'b> + Encode + Debug,
    {
        let codec = Codec::new(typed.schema().clone());
        let typed = TypedJson::new(typed.clone());
        let mut room = b"left from before".to_vec();
        let mut alike = |json: &Json| {
            // What a logical type asks is asked when a value is written.
            let wanted = codec.from_json(json).and_then(|value| codec.encode(&value).map(|_| value));
            let found = typed.from_json_in(json, &mut room).map(|value| ingot::typed::encode(&value).unwrap());
            match (wanted, found) {
                // A map may write its entries in another order.
                (Ok(wanted), Ok(found)) => assert_eq!(codec.decode(&found), Ok(wanted), "{json}"),
                (wanted, found) => assert_eq!(found.map(|_| ()), wanted.map(|_| ()), "{json}"),
            }
        };
        for value in Random::new(codec.schema(), 11).take(25) {
            let json = codec.to_json(&value).unwrap();
            alike(&json);
            let text = json.to_string();
            for (from, to) in [("\"", "\"Z"), (":", ":null,\"x\":"), ("1", "1.5"), ("[", "[[]"), ("{", "{\"y\":0,")] {
                if let Ok(spoiled) = Json::parse(&text.replacen(from, to, 1)) {
                    alike(&spoiled);
                }
            }
        }
    }
}

#[test]
fn types_and_values_are_read_from_json_alike() {
    each(&mut Alike);
}

#[derive(Record)]
struct Tea {
    name: String,
    blob: Vec<u8>,
    grams: Option<f64>,
    steeps: Vec<Steep>,
    #[avro(logical = "time-millis")]
    opened: i32,
    code: [u8; 2],
    #[avro(default = "\"BLACK\"")]
    kind: Kind,
}

#[derive(Record)]
struct Steep {
    seconds: i64,
    again: Option<Box<Steep>>,
}

#[derive(Record, Debug, PartialEq)]
enum Kind {
    #[avro(rename = "GREEN")]
    Green,
    #[avro(rename = "BLACK")]
    Black,
}

#[test]
fn types_are_written_as_values_are() {
    let typed = TypedJson::new(Typed::<Tea>::of().unwrap());
    let codec = Codec::new(typed.typed().schema().clone());
    for value in Random::new(codec.schema(), 5).take(60) {
        let bytes = codec.encode(&value).unwrap();
        let json = codec.to_json(&value).unwrap();
        assert_eq!(typed.to_json(&typed.typed().decode(&bytes).unwrap()).unwrap(), json);
        // By their bytes, for NaN is not equal to itself.
        let again = ingot::typed::encode(&typed.from_json(&json).unwrap()).unwrap();
        assert_eq!(codec.to_json(&codec.decode(&again).unwrap()).unwrap(), json);
    }
}

#[test]
fn what_the_type_or_its_schema_refuses_is_told() {
    let typed = TypedJson::new(Typed::<Tea>::of().unwrap());
    let text = r#"{"name": "sencha", "blob": "\u00ff", "grams": null, "steeps": [], "opened": 0, "code": "ab"}"#;
    let mut tea = typed.from_json(&Json::parse(text).unwrap()).unwrap();
    assert_eq!((tea.blob.as_slice(), &tea.kind), (&[255][..], &Kind::Black));

    let told = |error: DataError| {
        assert_eq!(error.offset, None);
        format!("{}: {error}", error.class.name())
    };
    let refused = |text: &str| typed.from_json(&Json::parse(text).unwrap()).map(|_| ()).map_err(told).unwrap_err();
    assert_eq!(refused("{}"), "value-invalid: the datum: the field name is missing");
    let steep = text.replace("[]", r#"[{"seconds": 1}]"#);
    assert_eq!(refused(&steep), "value-invalid: steeps[0]: the field again is missing");
    let error = refused(&text.replace(r#""opened": 0"#, r#""opened": -1"#));
    tea.opened = -1;
    assert_eq!(typed.to_json(&tea).map_err(told).unwrap_err(), error);
}
