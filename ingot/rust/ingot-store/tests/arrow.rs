//! Documents as record batches.

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_schema::DataType;
use ingot_store::{Options, Scratch, Store, StoreClass};

#[test]
fn documents_become_columns() {
    let folder = Scratch::new();
    let store = Store::open(&folder, &Options::default()).unwrap();
    let mut teas = store.collection("teas").unwrap();
    teas.put_raw("a", br#"{"grams": 1, "price": 1, "tags": ["x"], "more": {"deep": true}}"#).unwrap();
    teas.put_raw("b", br#"{"grams": 2, "price": 1.5, "tags": []}"#).unwrap();
    teas.put_raw("gone", br#"{"never": 1}"#).unwrap();
    teas.delete("gone").unwrap();
    teas.put_raw("c", br#"{"grams": null, "price": 2, "name": "\u00e9"}"#).unwrap();
    let schema = teas.arrow_schema().unwrap();
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["id", "grams", "price", "tags", "more", "name"]);
    assert_eq!(schema.field_with_name("price").unwrap().data_type(), &DataType::Float64);
    let batches: Vec<_> = teas.record_batches(schema, 2).unwrap().map(Result::unwrap).collect();
    assert_eq!(batches.iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), [2, 1]);
    let column = |batch: usize, name: &str| batches[batch].column_by_name(name).unwrap().clone();
    assert_eq!(column(0, "grams").as_primitive::<Int64Type>().iter().collect::<Vec<_>>(), [Some(1), Some(2)]);
    assert_eq!(column(1, "grams").as_primitive::<Int64Type>().iter().collect::<Vec<_>>(), [None]);
    assert_eq!(column(0, "price").as_primitive::<Float64Type>().value(1).to_bits(), 1.5_f64.to_bits());
    assert_eq!(column(1, "name").as_string::<i32>().value(0), "é");

    teas.put_raw("d", br#"{"more": 1}"#).unwrap();
    assert_eq!(teas.arrow_schema().unwrap_err().class(), StoreClass::TypeMismatch);
}
