//! Single-object messages.

use std::io::{BufRead, Write};

use ingot::schema::Json;
use ingot::{Codec, Options};

use super::schema;
use super::schemas::hex;
use crate::arguments::Arguments;
use crate::failure::{About, Failure, Found, Outcome};
use crate::streams;

pub(crate) fn single(arguments: &Arguments) -> Outcome {
    let (way, name) = (arguments.word(0), arguments.word(2));
    if way != "encode" && way != "decode" {
        return Err(Failure::Usage(format!("{way:?} is neither encode nor decode")));
    }
    let codec = Codec::new(schema(arguments.word(1))?);
    let mut output = streams::output("-")?;
    for (number, line) in (1..).zip(streams::input(name)?.lines()) {
        let (line, place) = (line.about(name)?, format!("line {number}"));
        if way == "encode" {
            let value = codec.from_json_with(&Json::parse(&line).about(&place)?, &Options::lenient()).about(&place)?;
            writeln!(output, "{}", hex(&codec.encode_single_object(&value).about(&place)?))?;
        } else {
            let value = codec.decode_single_object(&bytes(&line).about(&place)?).about(&place)?;
            writeln!(output, "{}", codec.to_json(&value)?)?;
        }
    }
    output.flush()?;
    Ok(Found::All)
}

fn bytes(digits: &str) -> Result<Vec<u8>, &'static str> {
    let digits = digits.trim().as_bytes();
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let found = digits.chunks(2).map(|two| if two.len() == 2 { pair(two) } else { None }).collect::<Option<_>>();
    found.ok_or("not pairs of hexadecimal digits")
}
