//! What has no columns, or no data.

use arrow_schema::ArrowError;
use ingot_codec::{DataClass, DataError, Details};

/// A schema or a batch that Avro and Arrow cannot both hold.
pub(crate) fn refused(path: &str, message: impl Into<String>) -> DataError {
    Details { class: DataClass::ColumnsInvalid, path: path.into(), offset: None, message: message.into() }.into()
}

/// Arrow refuses parts that do not fit together.
#[expect(clippy::needless_pass_by_value, reason = "it is how errors are handed on")]
pub(crate) fn of_arrow(error: ArrowError) -> DataError {
    refused("", error.to_string())
}
