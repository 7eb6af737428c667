//! The files of the specification's own repository, `apache/avro`: not part of this one. Its checkout is named by
//! `INGOT_AVRO_CHECKOUT`; without it this test has nothing to read and says so.

use std::path::PathBuf;
use std::{env, fs};

use ingot_container::{Reader, Schema, Value};

#[test]
fn files_that_java_wrote_hold_the_same_records() {
    let Some(checkout) = env::var_os("INGOT_AVRO_CHECKOUT").map(PathBuf::from) else {
        eprintln!("INGOT_AVRO_CHECKOUT is not set: nothing is read");
        return;
    };
    let data = checkout.join("share/test/data");
    let read = |name: &str| {
        let bytes = fs::read(data.join(name)).unwrap();
        let mut reader = Reader::from_slice(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let values: Vec<Value> =
            reader.values().collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{name}: {error}"));
        (reader.schema().clone(), values)
    };
    let (schema, weather) = read("weather.avro");
    // Five records, as weather.json has them.
    let json = fs::read_to_string(data.join("weather.json")).unwrap();
    let codec = ingot_container::Codec::new(Schema::parse(&schema.to_string()).unwrap());
    let listed: Vec<Value> =
        json.lines().map(|line| codec.from_json(&ingot_schema::Json::parse(line).unwrap()).unwrap()).collect();
    assert_eq!(weather, listed);
    for codec in ["deflate", "snappy", "zstd"] {
        assert_eq!(read(&format!("weather-{codec}.avro")).1, weather, "{codec}");
    }
    let (_, mut sorted) = read("weather-sorted.avro");
    assert_eq!(sorted.len(), weather.len());
    sorted.retain(|value| !weather.contains(value));
    assert!(sorted.is_empty(), "{sorted:?}");
    // A header whose metadata hold the marker.
    let (_, found) = read("syncInMeta.avro");
    assert!(!found.is_empty());
    let old = Reader::from_slice(&fs::read(data.join("test.avro12")).unwrap()).unwrap_err();
    assert_eq!(old.class().name(), "magic");
}
