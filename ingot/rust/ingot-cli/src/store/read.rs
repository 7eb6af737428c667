//! Commands that read documents.

use std::io::Write;

use ingot_store::{Collection, Condition, field};

use crate::arguments::Arguments;
use crate::failure::{Found, Outcome};
use crate::streams;

pub(crate) fn get(arguments: &Arguments) -> Outcome {
    let collection = super::reader(arguments)?;
    let mut output = streams::output("-")?;
    let mut found = Found::All;
    for key in arguments.words(2) {
        if let Some(document) = collection.get_raw(key)? {
            output.write_all(document)?;
            output.write_all(b"\n")?;
        } else {
            eprintln!("ingot: there is no document {key:?}");
            found = Found::Lacking;
        }
    }
    output.flush()?;
    Ok(found)
}

pub(crate) fn scan(arguments: &Arguments) -> Outcome {
    let mut output = streams::output("-")?;
    each(&super::reader(arguments)?, arguments, |document| {
        output.write_all(document)?;
        Ok(output.write_all(b"\n")?)
    })?;
    output.flush()?;
    Ok(Found::All)
}

pub(crate) fn count(arguments: &Arguments) -> Outcome {
    let collection = super::reader(arguments)?;
    let mut count = 0;
    if arguments.is_given("where") {
        each(&collection, arguments, |_| {
            count += 1;
            Ok(())
        })?;
    } else {
        count = collection.len();
    }
    streams::print(&format!("{count}\n"))?;
    Ok(Found::All)
}

/// Gives each document that the options select, with the fields that they name.
pub(super) fn each(
    collection: &Collection,
    arguments: &Arguments,
    mut give: impl FnMut(&[u8]) -> Outcome<()>,
) -> Outcome<()> {
    let conditions: Vec<Condition> = arguments.all("where").map(str::parse).collect::<Result<_, _>>()?;
    let fields: Option<Vec<&str>> = arguments.option("fields").map(|names| names.split(',').collect());
    let limit = arguments.number("limit")?.unwrap_or(usize::MAX);
    let mut own = Vec::new();
    for document in collection.scan(&conditions)?.take(limit) {
        let document = document?;
        match &fields {
            None => give(document)?,
            Some(names) => {
                project(document, names, &mut own)?;
                give(&own)?;
            }
        }
    }
    Ok(())
}

/// The object that has these fields of a document, as they are written; those that are not there are left out.
fn project(document: &[u8], names: &[&str], own: &mut Vec<u8>) -> Outcome<()> {
    own.clear();
    for name in names {
        if let Some(value) = field(document, name) {
            own.push(if own.is_empty() { b'{' } else { b',' });
            serde_json::to_writer(&mut *own, name)?;
            own.push(b':');
            own.extend_from_slice(value);
        }
    }
    own.extend_from_slice(if own.is_empty() { b"{}" } else { b"}" });
    Ok(())
}
