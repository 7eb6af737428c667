//! A schema for JSON values that have none.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::SchemaError;
use crate::json::{Data, Json, Odd, read};
use crate::limits::Limits;
use crate::names::is_simple_name;
use crate::options::Options;
use crate::schema::{Schema, Type};

/// The narrowest schema that takes all values, its records named after the name given; an error if it is beyond the
/// limits of schemas.
///
/// Objects are records, or maps where a key is no name; integers are `long`, numbers with a fraction or beyond 64 bits
/// `double`; what is not always there may be null, and is by default.
///
/// ```
/// use ingot_schema::{Json, infer};
///
/// let values = [Json::parse(r#"{"id": 1, "tags": ["new"]}"#)?, Json::parse(r#"{"id": 2.5}"#)?];
/// let schema = infer(&values, "Order")?;
/// assert_eq!(
///     schema.to_string(),
///     r#"{"type":"record","name":"Order","fields":[{"name":"id","type":"double"},"#.to_owned()
///         + r#"{"name":"tags","type":["null",{"type":"array","items":"string"}],"default":null}]}"#
/// );
/// # Ok::<(), ingot_schema::SchemaError>(())
/// ```
pub fn infer<'v>(values: impl IntoIterator<Item = &'v Json>, name: &str) -> Result<Schema, SchemaError> {
    let mut inference = Inference::default();
    for value in values {
        inference.add(value);
    }
    inference.schema(name)
}

/// What is known of some JSON values: for those that come one by one.
#[derive(Debug, Clone, Default)]
pub struct Inference(Guess);

impl Inference {
    /// Takes one more value into account.
    pub fn add(&mut self, value: &Json) {
        self.0.add(value);
    }

    /// The same of a document of any length, which is JSON text; an error if it is none. Of keys that are there twice
    /// the last one counts.
    pub fn add_document(&mut self, text: &str) -> Result<(), SchemaError> {
        let limits = Limits { text_bytes: usize::MAX, json_values: usize::MAX, ..Limits::default() };
        let reading = read(text, &limits, Odd::Keys).map_err(|fault| fault.place(text, None))?;
        self.add(&reading.json);
        Ok(())
    }

    /// The schema of all values so far, its records named after the name given; an error if it is beyond the limits.
    pub fn schema(&self, name: &str) -> Result<Schema, SchemaError> {
        let json = self.0.schema(name, &mut BTreeSet::new());
        Schema::parse(&json.to_string())
    }

    /// The schema of all objects so far as a record, whatever their keys are: for what has other rules for names than
    /// Avro, as columns do. Only within the fields are there maps. An error if there are too many fields, or too deep
    /// ones.
    ///
    /// ```
    /// use ingot_schema::{Inference, Type};
    ///
    /// let mut inference = Inference::default();
    /// inference.add_document(r#"{"first name": "Ada", "tags": {"of 1843": true}}"#)?;
    /// let schema = inference.table("Person")?;
    /// let Type::Record(person) = &schema[schema.root()].shape else { panic!() };
    /// assert_eq!(person.fields[0].name, "first name");
    /// assert_eq!(schema[person.fields[1].node].shape.word(), "map");
    /// # Ok::<(), ingot_schema::SchemaError>(())
    /// ```
    pub fn table(&self, name: &str) -> Result<Schema, SchemaError> {
        let none = Object::default();
        let found = self.0.object.as_ref().unwrap_or(&none);
        // Read by names that stand for the keys, which a schema could not be read by.
        let json = found.record(name, &mut BTreeSet::new(), |at, _| format!("_{at}"));
        let limits = Limits {
            text_bytes: usize::MAX,
            json_values: usize::MAX,
            depth: Limits::MOST_DEPTH,
            nodes: MOST_TYPES,
            ..Limits::default()
        };
        let mut schema = Schema::parse_with(&json.to_string(), &Options { limits, ..Options::default() })?;
        let root = schema.root.index();
        if let Type::Record(record) = &mut schema.nodes[root].shape {
            for (field, key) in record.fields.iter_mut().zip(&found.names) {
                field.name.clone_from(key);
            }
        }
        Ok(schema)
    }
}

/// Types of a table: more than columns can be, each of which has up to three.
const MOST_TYPES: usize = 1 << 18;

/// What was met at one place.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether one type was met")]
struct Guess {
    null: bool,
    boolean: bool,
    long: bool,
    double: bool,
    string: bool,
    array: Option<Box<Guess>>,
    object: Option<Object>,
}

/// What was met of objects at one place.
#[derive(Debug, Clone, Default)]
struct Object {
    count: usize,
    /// The names in the order in which they were met first.
    names: Vec<String>,
    fields: BTreeMap<String, (Guess, usize)>,
    /// Whether a key was no name of a field.
    is_map: bool,
}

impl Guess {
    fn add(&mut self, value: &Json) {
        match &value.data {
            Data::Null => self.null = true,
            Data::Bool(_) => self.boolean = true,
            Data::Number(number) if number.is_integer() && number.as_i64().is_some() => self.long = true,
            Data::Number(_) => self.double = true,
            Data::String(_) => self.string = true,
            Data::Array(items) => {
                let guess = self.array.get_or_insert_default();
                for item in items {
                    guess.add(item);
                }
            }
            Data::Object(members) => self.object.get_or_insert_default().add(members),
        }
    }

    fn merge(&mut self, other: &Guess) {
        self.null |= other.null;
        self.boolean |= other.boolean;
        self.long |= other.long;
        self.double |= other.double;
        self.string |= other.string;
        if let Some(items) = &other.array {
            self.array.get_or_insert_default().merge(items);
        }
        if let Some(object) = &other.object {
            self.object.get_or_insert_default().merge(object);
        }
    }

    fn schema(&self, name: &str, used: &mut BTreeSet<String>) -> Json {
        let mut branches: Vec<Json> = Vec::new();
        if self.null {
            branches.push("null".into());
        }
        if self.boolean {
            branches.push("boolean".into());
        }
        if self.double {
            branches.push("double".into());
        } else if self.long {
            branches.push("long".into());
        }
        if self.string {
            branches.push("string".into());
        }
        if let Some(items) = &self.array {
            let part = items.schema(&format!("{name}_item"), used);
            branches.push(object([("type", "array".into()), ("items", part)]));
        }
        if let Some(found) = &self.object {
            branches.push(found.schema(name, used));
        }
        match branches.len() {
            0 => "null".into(),
            1 => branches.remove(0),
            _ => Data::Array(branches).into(),
        }
    }
}

impl Object {
    fn add(&mut self, members: &[(String, Json)]) {
        self.count += 1;
        for (key, value) in members {
            self.is_map |= !is_simple_name(key);
            let (guess, count) = self.field(key);
            guess.add(value);
            *count += 1;
        }
    }

    fn merge(&mut self, other: &Object) {
        self.count += other.count;
        self.is_map |= other.is_map;
        for name in &other.names {
            let (guess, count) = self.field(name);
            let (more, times) = &other.fields[name];
            guess.merge(more);
            *count += times;
        }
    }

    fn field(&mut self, key: &str) -> &mut (Guess, usize) {
        if !self.fields.contains_key(key) {
            self.names.push(key.to_string());
        }
        self.fields.entry(key.to_string()).or_default()
    }

    fn schema(&self, name: &str, used: &mut BTreeSet<String>) -> Json {
        if self.is_map {
            let mut all = Guess::default();
            self.fields.values().for_each(|(guess, _)| all.merge(guess));
            let part = all.schema(&format!("{name}_value"), used);
            return object([("type", "map".into()), ("values", part)]);
        }
        self.record(name, used, |_, key| key.to_string())
    }

    /// A record whose fields are named by the places and the keys.
    fn record(&self, name: &str, used: &mut BTreeSet<String>, named: impl Fn(usize, &str) -> String) -> Json {
        let mut own = name.to_string();
        let mut number = 2;
        while !used.insert(own.clone()) {
            own = format!("{name}_{number}");
            number += 1;
        }
        let field = |(at, key): (usize, &String)| self.field_schema(key, &named(at, key), &own, used);
        let fields = self.names.iter().enumerate().map(field).collect();
        object([("type", "record".into()), ("name", own.as_str().into()), ("fields", Data::Array(fields).into())])
    }

    fn field_schema(&self, key: &str, named: &str, record: &str, used: &mut BTreeSet<String>) -> Json {
        let (guess, count) = &self.fields[key];
        let mut guess = guess.clone();
        guess.null |= *count < self.count;
        let letters: String = key.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
        let part = guess.schema(&format!("{record}_{letters}"), used);
        let mut members = alloc::vec![("name", named.into()), ("type", part)];
        if guess.null {
            members.push(("default", Data::Null.into()));
        }
        object(members)
    }
}

fn object(members: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
    Data::Object(members.into_iter().map(|(key, value)| (key.to_string(), value)).collect()).into()
}
