//! Commands that write Avro files.

use std::io::{BufRead, Cursor, Write};

use ingot::container::{Tolerance, WriteOptions, Writer};
use ingot::schema::{Inference, Json, Random};
use ingot::{Codec, Options};

use super::{is_avro, only_for_avro, reader, schema, tolerance, write_options};
use crate::arguments::Arguments;
use crate::failure::{About, Failure, Found, Outcome};
use crate::streams;

pub(crate) fn recode(arguments: &Arguments) -> Outcome {
    let (name, to) = (arguments.word(0), arguments.word(1));
    let mut input = reader(name, tolerance(arguments))?;
    let mut options = write_options(arguments)?;
    options.metadata = metadata(input.header());
    let mut writer = Writer::new(streams::output(to)?, input.schema().clone(), &options).about(to)?;
    while let Some(mut block) = input.next_block().about(name)? {
        let count = block.count();
        writer.write_block(count, block.bytes().about(name)?).about(to)?;
    }
    writer.finish().about(to)?.finish().about(to)?;
    Ok(Found::All)
}

/// What a file says besides what the specification names.
fn metadata(header: &ingot::container::Header) -> Vec<(String, Vec<u8>)> {
    header.entries().iter().filter(|(key, _)| !key.starts_with("avro.")).cloned().collect()
}

pub(crate) fn convert(arguments: &Arguments) -> Outcome {
    let (name, to) = (arguments.word(0), arguments.word(1));
    match (is_avro(name), is_avro(to) || to == "-") {
        (true, _) if is_avro(to) => {
            let message = "both names end with .avro: ingot avro recode writes another codec";
            return Err(Failure::Usage(message.to_string()));
        }
        (false, false) => {
            return Err(Failure::Usage(format!("neither {name:?} nor {to:?} ends with .avro")));
        }
        (true, _) => {
            if let Some(kind @ ("csv" | "parquet")) = streams::kind(to, None) {
                let message = format!("{to:?}: an Avro file becomes JSON Lines, and no {kind}");
                return Err(Failure::Usage(message));
            }
            only_for_avro(arguments, to, &["schema", "codec", "level"])?;
            let mut input = reader(name, Tolerance::Odd)?;
            let codec = Codec::new(input.schema().clone());
            let mut output = streams::output(to)?;
            for value in input.values() {
                writeln!(output, "{}", codec.to_json(&value.about(name)?)?).about(to)?;
            }
            output.finish().about(to)?;
        }
        (false, true) => from_lines(arguments, name, to)?,
    }
    Ok(Found::All)
}

/// Makes an Avro file of JSON Lines.
fn from_lines(arguments: &Arguments, name: &str, to: &str) -> Outcome<()> {
    let input: Box<dyn BufRead>;
    let given = arguments.option("schema");
    let schema = if let Some(given) = given {
        input = streams::input(name)?;
        schema(given)?
    } else {
        // The whole of it is needed twice.
        let text = streams::bytes(name)?;
        let mut inference = Inference::default();
        for line in streams::lines(&*text, name) {
            let (number, line) = line?;
            inference.add(&json(&line, name, number)?);
        }
        input = Box::new(Cursor::new(text));
        inference.schema("Record").about(name)?
    };
    let codec = Codec::new(schema.clone());
    let mut writer = Writer::new(streams::output(to)?, schema, &write_options(arguments)?).about(to)?;
    for line in streams::lines(input, name) {
        let (number, line) = line?;
        let json = json(&line, name, number)?;
        // A schema that is made from the lines knows no names of branches that these could have.
        let value = if given.is_some() {
            codec.from_json_with(&json, &Options::lenient())
        } else {
            codec.from_plain_json(&json)
        };
        writer.write(&value.about(&format!("{name}, line {number}"))?).about(to)?;
    }
    writer.finish().about(to)?.finish().about(to)
}

fn json(line: &str, name: &str, number: u64) -> Outcome<Json> {
    Json::parse(line).about(&format!("{name}, line {number}"))
}

pub(crate) fn random(arguments: &Arguments) -> Outcome {
    let (schema, to) = (schema(arguments.word(0))?, arguments.file(1));
    let count = arguments.number("records")?.unwrap_or(10);
    let values = Random::new(&schema, arguments.number("seed")?.unwrap_or(0)).take(count);
    let mut output = streams::output(to)?;
    if is_avro(to) {
        let mut writer = Writer::new(output, schema.clone(), &write_options(arguments)?).about(to)?;
        for value in values {
            writer.write(&value).about(to)?;
        }
        writer.finish().about(to)?.finish().about(to)?;
    } else {
        only_for_avro(arguments, to, &["codec", "level"])?;
        let codec = Codec::new(schema.clone());
        for value in values {
            writeln!(output, "{}", codec.to_json(&value)?).about(to)?;
        }
        output.finish().about(to)?;
    }
    Ok(Found::All)
}

pub(crate) fn repair(arguments: &Arguments) -> Outcome {
    let (name, to) = (arguments.word(0), arguments.word(1));
    let mut input = reader(name, Tolerance::Damage)?;
    let options = WriteOptions { metadata: metadata(input.header()), ..input.compression().into() };
    let mut writer = Writer::new(streams::output(to)?, input.schema().clone(), &options).about(to)?;
    while let Some(value) = input.next_value() {
        writer.write(&value.about(name)?).about(to)?;
    }
    writer.finish().about(to)?.finish().about(to)?;
    for loss in input.lost() {
        let records = loss.records.map_or_else(String::new, |records| format!(", {records} records"));
        streams::tell(format_args!("lost: byte {}, {} bytes{records}: {}", loss.offset, loss.bytes, loss.error));
    }
    if input.left_off() > 0 {
        streams::tell(format_args!("and {} more", input.left_off()));
    }
    if input.lost().is_empty() {
        return Ok(Found::All);
    }
    Ok(Found::Lacking)
}
