//! Commands that read Avro files.

use std::io::Write;

use ingot::container::{ContainerClass, ReadOptions, Reader, Tolerance};
use ingot::schema::Json;
use ingot::{Codec, Options};

use super::{Input, reader, schema, tolerance};
use crate::arguments::Arguments;
use crate::failure::{About, Found, Outcome};
use crate::streams;

/// Odd things about a file that are told: some libraries leave one in each block.
const TOLD: usize = 3;

pub(crate) fn cat(arguments: &Arguments) -> Outcome {
    let mut output = streams::output("-")?;
    for name in arguments.words(0) {
        print(&mut reader(name, tolerance(arguments))?, name, arguments, usize::MAX, &mut output)?;
    }
    output.finish()?;
    Ok(Found::All)
}

pub(crate) fn head(arguments: &Arguments) -> Outcome {
    let mut output = streams::output("-")?;
    let (name, most) = (arguments.word(0), arguments.number("records")?.unwrap_or(10));
    print(&mut reader(name, tolerance(arguments))?, name, arguments, most, &mut output)?;
    output.finish()?;
    Ok(Found::All)
}

/// Prints records as JSON, a line each, and what is odd about their file on standard error.
fn print(input: &mut Input, name: &str, arguments: &Arguments, most: usize, output: &mut dyn Write) -> Outcome<()> {
    let fields = arguments.option("fields").map(|names| names.split(',').collect::<Vec<_>>());
    let schema = match &fields {
        Some(names) => input.schema().project(names).about(name)?,
        None => input.schema().clone(),
    };
    let codec = Codec::new(schema.clone());
    let mut give = |value: &ingot::Value| -> Outcome<()> { Ok(writeln!(output, "{}", codec.to_json(value)?)?) };
    if fields.is_some() {
        for value in input.values_as(&schema).about(name)?.take(most) {
            give(&value.about(name)?)?;
        }
    } else {
        for value in input.values().take(most) {
            give(&value.about(name)?)?;
        }
    }
    let warnings = input.warnings();
    for odd in warnings.iter().take(TOLD) {
        streams::tell(format_args!("{name}: {odd}"));
    }
    let more = warnings.len().saturating_sub(TOLD) + input.left_off();
    if more > 0 {
        streams::tell(format_args!("{name}: and {more} more"));
    }
    Ok(())
}

pub(crate) fn count(arguments: &Arguments) -> Outcome {
    // More than the blocks of any file can say: what they say is not looked at.
    let mut count = 0_u128;
    for name in arguments.words(0) {
        let mut input = reader(name, tolerance(arguments))?;
        while let Some(block) = input.next_block().about(name)? {
            count += u128::from(block.count());
        }
    }
    streams::print(&format!("{count}\n"))?;
    Ok(Found::All)
}

pub(crate) fn validate(arguments: &Arguments) -> Outcome {
    let given = arguments.option("schema").map(schema).transpose()?.map(Codec::new);
    let mut found = Found::All;
    for name in arguments.words(0) {
        let checked = match &given {
            Some(codec) => json_lines(name, codec),
            None => strictly(name),
        };
        match checked {
            Ok(Ok(count)) => streams::print(&format!("{name}: {count} records\n"))?,
            Ok(Err(why)) => {
                found = found.max(Found::Lacking);
                streams::print(&format!("{why}\n"))?;
            }
            // Nothing is known of this file; the others are checked all the same.
            Err(failure) => {
                found = Found::Unread;
                streams::tell(failure);
            }
        }
    }
    Ok(found)
}

/// Number of records of a file that is right in every respect; the reason where it is not.
fn strictly(name: &str) -> Outcome<Result<u64, String>> {
    let input = streams::input(name)?;
    let counted = Reader::with(input, ReadOptions::from(Tolerance::Nothing))
        .and_then(|mut input| input.values().try_fold(0, |count, value| value.map(|_| count + 1)));
    match counted {
        Err(error) if error.class() == ContainerClass::Io.into() => Err(error).about(name),
        counted => Ok(counted.map_err(|error| format!("{name}: {error}"))),
    }
}

/// Number of lines that are values of a schema; the reason where one is not.
fn json_lines(name: &str, codec: &Codec) -> Outcome<Result<u64, String>> {
    let mut count = 0;
    for line in streams::lines(streams::input(name)?, name) {
        let (number, line) = line?;
        let value = Json::parse(&line)
            .map_err(|error| error.to_string())
            .and_then(|json| codec.from_json_with(&json, &Options::lenient()).map_err(|error| error.to_string()));
        if let Err(why) = value {
            return Ok(Err(format!("{name}, line {number}: {why}")));
        }
        count += 1;
    }
    Ok(Ok(count))
}
