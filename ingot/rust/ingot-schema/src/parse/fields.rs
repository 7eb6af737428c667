//! Records and their fields.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::Parser;
use super::attributes::Attributes;
use super::named::Head;
use crate::error::{Fault, SchemaClass, shown};
use crate::json::{Data, Json};
use crate::names::is_simple_name;
use crate::schema::{Default, Field, NodeId, Order, Record, Type};

impl<'j> Parser<'j, '_> {
    pub(super) fn parse_record(
        &mut self,
        attributes: Attributes<'j>,
        namespace: &str,
        is_error: bool,
    ) -> Result<NodeId, Fault> {
        let (id, name, aliases, doc) = match self.head(attributes, namespace, "record")? {
            Head::New { id, name, aliases, doc } => (id, name, aliases, doc),
            Head::Again(id) => return Ok(id),
        };
        let items = attributes.needed_items("fields", "record")?;
        let mut fields = Vec::with_capacity(items.len());
        let mut names = BTreeSet::new();
        for item in items {
            let field = self.parse_field(item, name.namespace())?;
            if !names.insert(field.name.clone()) {
                let message = format!("{} has a field {} already", name.brief(), shown(&field.name));
                return Err(Fault::at(SchemaClass::FieldDuplicate, item, message));
            }
            fields.push(field);
        }
        let shape = Type::Record(Record { name, aliases, doc, fields, is_error });
        self.fill(id, shape, attributes, &["type", "name", "namespace", "aliases", "doc", "fields"]);
        Ok(id)
    }

    fn parse_field(&mut self, json: &'j Json, namespace: &str) -> Result<Field, Fault> {
        let Data::Object(members) = &json.data else {
            let message = format!("a field is an object, not {}", json.kind());
            return Err(Fault::at(SchemaClass::AttributeInvalid, json, message));
        };
        let attributes = Attributes { json, members };
        let name = attributes.needed_text("name", "field")?;
        if !is_simple_name(name) {
            let at = attributes.get("name").unwrap_or(json);
            let message = format!("{} is no name of a field: letters, digits and _, not a digit first", shown(name));
            if name.is_empty() {
                return Err(Fault::at(SchemaClass::NameInvalid, at, message));
            }
            self.soft(SchemaClass::NameInvalid, at, &message)?;
        }
        let node = self.parse_type(attributes.needed("type", "field")?, namespace)?;
        if let Some(logical) = attributes.get("logicalType") {
            let message = "a logicalType beside the type of a field counts for nothing: write it within the type";
            self.warnings.push(Fault::at(SchemaClass::LogicalIgnored, logical, message));
        }
        let aliases = self.texts(attributes, "aliases")?.into_iter().map(ToString::to_string).collect();
        let doc = self.text(attributes, "doc")?.map(ToString::to_string);
        Ok(Field {
            name: name.to_string(),
            aliases,
            doc,
            node,
            default: attributes.get("default").map(|json| Default { json: json.clone(), value: None }),
            order: self.order(attributes)?,
            properties: attributes.others(&["name", "type", "aliases", "doc", "default", "order"]),
        })
    }

    fn order(&mut self, attributes: Attributes<'j>) -> Result<Order, Fault> {
        let Some(word) = self.text(attributes, "order")? else { return Ok(Order::Ascending) };
        Ok(match word {
            "ascending" => Order::Ascending,
            "descending" => Order::Descending,
            "ignore" => Order::Ignore,
            _ => {
                let at = attributes.get("order").unwrap_or(attributes.json);
                let message = format!("order {} is none of ascending, descending and ignore", shown(word));
                self.soft(SchemaClass::AttributeInvalid, at, &message)?;
                match word.to_ascii_lowercase().as_str() {
                    "descending" => Order::Descending,
                    "ignore" => Order::Ignore,
                    _ => Order::Ascending,
                }
            }
        })
    }
}
