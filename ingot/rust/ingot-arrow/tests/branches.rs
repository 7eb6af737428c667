//! Columns of other makers as the branches of unions.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int32Array, NullArray, RecordBatch, StringArray};
use ingot_arrow::Rows;
use ingot_codec::{DataError, Schema};

/// The rows of a column as data of a record with one field, each by itself.
fn rows(part: &str, column: ArrayRef) -> Result<Vec<Vec<u8>>, DataError> {
    let schema = format!(r#"{{"type": "record", "name": "R", "fields": [{{"name": "a", "type": {part}}}]}}"#);
    let field = arrow_schema::Field::new("a", column.data_type().clone(), true);
    let arrow = Arc::new(arrow_schema::Schema::new(vec![field]));
    let batch = RecordBatch::try_new(arrow.clone(), vec![column]).unwrap();
    let mut all = Vec::new();
    let keep = |_, row: &[u8]| {
        all.push(row.to_vec());
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(()) = Rows::new(&Schema::parse(&schema).unwrap(), &arrow)?.encode(&batch, 1, keep)?;
    Ok(all)
}

#[test]
fn a_null_is_refused_by_a_union_that_has_none() {
    let column = |last| Arc::new(Int32Array::from(vec![Some(1), last]));
    for (part, message) in [
        (r#"["int", "string"]"#, "[1].a: null, which is no branch"),
        (r#"["string", "int"]"#, "[1].a: null, which is no branch"),
        (r#"["int"]"#, "[1].a: null, which is no branch"),
        (r#""int""#, "[1].a: null, not of type int"),
    ] {
        let error = rows(part, column(None)).unwrap_err();
        assert_eq!((error.class.name(), error.to_string().as_str()), ("value-invalid", message), "{part}");
        assert_eq!(rows(part, column(Some(2))).unwrap().len(), 2, "{part}");
    }
    let texts = Arc::new(StringArray::from(vec![None, Some("b")]));
    assert_eq!(rows(r#"["int", "string"]"#, texts.clone()).unwrap_err().class.name(), "value-invalid");
    assert_eq!(rows(r#"["int", "null", "string"]"#, texts).unwrap(), [&[2][..], b"\x04\x02b"]);
}

#[test]
fn a_column_of_nulls_is_the_branch_null_wherever_it_is() {
    let nulls = Arc::new(NullArray::new(2));
    for (part, branch) in [
        (r#"["null", "int"]"#, 0),
        (r#"["int", "null"]"#, 2),
        (r#"["null", "int", "string"]"#, 0),
        (r#"["int", "string", "null"]"#, 4),
        (r#"["null"]"#, 0),
    ] {
        assert_eq!(rows(part, nulls.clone()).unwrap(), [[branch], [branch]], "{part}");
    }
    let error = rows(r#"["int", "string"]"#, nulls).unwrap_err();
    assert_eq!(error.to_string(), "a: a column of Null is of no branch of the union");
}
