//! A schema for JSON values that have none.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::SchemaError;
use crate::json::{Data, Json};
use crate::names::is_simple_name;
use crate::schema::Schema;

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

    /// The schema of all values so far, its records named after the name given; an error if it is beyond the limits.
    pub fn schema(&self, name: &str) -> Result<Schema, SchemaError> {
        let json = self.0.schema(name, &mut BTreeSet::new());
        Schema::parse(&json.to_string())
    }
}

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
        let mut own = name.to_string();
        let mut number = 2;
        while !used.insert(own.clone()) {
            own = format!("{name}_{number}");
            number += 1;
        }
        let fields = self.names.iter().map(|key| self.field_schema(key, &own, used)).collect();
        object([("type", "record".into()), ("name", own.as_str().into()), ("fields", Data::Array(fields).into())])
    }

    fn field_schema(&self, key: &str, record: &str, used: &mut BTreeSet<String>) -> Json {
        let (guess, count) = &self.fields[key];
        let mut guess = guess.clone();
        guess.null |= *count < self.count;
        let part = guess.schema(&format!("{record}_{key}"), used);
        let mut members = alloc::vec![("name", key.into()), ("type", part)];
        if guess.null {
            members.push(("default", Data::Null.into()));
        }
        object(members)
    }
}

fn object(members: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
    Data::Object(members.into_iter().map(|(key, value)| (key.to_string(), value)).collect()).into()
}
