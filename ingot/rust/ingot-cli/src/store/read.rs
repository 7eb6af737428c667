//! Commands that read documents.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::Write;

use ingot_store::{Collection, Condition, StoreError, field};

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
            streams::tell(format_args!("there is no document {key:?}"));
            found = Found::Lacking;
        }
    }
    output.finish()?;
    Ok(found)
}

pub(crate) fn scan(arguments: &Arguments) -> Outcome {
    let mut output = streams::output("-")?;
    each(&super::reader(arguments)?, arguments, |document| {
        output.write_all(document)?;
        Ok(output.write_all(b"\n")?)
    })?;
    output.finish()?;
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
    Selection::new(arguments)?.documents(collection)?.try_for_each(|document| give(&document?))
}

/// Which documents the options select, and which of their fields.
pub(super) struct Selection<'a> {
    conditions: Vec<Condition>,
    fields: Option<Vec<&'a str>>,
    limit: usize,
}

impl<'a> Selection<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Outcome<Selection<'a>> {
        let fields = arguments.option("fields").map(|names| {
            let mut own: Vec<_> = names.split(',').collect();
            // What is named twice is there once: two fields of one name would be no document.
            let mut seen = HashSet::new();
            own.retain(|name| seen.insert(*name));
            own
        });
        Ok(Selection {
            conditions: arguments.all("where").map(str::parse).collect::<Result<_, _>>()?,
            fields,
            limit: arguments.number("limit")?.unwrap_or(usize::MAX),
        })
    }

    pub(super) fn documents<'c>(
        &'c self,
        collection: &'c Collection,
    ) -> Outcome<impl Iterator<Item = Result<Cow<'c, [u8]>, StoreError>>> {
        let documents = collection.scan(&self.conditions)?.take(self.limit);
        Ok(documents.map(|document| {
            Ok(match &self.fields {
                None => Cow::Borrowed(document?),
                Some(names) => Cow::Owned(project(document?, names)),
            })
        }))
    }
}

/// The object that has these fields of a document, as they are written; those that are not there are left out.
fn project(document: &[u8], names: &[&str]) -> Vec<u8> {
    let mut own = Vec::new();
    for name in names {
        if let Some(value) = field(document, name) {
            own.push(if own.is_empty() { b'{' } else { b',' });
            own.extend_from_slice(serde_json::Value::from(*name).to_string().as_bytes());
            own.push(b':');
            own.extend_from_slice(value);
        }
    }
    own.extend_from_slice(if own.is_empty() { b"{}" } else { b"}" });
    own
}
