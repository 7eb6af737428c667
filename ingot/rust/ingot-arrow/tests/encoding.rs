//! Batches become the data that they were made of; and what is no value of the schema is told with its row and path.

mod made;

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, Decimal128Array, DictionaryArray, Float64Array, Int32Array, Int64Array, IntervalMonthDayNanoArray,
    ListArray, RecordBatch, StringArray, Time32MillisecondArray,
};
use arrow_buffer::IntervalMonthDayNano;
use ingot_arrow::{ColumnOptions, Columns};
use ingot_codec::{Codec, Schema, Value};
use ingot_schema::Random;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use made::{EVERYTHING, record_text, rows, schema_text, widened};

/// Data, the batch of them, and the data of that: other bytes perhaps, for decimals may be longer than they need and maps
/// may come in several blocks, but the same values, also of a part of the batch.
fn comes_back(schema: &Schema, seed: u64) -> Result<(), TestCaseError> {
    let codec = Codec::new(schema.clone());
    let values: Vec<Value> = Random::new(schema, seed).take(5).collect();
    let mut bytes = Vec::new();
    for value in &values {
        codec.encode_into(value, &mut bytes).unwrap();
    }
    let columns = Columns::new(schema.clone()).unwrap();
    let batch = columns.decode_block(5, &bytes).unwrap();
    let values: Vec<Value> = values.into_iter().map(|value| widened(schema, schema.root(), value)).collect();
    for (from, count) in [(0, 5), (2, 2), (4, 1), (5, 0)] {
        let mut again = b"before".to_vec();
        columns.encode_block(&batch.slice(from, count), &mut again).unwrap();
        prop_assert_eq!(&again[..6], b"before");
        let found = columns.decode_block(count as u64, &again[6..]).unwrap();
        prop_assert_eq!(rows(schema, &found), &values[from..from + count]);
        // The codec reads them, too.
        let mut at = 6;
        for _ in 0..count {
            at += codec.decode_first(&again[at..], &ingot_codec::Options::default()).unwrap().1;
        }
        prop_assert_eq!(at, again.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn batches_come_back(text in schema_text(), seed: u64) {
        comes_back(&Schema::parse(&record_text(&text)).unwrap(), seed)?;
    }

    #[test]
    fn batches_of_all_types_come_back(seed: u64) {
        comes_back(&Schema::parse(EVERYTHING).unwrap(), seed)?;
    }
}

/// What a batch of one column is told, written as a field of this type.
fn told(field: &str, column: ArrayRef) -> String {
    let text = format!(r#"{{"type": "record", "name": "Tea", "fields": [{{"name": "f", "type": {field}}}]}}"#);
    let columns = Columns::new(Schema::parse(&text).unwrap()).unwrap();
    let batch = RecordBatch::try_from_iter([("f", column)]).unwrap();
    let mut out = b"before".to_vec();
    let error = columns.encode_block(&batch, &mut out).unwrap_err();
    assert_eq!(out, b"before");
    format!("{}: {error}", error.class)
}

#[test]
fn what_the_schema_does_not_have_is_told() {
    let array = |values: Vec<Option<i32>>| Arc::new(Int32Array::from(values)) as ArrayRef;
    let cases: [(&str, ArrayRef, &str); 9] = [
        (r#""int""#, array(vec![Some(1), None]), "value-invalid: [1].f: a null, which the schema does not have here"),
        (
            r#""int""#,
            Arc::new(Int64Array::from(vec![1])),
            "columns-invalid: f: a column of type Int64, where the schema's is Int32",
        ),
        (
            r#"{"type": "array", "items": "int"}"#,
            Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([
                Some(vec![Some(1)]),
                Some(vec![Some(2), None]),
            ])),
            "value-invalid: [1].f[1]: a null, which the schema does not have here",
        ),
        (
            r#"{"type": "array", "items": "string"}"#,
            Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1)])])),
            "columns-invalid: f[]: a column of type Int32, where the schema's is Utf8",
        ),
        (
            r#"{"type": "int", "logicalType": "time-millis"}"#,
            Arc::new(Time32MillisecondArray::from(vec![0, -1])),
            "logical-invalid: [1].f: a time of day is from 0 to less than 24 hours",
        ),
        (
            r#"{"type": "enum", "name": "E", "symbols": ["A", "B"]}"#,
            Arc::new(["B", "C"].into_iter().collect::<DictionaryArray<Int32Type>>()),
            "value-invalid: [1].f: a symbol that the schema does not have",
        ),
        (
            r#"{"type": "fixed", "name": "D", "size": 2, "logicalType": "decimal", "precision": 4}"#,
            Arc::new(Decimal128Array::from(vec![9999, 40_000]).with_precision_and_scale(4, 0).unwrap()),
            "logical-invalid: [1].f: a decimal has more digits than its precision",
        ),
        (
            r#"{"type": "fixed", "name": "D", "size": 12, "logicalType": "duration"}"#,
            Arc::new(IntervalMonthDayNanoArray::from(vec![IntervalMonthDayNano::new(0, 0, 1)])),
            "value-invalid: [0].f: a duration below 0, or with part of a millisecond",
        ),
        (
            r#"["int", "string"]"#,
            Arc::new(Float64Array::from(vec![1.0])),
            "columns-invalid: f: a column of type Float64, where the schema's is Union",
        ),
    ];
    for (field, column, wanted) in cases {
        let found = told(field, column);
        assert!(found.starts_with(wanted), "{found}");
    }
}

#[test]
fn columns_are_found_by_name_and_all_have_to_be_there() {
    let schema = r#"{"type": "record", "name": "Tea", "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": "string"}]}"#;
    let columns = Columns::new(Schema::parse(schema).unwrap()).unwrap();
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["x"]));
    let ints: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let mut out = Vec::new();
    let batch = RecordBatch::try_from_iter([("more", ints.clone()), ("b", texts.clone()), ("a", ints)]).unwrap();
    columns.encode_block(&batch, &mut out).unwrap();
    assert_eq!(out, b"\x02\x02x");
    let batch = RecordBatch::try_from_iter([("b", texts)]).unwrap();
    assert_eq!(columns.encode_block(&batch, &mut out).unwrap_err().to_string(), "a: the batch has no such column");
    let some = ColumnOptions { fields: vec!["a".into()], ..ColumnOptions::default() };
    let some = Columns::with(Schema::parse(schema).unwrap(), some).unwrap();
    let error = some.encode_block(&batch, &mut out).unwrap_err().to_string();
    assert_eq!(error, "the datum: only some fields are selected: no data can be written of them");
}
