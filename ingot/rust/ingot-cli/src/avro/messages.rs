//! Single-object messages.

use std::io::Write;

use ingot::schema::Json;
use ingot::{Codec, Options};

use super::schema;
use super::schemas::hex;
use crate::arguments::Arguments;
use crate::failure::{About, Failure, Found, Outcome};
use crate::streams;

pub(crate) fn single(arguments: &Arguments) -> Outcome {
    let (way, name) = (arguments.word(0), arguments.file(2));
    if way != "encode" && way != "decode" {
        return Err(Failure::Usage(format!("{way:?} is neither encode nor decode")));
    }
    let codec = Codec::new(schema(arguments.word(1))?);
    let mut output = streams::output("-")?;
    for line in streams::lines(streams::input(name)?, name) {
        let (number, line) = line?;
        let place = format!("line {number}");
        if way == "encode" {
            let value = codec.from_json_with(&Json::parse(&line).about(&place)?, &Options::lenient()).about(&place)?;
            writeln!(output, "{}", hex(&codec.encode_single_object(&value).about(&place)?))?;
        } else {
            let value = codec.decode_single_object(&bytes(&line).about(&place)?).about(&place)?;
            writeln!(output, "{}", codec.to_json(&value)?)?;
        }
    }
    output.finish()?;
    Ok(Found::All)
}

fn bytes(digits: &str) -> Result<Vec<u8>, &'static str> {
    let digits = digits.trim().as_bytes();
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    let found = digits.chunks(2).map(pair).collect::<Option<_>>();
    found.ok_or("not pairs of hexadecimal digits")
}
