//! Errors of data say in one line what is wrong, in which part, at which byte.

use ingot_codec::{Codec, DataClass, Limits, Options, Schema, Value};

const COUPON: &str = r#"{"type": "record", "name": "Coupon", "fields": [
    {"name": "object", "type": {"type": "array", "items": {"type": "record", "name": "Object", "fields": [
        {"name": "price", "type": ["null", "int"]},
        {"name": "notes", "type": {"type": "map", "values": "string"}}
    ]}}}
]}"#;

fn codec(text: &str) -> Codec {
    Codec::new(Schema::parse(text).unwrap())
}

#[test]
fn of_reading() {
    let rows: &[(&[u8], &str)] = &[
        (&[4, 0, 0, 4, 0], "object[1].price, byte 3: branch 2 of 2"),
        (&[4, 0, 0, 2, 0x80], "object[1].price, byte 5: the input ends within an int"),
        (&[2, 0, 2, 2, b'k', 2, 0xff], "object[0].notes{\"k\"}, byte 6: a string that is not UTF-8"),
        (&[2, 0, 2, 1, 0], "object[0].notes, byte 3: a length of -1"),
        (&[200, 1], "object, byte 0: 100 items are due, 0 bytes are left"),
        (&[0, 0], "the datum, byte 1: bytes left behind the datum: 1"),
    ];
    for (bytes, expected) in rows {
        assert_eq!(codec(COUPON).decode(bytes).unwrap_err().to_string(), *expected);
    }
}

#[test]
fn of_writing() {
    let object = |price| Value::Record(vec![price, Value::Map(vec![])]);
    let coupon = |objects| Value::Record(vec![Value::Array(objects)]);
    let bad = coupon(vec![object(Value::Union(0, Box::new(Value::Null))), object(Value::Int(3))]);
    let mut out = vec![1, 2, 3];
    let error = codec(COUPON).encode_into(&bad, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "object[1].price: an int is no union of the schema");
    assert_eq!(out, [1, 2, 3], "what was there stays, and nothing else");
    let bad = coupon(vec![object(Value::Union(1, Box::new(Value::Long(3))))]);
    assert_eq!(codec(COUPON).encode(&bad).unwrap_err().class, DataClass::ValueInvalid);
}

#[test]
fn limits_are_those_that_are_set() {
    let nulls = codec(r#"{"type": "array", "items": {"type": "array", "items": "null"}}"#);
    let limits = Limits { zero_width: 5, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    // Two arrays of three: together they are too many.
    assert!(nulls.decode_with(&[2, 6, 0, 0], &options).is_ok());
    assert_eq!(nulls.decode_with(&[4, 6, 0, 6, 0, 0], &options).unwrap_err().class, DataClass::LimitZeroWidth);
    let limits = Limits { depth: 1, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    assert_eq!(nulls.decode_with(&[2, 0, 0], &options).unwrap_err().class, DataClass::LimitDepth);
}

#[test]
fn what_is_written_has_no_more_items_without_bytes_than_are_read() {
    let nulls = codec(r#"{"type": "array", "items": "null"}"#);
    let most = usize::try_from(Limits::default().zero_width).unwrap();
    let value = |count| Value::Array(vec![Value::Null; count]);
    assert!(nulls.decode(&nulls.encode(&value(most)).unwrap()).is_ok());
    let mut out = vec![1, 2, 3];
    let error = nulls.encode_into(&value(most + 1), &mut out).unwrap_err();
    assert_eq!((error.class, error.offset), (DataClass::LimitZeroWidth, None));
    assert_eq!(out, [1, 2, 3], "what was there stays, and nothing else");
    assert_eq!(nulls.encoded_len(&value(most + 1)).unwrap_err().class, DataClass::LimitZeroWidth);
    assert_eq!(nulls.encoded_len(&value(most)), Ok(5));
}

#[test]
fn schemas_know_whether_values_may_take_no_bytes() {
    let record = |field: &str| format!(r#"{{"type":"record","name":"R","fields":[{{"name":"x","type":{field}}}]}}"#);
    let array = |items: &str| format!(r#"{{"type":"array","items":{items}}}"#);
    for text in [
        "\"null\"".into(),
        array("\"null\""),
        record("\"null\""),
        array(&record("\"null\"")),
        record(&array("\"null\"")),
    ] {
        assert!(codec(&text).has_empty(), "{text}");
    }
    let next = record(r#"["null", "R"]"#);
    for text in [
        "\"int\"".into(),
        array("\"int\""),
        next,
        r#"["null", "string"]"#.into(),
        r#"{"type":"map","values":"null"}"#.into(),
    ] {
        assert!(!codec(&text).has_empty(), "{text}");
    }
}

#[test]
fn the_greatest_depth_fits_a_threads_stack() {
    let tree = codec(r#"{"type": "record", "name": "Tree", "fields": [{"name": "t", "type": ["null", "Tree"]}]}"#);
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut bytes = vec![2; Limits::MOST_DEPTH - 1];
    bytes.push(0);
    assert!(tree.decode_with(&bytes, &options).is_ok());
    bytes.insert(0, 2);
    assert_eq!(tree.decode_with(&bytes, &options).unwrap_err().class, DataClass::LimitDepth);
}

#[test]
fn the_last_of_a_maps_equal_keys_counts() {
    let map = codec(r#"{"type": "map", "values": "int"}"#);
    let found = map.decode(&[6, 2, b'a', 2, 2, b'b', 4, 2, b'a', 6, 0]).unwrap();
    assert_eq!(found, Value::Map(vec![("b".into(), Value::Int(2)), ("a".into(), Value::Int(3))]));
}

#[test]
fn decimals_have_the_digits_of_their_precision() {
    let three = codec(r#"{"type": "bytes", "logicalType": "decimal", "precision": 3}"#);
    let long = codec(r#"{"type": "bytes", "logicalType": "decimal", "precision": 30}"#);
    let written = |codec: &Codec, digits: &[u8]| codec.encode(&Value::Bytes(digits.into())).is_ok();
    for (number, fits) in [(999_i16, true), (1000, false), (-999, true), (-1000, false), (0, true), (-1, true)] {
        assert_eq!(written(&three, &number.to_be_bytes()), fits, "{number}");
    }
    let most = 10_i128.pow(30) - 1;
    for (number, fits) in [(most, true), (most + 1, false), (-most, true), (-most - 1, false), (1 << 96, true)] {
        assert_eq!(written(&long, &number.to_be_bytes()), fits, "{number}");
    }
    assert!(!written(&three, &[]));
}

#[test]
fn schemas_do_not_make_many_values_of_few_bytes() {
    let empty = |codec: &Codec, bytes: &[u8]| codec.decode(bytes).map(|_| ()).unwrap_err().class;
    // Each record holds the one before twice.
    let record = |number: usize| {
        let kind = if number == 0 { "\"null\"".into() } else { format!("\"R{}\"", number - 1) };
        format!(
            r#"{{"type":"record","name":"R{number}","fields":[{{"name":"x","type":{kind}}},{{"name":"y","type":{kind}}}]}}"#
        )
    };
    let records: Vec<String> = (0..64).map(record).collect();
    let laughs = Codec::new(Schema::parse(&format!("[{}]", records.join(","))).unwrap());
    assert_eq!(empty(&laughs, &[126]), DataClass::LimitZeroWidth);
    // Two bytes for so many nulls.
    let nulls: Vec<String> = (0..30_000).map(|number| format!(r#"{{"name":"n{number}","type":"null"}}"#)).collect();
    let text = format!(
        r#"{{"type":"record","name":"R","fields":[{{"name":"next","type":["null","R"]}},{}]}}"#,
        nulls.join(",")
    );
    let mut bytes = vec![2; 90];
    bytes.push(0);
    assert_eq!(empty(&codec(&text), &bytes), DataClass::LimitZeroWidth);
}

#[test]
fn unions_within_unions_take_no_stack() {
    let schema = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        let text =
            format!(r#"{{"type":"record","name":"R","fields":[{{"name":"x","type":{open}"null","R"{close}}}]}}"#);
        Codec::new(Schema::parse_lenient(&text).unwrap())
    };
    let two = schema(2);
    assert_eq!(two.decode(&[0, 2, 0, 0]).and_then(|value| two.encode(&value)).unwrap(), [0, 2, 0, 0]);
    let mut bytes = vec![0; 240];
    bytes[199] = 2;
    assert_eq!(schema(200).decode(&bytes.repeat(1000)).unwrap_err().class, DataClass::LimitDepth);
}

/// Places are made for some fields or items at a time: what is behind the first of them is read, and told, as they are.
#[test]
fn long_arrays_and_wide_records_are_read_in_pieces() {
    let items = Codec::new(Schema::parse(r#"{"type": "array", "items": "int"}"#).unwrap());
    let fields: Vec<String> = (0..1100).map(|place| format!(r#"{{"name": "f{place}", "type": "int"}}"#)).collect();
    let record = format!(r#"{{"type": "record", "name": "Wide", "fields": [{}]}}"#, fields.join(","));
    let record = Codec::new(Schema::parse(&record).unwrap());
    let numbers: Vec<Value> = (0..1100).map(|place| Value::Int(place % 50)).collect();
    for (codec, value, path) in
        [(items, Value::Array(numbers.clone()), "[1050]"), (record, Value::Record(numbers), "f1050")]
    {
        let mut bytes = codec.encode(&value).unwrap();
        assert_eq!(codec.decode(&bytes), Ok(value));
        let first = bytes.len() - 1100 - usize::from(path.starts_with('['));
        let (head, wrong) = bytes.split_at_mut(first + 1050);
        assert_eq!(head.len(), first + 1050);
        wrong.fill(0xff);
        let error = codec.decode(&bytes).unwrap_err();
        assert_eq!((error.path.as_str(), error.offset), (path, Some(first + 1050)));
    }
}
