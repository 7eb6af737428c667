//! Documents from and to files of other kinds.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use ingot::Codec;
use ingot::container::{Reader, WriteOptions, Writer};
use ingot::schema::{Inference, Json};
use ingot_store::fields;
use serde_json::Value;

use super::write::{Putting, lines};
use crate::arguments::Arguments;
use crate::failure::{About, Failure, Found, Outcome};
use crate::streams;

/// The kind of a file by its name or an option; an error that says how to tell it.
fn kind_of(name: &str, arguments: &Arguments, option: &str) -> Outcome<&'static str> {
    let said = arguments.option(option);
    streams::kind(name, said).ok_or_else(|| {
        let kinds = "jsonl, csv, avro and parquet";
        Failure::Usage(match said {
            Some(said) => format!("--{option}: {said:?} is none of {kinds}"),
            None => format!("{name}: its name does not end with a kind of file: say --{option}, one of {kinds}"),
        })
    })
}

pub(crate) fn import(arguments: &Arguments) -> Outcome {
    let name = arguments.word(2);
    let kind = kind_of(name, arguments, "from")?;
    if kind == "parquet" {
        return super::parquet::import(arguments);
    }
    let input = streams::told_input(name, "import")?;
    match kind {
        "csv" => {
            let mut putting = Putting::new(arguments)?;
            let mut reader = csv::Reader::from_reader(input);
            let names = reader.headers().about(name)?.clone();
            let mut seen = HashSet::new();
            if let Some(twice) = names.iter().find(|own| !seen.insert(*own)) {
                return Err(Failure::Other(format!("{name}: the column {twice:?} is there twice")));
            }
            for row in reader.records() {
                let row = row.about(name)?;
                let line = row.position().map_or(0, csv::Position::line);
                let cells = names.iter().zip(&row).filter(|(_, cell)| !cell.is_empty());
                // As text, which keeps the columns in their order.
                let fields: Vec<_> =
                    cells.map(|(name, cell)| format!("{}:{}", Value::from(name), Value::from(cell))).collect();
                putting.add_of(format!("{{{}}}", fields.join(",")).as_bytes(), "line", line)?;
            }
            putting.finish()
        }
        "avro" => {
            let mut reader = Reader::new(input).about(name)?;
            let codec = Codec::new(reader.schema().clone());
            let mut putting = Putting::new(arguments)?;
            for (number, value) in (1..).zip(reader.values()) {
                putting.add_of(codec.to_plain_json(&value.about(name)?)?.to_string().as_bytes(), "record", number)?;
            }
            putting.finish()
        }
        _ => lines(input, name, &mut Putting::new(arguments)?),
    }
}

pub(crate) fn export(arguments: &Arguments) -> Outcome {
    let collection = super::reader(arguments)?;
    let name = arguments.word(2);
    let kind = kind_of(name, arguments, "to")?;
    if kind == "parquet" {
        return super::parquet::export(&collection, arguments);
    }
    let mut output = streams::output(name)?;
    let documents = |give: &mut dyn FnMut(&[u8]) -> Outcome<()>| super::read::each(&collection, arguments, give);
    match kind {
        "csv" => {
            let mut names: Vec<String> = Vec::new();
            let mut seen: HashSet<String> = HashSet::new();
            let mut is_empty = true;
            documents(&mut |document| {
                is_empty = false;
                for (own, _) in fields(document).unwrap_or_default() {
                    if !seen.contains(&*own) {
                        seen.insert(own.to_string());
                        names.push(own.into_owned());
                    }
                }
                Ok(())
            })?;
            // A line without cells would be read as one that has an empty cell.
            if names.is_empty() && !is_empty {
                let message =
                    format!("{name}: no document has one of these fields, and CSV has no lines without cells");
                return Err(Failure::Other(message));
            }
            let mut writer = csv::Writer::from_writer(&mut output);
            if !is_empty {
                writer.write_record(&names).about(name)?;
            }
            documents(&mut |document| {
                // Of a field that is there twice, the last one counts.
                let own: HashMap<_, _> = fields(document).unwrap_or_default().into_iter().collect();
                let cell = |name: &String| match own.get(name.as_str()) {
                    None => Ok(String::new()),
                    Some(text @ [b'"', ..]) => Ok(serde_json::from_slice(text)?),
                    Some(other) => Ok(std::str::from_utf8(other)?.to_string()),
                };
                let cells: Vec<_> = names.iter().map(cell).collect::<Outcome<_>>()?;
                writer.write_record(cells).about(name)
            })?;
            writer.flush().about(name)?;
        }
        "avro" => {
            let mut inference = Inference::default();
            let mut number = 0;
            documents(&mut |document| {
                number += 1;
                inference.add(&json(document, number)?);
                Ok(())
            })?;
            if number == 0 {
                // Of nothing it would be null, and what reads such files wants records.
                inference.add_document("{}")?;
            }
            let schema = inference.schema("Document")?;
            let codec = Codec::new(schema.clone());
            let mut writer = Writer::new(&mut output, schema, &WriteOptions::default()).about(name)?;
            number = 0;
            documents(&mut |document| {
                number += 1;
                let value = codec.from_plain_json(&json(document, number)?).about(&place(document, number))?;
                writer.write(&value).about(name)
            })?;
            writer.finish().about(name)?;
        }
        _ => documents(&mut |document| {
            output.write_all(document).about(name)?;
            output.write_all(b"\n").about(name)
        })?,
    }
    output.finish().about(name)?;
    Ok(Found::All)
}

fn json(document: &[u8], number: u64) -> Outcome<Json> {
    Json::parse(std::str::from_utf8(document)?).about(&place(document, number))
}

/// Which document it is: its number in the order of writing, and what it begins with.
fn place(document: &[u8], number: u64) -> String {
    let text = String::from_utf8_lossy(document);
    let (begin, is_cut) = text.char_indices().nth(40).map_or((&*text, ""), |(end, _)| (&text[..end], "…"));
    format!("document {number}, {begin}{is_cut}")
}
