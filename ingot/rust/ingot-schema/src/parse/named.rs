//! Types with names: enums and fixed here, records with their fields beside.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Parser;
use super::attributes::Attributes;
use crate::error::{Fault, SchemaClass, shown};
use crate::json::{Data, Json};
use crate::names::{Name, is_simple_name};
use crate::schema::{Enum, Fixed, NodeId, Type};

/// What all named types have, or the type itself where the same definition was there before.
pub(super) enum Head {
    New { id: NodeId, name: Name, aliases: Vec<Name>, doc: Option<String> },
    Again(NodeId),
}

impl<'j> Parser<'j, '_> {
    /// Reads the name of a type and makes it known, so that its own parts can use it.
    pub(super) fn head(&mut self, attributes: Attributes<'j>, namespace: &str, what: &str) -> Result<Head, Fault> {
        let text = attributes.needed_text("name", what)?;
        let at = attributes.get("name").unwrap_or(attributes.json);
        let own = self.text(attributes, "namespace")?.unwrap_or(namespace);
        let name = self.full_name(at, text, own)?;
        if name.simple().is_empty() {
            return Err(Fault::at(SchemaClass::NameInvalid, at, "a name cannot be empty"));
        }
        if !name.is_valid() || text.starts_with("..") || own.starts_with('.') {
            let message = format!("{} is no name: letters, digits and _ only, not a digit first", shown(name.full()));
            self.soft(SchemaClass::NameInvalid, at, &message)?;
        }
        if Type::primitive(name.simple()).is_some() {
            let fault =
                Fault::at(SchemaClass::NameReserved, at, format!("{} is a primitive type", shown(name.simple())));
            if name.namespace().is_empty() || !self.options.lenient {
                return Err(fault);
            }
            self.warnings.push(fault);
        }
        if let Some((node, before)) = self.names.get(&name) {
            let (node, same) = (*node, *before == attributes.json);
            let fault = Fault::at(SchemaClass::NameDuplicate, at, format!("{} is defined before", shown(name.full())));
            if !same || !self.options.lenient {
                return Err(fault);
            }
            self.warnings.push(fault);
            return Ok(Head::Again(node));
        }
        let mut aliases = Vec::new();
        for alias in self.texts(attributes, "aliases")? {
            aliases.push(self.full_name(attributes.json, alias, name.namespace())?);
        }
        let doc = self.text(attributes, "doc")?.map(ToString::to_string);
        let id = self.push(attributes.json, None);
        self.nodes[id.index()].name = Some(name.clone());
        self.names.insert(name.clone(), (id, attributes.json));
        Ok(Head::New { id, name, aliases, doc })
    }

    pub(super) fn parse_enum(&mut self, attributes: Attributes<'j>, namespace: &str) -> Result<NodeId, Fault> {
        let (id, name, aliases, doc) = match self.head(attributes, namespace, "enum")? {
            Head::New { id, name, aliases, doc } => (id, name, aliases, doc),
            Head::Again(id) => return Ok(id),
        };
        let items = attributes.needed_items("symbols", "enum")?;
        self.count(attributes.json, items.len(), "symbols")?;
        if items.is_empty() {
            let json = attributes.needed("symbols", "enum")?;
            self.soft(SchemaClass::SymbolMissing, json, "an enum needs a symbol")?;
        }
        let mut symbols = Vec::with_capacity(items.len());
        let mut known = BTreeSet::new();
        for item in items {
            let Some(symbol) = item.as_str().filter(|symbol| !symbol.is_empty()) else {
                return Err(Fault::at(SchemaClass::SymbolInvalid, item, "a symbol is a string that is not empty"));
            };
            if !is_simple_name(symbol) {
                let message = format!("{} is no symbol: letters, digits and _, not a digit first", shown(symbol));
                self.soft(SchemaClass::SymbolInvalid, item, &message)?;
            }
            if !known.insert(symbol) {
                let message = format!("the symbol {} is there twice", shown(symbol));
                return Err(Fault::at(SchemaClass::SymbolDuplicate, item, message));
            }
            symbols.push(symbol.to_string());
        }
        let mut default = None;
        if let Some(symbol) = self.text(attributes, "default")? {
            default = symbols.iter().position(|one| one == symbol).and_then(|place| u32::try_from(place).ok());
            if default.is_none() {
                let json = attributes.get("default").unwrap_or(attributes.json);
                let message = format!("the default {} is no symbol of {}", shown(symbol), name.brief());
                self.soft(SchemaClass::DefaultInvalid, json, &message)?;
            }
        }
        let shape = Type::Enum(Enum { name, aliases, doc, symbols, default });
        self.fill(id, shape, attributes, &["type", "name", "namespace", "aliases", "doc", "symbols", "default"]);
        Ok(id)
    }

    pub(super) fn parse_fixed(&mut self, attributes: Attributes<'j>, namespace: &str) -> Result<NodeId, Fault> {
        let (id, name, aliases, doc) = match self.head(attributes, namespace, "fixed")? {
            Head::New { id, name, aliases, doc } => (id, name, aliases, doc),
            Head::Again(id) => return Ok(id),
        };
        let json = attributes.needed("size", "fixed")?;
        let size = self.size(json)?;
        let shape = Type::Fixed(Fixed { name, aliases, doc, size });
        self.fill(id, shape, attributes, &["type", "name", "namespace", "aliases", "doc", "size"]);
        Ok(id)
    }

    fn size(&mut self, json: &Json) -> Result<u32, Fault> {
        let value = match &json.data {
            Data::Number(number) if number.is_integer() => number.as_i64(),
            Data::String(digits) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.soft_wrong(json, "size", "a number")?;
                digits.parse().ok()
            }
            _ => None,
        };
        value.and_then(|size| i32::try_from(size).ok()).and_then(|size| u32::try_from(size).ok()).ok_or_else(|| {
            Fault::at(SchemaClass::AttributeInvalid, json, "the size of a fixed is an integer from 0 to 2147483647")
        })
    }
}
