//! Commands about schemas.

use super::schema as read;
use crate::arguments::Arguments;
use crate::failure::{Failure, Found, Outcome};
use crate::streams;

pub(crate) fn schema(arguments: &Arguments) -> Outcome {
    streams::print(&format!("{}\n", read(arguments.word(0))?))?;
    Ok(Found::All)
}

pub(crate) fn canonical(arguments: &Arguments) -> Outcome {
    streams::print(&format!("{}\n", read(arguments.word(0))?.canonical_form()))?;
    Ok(Found::All)
}

pub(crate) fn fingerprint(arguments: &Arguments) -> Outcome {
    for name in arguments.words(0) {
        let schema = read(name)?;
        let digits = match arguments.option("by").unwrap_or("crc-64-avro") {
            "crc-64-avro" => hex(&schema.fingerprint().to_le_bytes()),
            "md5" => hex(&schema.fingerprint_md5()),
            "sha-256" => hex(&schema.fingerprint_sha256()),
            other => return Err(Failure::Usage(format!("--by: {other:?} is none of crc-64-avro, md5 and sha-256"))),
        };
        streams::print(&format!("{digits}\n"))?;
    }
    Ok(Found::All)
}

pub(crate) fn compatible(arguments: &Arguments) -> Outcome {
    let reasons = read(arguments.word(0))?.incompatibilities(&read(arguments.word(1))?);
    for reason in &reasons {
        streams::print(&format!("{reason}\n"))?;
    }
    Ok(if reasons.is_empty() { Found::All } else { Found::Lacking })
}

pub(super) fn hex(bytes: &[u8]) -> String {
    let digit = |four: u8| char::from_digit(four.into(), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
