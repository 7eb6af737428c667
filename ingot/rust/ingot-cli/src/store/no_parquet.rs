//! What a binary without Parquet says.

use ingot_store::Collection;

use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};

pub(super) fn import(_: &Arguments) -> Outcome {
    let message = "this binary was built without Parquet: cargo build --release --package ingot-cli --features parquet";
    Err(Failure::Usage(message.to_string()))
}

pub(super) fn export(_: &Collection, arguments: &Arguments) -> Outcome {
    import(arguments)
}
