//! The attributes of a type or a field, each checked for what it may be.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Parser;
use crate::error::{Fault, SchemaClass};
use crate::json::{Data, Json};

/// An object of the schema and its members.
#[derive(Clone, Copy)]
pub(super) struct Attributes<'j> {
    pub(super) json: &'j Json,
    pub(super) members: &'j [(String, Json)],
}

impl<'j> Attributes<'j> {
    pub(super) fn get(self, key: &str) -> Option<&'j Json> {
        self.members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Those that are not among the ones given.
    pub(super) fn others(self, own: &[&str]) -> Vec<(String, Json)> {
        self.members.iter().filter(|(key, _)| !own.contains(&key.as_str())).cloned().collect()
    }

    pub(super) fn needed(self, key: &str, what: &str) -> Result<&'j Json, Fault> {
        self.get(key).ok_or_else(|| {
            let message = format!("the {what} needs the attribute \"{key}\"");
            Fault::at(SchemaClass::AttributeMissing, self.json, message)
        })
    }

    pub(super) fn needed_text(self, key: &str, what: &str) -> Result<&'j str, Fault> {
        let json = self.needed(key, what)?;
        json.as_str().ok_or_else(|| wrong(json, key, "a string"))
    }

    pub(super) fn needed_items(self, key: &str, what: &str) -> Result<&'j [Json], Fault> {
        let json = self.needed(key, what)?;
        if let Data::Array(items) = &json.data { Ok(items) } else { Err(wrong(json, key, "an array")) }
    }
}

impl<'j> Parser<'j, '_> {
    /// An attribute that is a string where it is there; leniently, anything else counts for nothing.
    pub(super) fn text(&mut self, attributes: Attributes<'j>, key: &str) -> Result<Option<&'j str>, Fault> {
        let Some(json) = attributes.get(key) else { return Ok(None) };
        let text = json.as_str();
        if text.is_none() {
            self.soft_wrong(json, key, "a string")?;
        }
        Ok(text)
    }

    /// An attribute that is an array of strings where it is there; leniently, anything else counts for nothing.
    pub(super) fn texts(&mut self, attributes: Attributes<'j>, key: &str) -> Result<Vec<&'j str>, Fault> {
        let Some(json) = attributes.get(key) else { return Ok(Vec::new()) };
        let Data::Array(items) = &json.data else {
            self.soft_wrong(json, key, "an array of strings")?;
            return Ok(Vec::new());
        };
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            match item.as_str() {
                Some(text) => texts.push(text),
                None => self.soft_wrong(item, key, "an array of strings")?,
            }
        }
        Ok(texts)
    }

    pub(super) fn soft_wrong(&mut self, json: &Json, key: &str, expected: &str) -> Result<(), Fault> {
        let fault = wrong(json, key, expected);
        if self.options.lenient {
            self.warnings.push(fault);
            return Ok(());
        }
        Err(fault)
    }
}

pub(super) fn wrong(json: &Json, key: &str, expected: &str) -> Fault {
    Fault::at(SchemaClass::AttributeInvalid, json, format!("\"{key}\" is {}, not {expected}", json.kind()))
}
