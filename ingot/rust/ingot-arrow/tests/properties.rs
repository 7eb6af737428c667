//! Columns hold what values hold, for the data of every schema; and bytes that are none are the same errors.

mod made;

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use ingot_arrow::{ColumnOptions, Columns, Rows, schema_for};
use ingot_codec::{Codec, DataError, Limits, Options, Schema, Value};
use ingot_schema::Random;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use made::{EVERYTHING, record_text, rows, schema_text, widened};

/// Data of a schema, their bytes one behind another, and where each begins.
fn data(schema: &Schema, seed: u64, count: usize) -> (Vec<Value>, Vec<u8>, Vec<usize>) {
    let codec = Codec::new(schema.clone());
    let values: Vec<Value> = Random::new(schema, seed).take(count).collect();
    let mut bytes = Vec::new();
    let mut starts = Vec::new();
    for value in &values {
        starts.push(bytes.len());
        codec.encode_into(value, &mut bytes).unwrap();
    }
    (values, bytes, starts)
}

/// What data are by the codec, one after another: values, or the first error.
fn by_codec(codec: &Codec, count: u64, bytes: &[u8], options: &Options) -> Result<(Vec<Value>, usize), DataError> {
    let mut values = Vec::new();
    let mut at = 0;
    let mut options = options.clone();
    for _ in 0..count {
        let found = codec.decode_next(&bytes[at..], &mut options);
        let (value, taken) = found.map_err(|error| error.behind(at))?;
        values.push(value);
        at += taken;
    }
    Ok((values, at))
}

fn holds(schema: &Schema, seed: u64) -> Result<(), TestCaseError> {
    let (values, bytes, _) = data(schema, seed, 5);
    let columns = Columns::new(schema.clone()).unwrap();
    let batch = columns.decode_block(values.len() as u64, &bytes).unwrap();
    let values: Vec<Value> = values.into_iter().map(|value| widened(schema, schema.root(), value)).collect();
    prop_assert_eq!(rows(schema, &batch), values.clone());
    // And back: the columns say their schema, and their rows are the same data.
    prop_assert_eq!(schema_for(&batch.schema(), "R").unwrap().to_string(), schema.to_string());
    let again = columns.decode_block(values.len() as u64, &written(schema, &batch)).unwrap();
    prop_assert_eq!(rows(schema, &again), values);
    Ok(())
}

/// The rows of a batch as data.
fn written(schema: &Schema, batch: &RecordBatch) -> Vec<u8> {
    let mut all = Vec::new();
    let keep = |_, bytes: &[u8]| {
        all.extend_from_slice(bytes);
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(()) = Rows::new(schema, &batch.schema()).unwrap().encode(batch, 1, keep).unwrap();
    all
}

/// Bytes are the same error in columns as for the codec, at the same place, or the same values.
fn agrees(schema: &Schema, count: u64, bytes: &[u8], lenient: bool) -> Result<(), TestCaseError> {
    let data = Options { lenient, ..Options::default() };
    let expected = by_codec(&Codec::new(schema.clone()), count, bytes, &data);
    let columns = Columns::with(schema.clone(), ColumnOptions { data, ..ColumnOptions::default() }).unwrap();
    let mut builder = columns.builder();
    match (builder.append(count, bytes), expected) {
        (Ok(taken), Ok((values, expected))) => {
            prop_assert_eq!(taken, expected);
            let values: Vec<Value> = values.into_iter().map(|value| widened(schema, schema.root(), value)).collect();
            prop_assert_eq!(rows(schema, &builder.finish().unwrap()), values);
        }
        (Err(found), _) if lenient && is_of_columns(&found) => {}
        (Err(found), Err(expected)) => {
            // That a count cannot be is seen at once.
            if found.offset != Some(0) || !found.message.ends_with("bytes are left") {
                prop_assert_eq!(found, expected);
            }
        }
        (found, expected) => prop_assert!(false, "{found:?}, {expected:?}"),
    }
    Ok(())
}

/// Whether an error says that a value, right for a lenient reader, is none that its column can have.
fn is_of_columns(error: &DataError) -> bool {
    error.message == "a value that its column cannot hold"
}

#[test]
fn every_type_has_columns() {
    let schema = Schema::parse(EVERYTHING).unwrap();
    for seed in 0..200 {
        holds(&schema, seed).unwrap();
    }
}

#[test]
fn every_cut_is_an_error() {
    let schema = Schema::parse(EVERYTHING).unwrap();
    let (values, bytes, _) = data(&schema, 7, 4);
    for end in 0..bytes.len() {
        agrees(&schema, values.len() as u64, &bytes[..end], false).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(42), ..ProptestConfig::default() })]

    #[test]
    fn a_batch_has_the_values(part in schema_text(), seed in any::<u64>()) {
        holds(&Schema::parse(&record_text(&part)).unwrap(), seed)?;
    }

    #[test]
    fn what_is_cut_or_spoiled_is_the_same_error(
        part in schema_text(),
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        with in proptest::collection::vec(prop_oneof![any::<u8>(), 0_u8..6], 0..12),
        lenient in any::<bool>(),
    ) {
        let schema = Schema::parse(&record_text(&part)).unwrap();
        let (values, mut bytes, _) = data(&schema, seed, 3);
        let count = values.len() as u64;
        let at = at.index(bytes.len() + 1);
        agrees(&schema, count, &bytes[..at], lenient)?;
        bytes.splice(at..bytes.len().min(at + with.len()), with.iter().copied());
        agrees(&schema, count, &bytes, lenient)?;
    }

    #[test]
    fn fields_selected_are_those_of_all(chosen in proptest::collection::btree_set(0_usize..21, 1..8), seed in 0_u64..50) {
        let schema = Schema::parse(EVERYTHING).unwrap();
        let (values, bytes, _) = data(&schema, seed, 5);
        let count = values.len() as u64;
        let all = Columns::new(schema.clone()).unwrap().decode_block(count, &bytes).unwrap();
        let names = |places: &[usize]| places.iter().map(|place| all.schema().field(*place).name().clone()).collect();
        let places: Vec<usize> = chosen.into_iter().collect();
        let options = ColumnOptions { fields: names(&places), ..ColumnOptions::default() };
        let some = Columns::with(schema, options).unwrap().decode_block(count, &bytes).unwrap();
        let expected = all.project(&places).unwrap();
        prop_assert_eq!(some.columns(), expected.columns());
    }

    #[test]
    fn everything_spoiled_is_the_same_error(
        seed in 0_u64..50,
        at in any::<prop::sample::Index>(),
        with in proptest::collection::vec(prop_oneof![any::<u8>(), 0_u8..6], 1..12),
        lenient in any::<bool>(),
    ) {
        let schema = Schema::parse(EVERYTHING).unwrap();
        let (values, mut bytes, _) = data(&schema, seed, 3);
        let at = at.index(bytes.len() + 1);
        bytes.splice(at..bytes.len().min(at + with.len()), with.iter().copied());
        agrees(&schema, values.len() as u64, &bytes, lenient)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, rng_seed: RngSeed::Fixed(42), ..ProptestConfig::default() })]

    /// More data than are read at once.
    #[test]
    fn many_data_cut_or_spoiled_are_the_same_error(
        part in schema_text(),
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        with in prop_oneof![any::<u8>(), 0_u8..6, 0x80_u8..],
        times in 1_usize..12,
    ) {
        let schema = Schema::parse(&record_text(&part)).unwrap();
        let (values, mut bytes, _) = data(&schema, seed, 700);
        let count = values.len() as u64;
        agrees(&schema, count, &bytes, false)?;
        let at = at.index(bytes.len() + 1);
        agrees(&schema, count, &bytes[..at], false)?;
        let end = bytes.len().min(at + times);
        bytes[at..end].fill(with);
        agrees(&schema, count, &bytes, false)?;
    }
}

#[test]
fn many_lists_in_lists_are_the_same_values() {
    let schema = Schema::parse(
        r#"{"type": "record", "name": "R", "fields": [
        {"name": "a", "type": {"type": "array", "items": {"type": "record", "name": "S", "fields": [
            {"name": "n", "type": ["null", "long"]},
            {"name": "t", "type": ["string", "null"]},
            {"name": "b", "type": ["null", {"type": "array", "items": ["null", "int"]}]},
            {"name": "d", "type": ["null", "double"]}
        ]}}},
        {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["A", "B", "C"]}},
        {"name": "f", "type": {"type": "fixed", "name": "F", "size": 3}},
        {"name": "g", "type": "boolean"},
        {"name": "h", "type": {"type": "map", "values": "int"}},
        {"name": "i", "type": "int"},
        {"name": "j", "type": "long"}
    ]}"#,
    )
    .unwrap();
    for seed in 0..20 {
        let (values, bytes, _) = data(&schema, seed, 1500);
        agrees(&schema, values.len() as u64, &bytes, false).unwrap();
        agrees(&schema, values.len() as u64, &bytes[..bytes.len() / 2], false).unwrap();
    }
}

/// One datum among many that is wrong, or right in an unusual way.
#[test]
fn one_odd_datum_among_many_is_the_same() {
    let enum_ = r#"{"type": "enum", "name": "E", "symbols": ["A", "B"]}"#;
    let ten = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    let cases: [(&str, &[u8]); 16] = [
        (r#""int""#, &[0x80, 0x80, 0x80, 0x80, 0x80, 0]),
        (r#""int""#, &[0x80, 0x80, 0x80, 0x80, 0]),
        (r#""int""#, &[0xff, 0xff, 0xff, 0xff, 0x1f]),
        (r#""int""#, &[0xff, 0xff, 0xff, 0xff, 0x0f]),
        (r#"["null", "int"]"#, &[2, 0x80, 0x80, 0x80, 0x80, 0x80, 0]),
        (r#"["null", "int"]"#, &[0x82, 0, 6]),
        (r#"["null", "int"]"#, &[4]),
        (r#""boolean""#, &[2]),
        (enum_, &[4]),
        (enum_, &[1]),
        (r#""string""#, &[1]),
        (r#""string""#, &[0x82, 0, b'a']),
        (r#""long""#, &[&ten[..], &[1]].concat()),
        (r#""long""#, &[&ten[..], &[2]].concat()),
        (r#""long""#, &[&ten[1..], &[1]].concat()),
        (r#"{"type": "array", "items": "long"}"#, &[1, 4, 2, 2, 0]),
    ];
    for (part, odd) in cases {
        // With nothing else in it: another field would be wrong, too.
        let text = format!(r#"{{"type": "record", "name": "R", "fields": [{{"name": "it", "type": {part}}}]}}"#);
        let schema = Schema::parse(&text).unwrap();
        let (_, before, _) = data(&schema, 1, 300);
        let bytes = [&before, odd, &before].concat();
        agrees(&schema, 601, &bytes, false).unwrap();
    }
}

#[test]
fn a_letter_does_not_begin_in_one_text_and_end_in_the_next() {
    let schema =
        Schema::parse(r#"{"type": "record", "name": "R", "fields": [{"name": "t", "type": "string"}]}"#).unwrap();
    let mut bytes = [2, b'a'].repeat(700);
    agrees(&schema, 700, &bytes, false).unwrap();
    bytes.extend([2, 0xc3, 2, 0xbc]);
    agrees(&schema, 702, &bytes, false).unwrap();
}

#[test]
fn data_in_pieces_are_the_same_batch() {
    let schema = Schema::parse(EVERYTHING).unwrap();
    let (values, bytes, starts) = data(&schema, 3, 9);
    let columns = Columns::new(schema).unwrap();
    let mut builder = columns.builder();
    assert_eq!(builder.append(4, &bytes).unwrap(), starts[4]);
    assert!(builder.append(5, &bytes[starts[4]..bytes.len() - 1]).is_err());
    assert_eq!(builder.rows(), 4, "an error leaves the batch as it was");
    builder.append(5, &bytes[starts[4]..]).unwrap();
    assert_eq!(builder.finish().unwrap(), columns.decode_block(values.len() as u64, &bytes).unwrap());
    assert_eq!(builder.rows(), 0);
    assert_eq!(builder.finish().unwrap().num_rows(), 0);
}

#[test]
fn limits_hold() {
    let nulls = Schema::parse(
        r#"{"type": "record", "name": "R", "fields": [
        {"name": "n", "type": {"type": "array", "items": {"type": "array", "items": "null"}}}
    ]}"#,
    )
    .unwrap();
    let class = |schema: &Schema, limits: Limits, count, bytes: &[u8]| {
        let data = Options { limits, ..Options::default() };
        let columns = Columns::with(schema.clone(), ColumnOptions { data, ..ColumnOptions::default() }).unwrap();
        columns.decode_block(count, bytes).map(|batch| batch.num_rows()).map_err(|error| error.class.name())
    };
    let limits = Limits { zero_width: 5, ..Limits::default() };
    assert_eq!(class(&nulls, limits.clone(), 2, &[2, 4, 0, 0, 2, 6, 0, 0]), Ok(2));
    assert_eq!(class(&nulls, limits.clone(), 2, &[2, 4, 0, 0, 2, 8, 0, 0]), Err("limit-zero-width"));
    assert_eq!(class(&nulls, limits.clone(), 1, &[4, 6, 0, 6, 0, 0]), Err("limit-zero-width"));
    assert_eq!(class(&nulls, Limits { depth: 2, ..Limits::default() }, 1, &[0]), Ok(1));
    assert_eq!(class(&nulls, Limits { depth: 2, ..Limits::default() }, 1, &[2, 0, 0]), Err("limit-depth"));
    let none = Schema::parse(r#"{"type": "record", "name": "R", "fields": []}"#).unwrap();
    assert_eq!(class(&none, Limits::default(), 1 << 20, &[]), Ok(1 << 20));
    assert_eq!(class(&none, Limits::default(), u64::MAX, &[]), Err("limit-zero-width"));
    let wide = Schema::parse(
        r#"{"type": "record", "name": "R", "fields": [
        {"name": "f", "type": ["null", {"type": "fixed", "name": "F", "size": 1048576}]}
    ]}"#,
    )
    .unwrap();
    assert_eq!(class(&wide, Limits::default(), 64, &[0; 64]), Ok(64));
    assert_eq!(class(&wide, Limits::default(), 65, &[0; 65]), Err("limit-columns"));
}

#[test]
fn of_equal_keys_the_last_counts() {
    let schema = Schema::parse(
        r#"{"type": "record", "name": "R", "fields": [
        {"name": "m", "type": {"type": "map", "values": {"type": "map", "values": "string"}}}
    ]}"#,
    )
    .unwrap();
    // {"a": {"x": "1"}, "b": {"y": "1", "x": "2", "y": "3"}, "a": {}}
    let bytes = b"\x06\x02a\x02\x02x\x021\x00\x02b\x06\x02y\x021\x02x\x022\x02y\x023\x00\x02a\x00\x00";
    let columns = Columns::new(schema.clone()).unwrap();
    let batch = columns.decode_block(2, &bytes.repeat(2)).unwrap();
    let value = Codec::new(schema.clone()).decode(bytes).unwrap();
    assert_eq!(rows(&schema, &batch), [value.clone(), value]);
    // What does not count has to be right, too.
    let wrong = b"\x06\x02a\x02\x02x\x02\xff\x00\x02b\x00\x02a\x00\x00";
    let error = columns.decode_block(1, wrong).unwrap_err();
    assert_eq!(error.to_string(), "m{\"a\"}{\"x\"}, byte 7: a string that is not UTF-8");
}

#[test]
fn fields_within_fields_are_selected() {
    let schema = Schema::parse(EVERYTHING).unwrap();
    let (values, bytes, _) = data(&schema, 5, 20);
    let selected = |fields: &[&str]| {
        let fields = fields.iter().map(|field| (*field).to_owned()).collect();
        Columns::with(schema.clone(), ColumnOptions { fields, ..ColumnOptions::default() })
    };
    let all = Columns::new(schema.clone()).unwrap().decode_block(values.len() as u64, &bytes).unwrap();
    let columns = selected(&["parts.flag", "part.lists", "day", "part.flag"]).unwrap();
    let some = columns.decode_block(values.len() as u64, &bytes).unwrap();
    let names: Vec<_> = some.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["day", "part", "parts"], "in the order of the schema");
    let part = |batch: &RecordBatch| batch.column_by_name("part").unwrap().as_struct().clone();
    for name in ["flag", "lists"] {
        assert_eq!(part(&some).column_by_name(name), part(&all).column_by_name(name));
    }
    assert_eq!(part(&some).num_columns(), 2);
    assert_eq!(part(&some).nulls(), part(&all).nulls());
    let flags = |batch: &RecordBatch| {
        let parts = batch.column_by_name("parts").unwrap().as_map().clone();
        (parts.keys().clone(), parts.values().as_struct().column_by_name("flag").unwrap().clone())
    };
    assert_eq!(flags(&some), flags(&all));
    for (fields, message) in [
        (["part.nothing"], "part: a.Part has no field \"nothing\" to select"),
        (["day.x"], "day: int has no fields to select"),
        (["x"], "the datum: a.All has no field \"x\" to select"),
    ] {
        assert_eq!(selected(&fields).unwrap_err().to_string(), message);
    }
}

#[test]
fn schemas_without_columns_are_told() {
    let deep = |depth: usize| format!("{}\"int\"{}", r#"{"type":"array","items":"#.repeat(depth), "}".repeat(depth));
    let doubled = (0..20).fold(String::from(r#"{"type":"record","name":"R0","fields":[]}"#), |inner, step| {
        let next = step + 1;
        format!(r#"{{"type":"record","name":"R{next}","fields":[{{"name":"a","type":{inner}}},{{"name":"b","type":"R{step}"}}]}}"#)
    });
    let symbols = r#"{"type":"enum","name":"E","symbols":[]}"#;
    let rows: &[(&str, &str)] = &[
        (r#""int""#, "the datum: a batch has the fields of a record, and the schema is of type int"),
        (
            r#"{"type":"record","name":"T","fields":[{"name":"t","type":["null","T"]}]}"#,
            "t: a record that contains itself has no column; select fields around it",
        ),
        (&record_text(&deep(230)), "it: columns are nested up to 200 deep"),
        (&doubled, "the datum: more than 65536 columns; select some of the fields"),
        (&record_text(symbols), "it: an enum without symbols has no values"),
        (&record_text("[]"), "it: a union of 0 branches has no column"),
    ];
    let data = Options { limits: Limits { depth: 1000, ..Limits::default() }, ..Options::default() };
    for (text, message) in rows {
        let schema = Schema::parse_lenient(text).unwrap();
        let error =
            Columns::with(schema, ColumnOptions { data: data.clone(), ..ColumnOptions::default() }).unwrap_err();
        assert_eq!(error.to_string(), *message);
    }
}
