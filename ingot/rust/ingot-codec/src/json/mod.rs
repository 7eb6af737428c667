//! The JSON encoding of the specification: a value with its branches of unions named, so that it can be read again; and
//! plain JSON, without these names.

mod branches;

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use ingot_schema::{Data, Field, Json, NodeId, Number, Record, Schema, Type, Value};

use ingot_schema::shared::{Symbols, bytes_looked_at, cut, plain_value};

use branches::Branches;

use crate::codec::Codec;
use crate::error::{DataClass, DataError, Fault, Outcome, Step, Within, fault};
use crate::limits::{Limits, Options};

impl Codec {
    /// The value that a JSON value stands for; an error if it is none of the schema.
    ///
    /// Numbers have to be exact; a branch of a union is named in full, or by its short name where only one has it; fields
    /// that are missing have their defaults, and there are no others.
    ///
    /// ```
    /// use ingot_codec::{Codec, Json, Schema, Value};
    ///
    /// let codec = Codec::new(Schema::parse(r#"["null", "long"]"#).unwrap());
    /// let value = codec.from_json(&Json::parse(r#"{"long": 9007199254740993}"#).unwrap()).unwrap();
    /// assert_eq!(value, Value::Union(1, Box::new(Value::Long(9_007_199_254_740_993))));
    /// assert_eq!(codec.to_json(&value).unwrap().to_string(), r#"{"long":9007199254740993}"#);
    /// ```
    pub fn from_json(&self, json: &Json) -> Result<Value, DataError> {
        self.from_json_with(json, &Options::default())
    }

    /// The same, read as the options say. Leniently, fields that the record does not have count for nothing, and a branch
    /// of a union needs no name where it is the only one that the value is of.
    ///
    /// ```
    /// use ingot_codec::{Codec, Json, Options, Schema, Value};
    ///
    /// let codec = Codec::new(Schema::parse(r#"["null", "double", "string"]"#).unwrap());
    /// let json = Json::parse_lenient("NaN").unwrap();
    /// assert!(codec.from_json(&json).is_err());
    /// let value = codec.from_json_with(&Json::parse("1.5").unwrap(), &Options::lenient()).unwrap();
    /// assert_eq!(value, Value::Union(1, Box::new(Value::Double(1.5))));
    /// ```
    pub fn from_json_with(&self, json: &Json, options: &Options) -> Result<Value, DataError> {
        let form = if options.lenient { Form::Lenient } else { Form::Strict };
        self.read_json(json, form, options.limits.depth.min(Limits::MOST_DEPTH))
    }

    /// The value that a document stands for, in a schema that was made from such documents; an error if it is none of the
    /// schema. A document names no branch of a union: it is the only one that takes its type of JSON.
    ///
    /// ```
    /// use ingot_codec::{Codec, Json};
    ///
    /// let documents = [r#"{"to": 1.5}"#, r#"{"to": "NaN"}"#, r#"{"to": {"string": "x"}}"#, "{}"];
    /// let documents = documents.map(|text| Json::parse(text).unwrap());
    /// let codec = Codec::new(ingot_schema::infer(&documents, "Document").unwrap());
    /// for document in &documents {
    ///     let value = codec.from_plain_json(document).unwrap();
    ///     assert_eq!(codec.to_plain_json(&value).as_ref(), Ok(document));
    /// }
    /// ```
    pub fn from_plain_json(&self, json: &Json) -> Result<Value, DataError> {
        self.read_json(json, Form::Plain, Limits::default().depth)
    }

    fn read_json(&self, json: &Json, form: Form, depth: usize) -> Result<Value, DataError> {
        let mut reader = Reader {
            schema: &self.schema,
            depth,
            form,
            trials: MOST_TRIALS,
            branches: Branches::default(),
            symbols: Symbols::default(),
            looked_at: 0,
        };
        reader.value(self.schema.root(), json).map_err(DataError::from)
    }

    /// The JSON value that stands for a value; an error if it is none of the schema.
    pub fn to_json(&self, value: &Value) -> Result<Json, DataError> {
        self.write_json(value, Form::Strict)
    }

    /// The document that stands for a value; an error if it is none of the schema. No branch is named, and a field that is
    /// null is left out where null is its default.
    ///
    /// ```
    /// use ingot_codec::{Codec, Schema, Value};
    ///
    /// let codec = Codec::new(Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
    ///     {"name": "name", "type": ["null", "string"]},
    ///     {"name": "grams", "type": ["null", "long"], "default": null}
    /// ]}"#).unwrap());
    /// let some = |value| Value::Union(1, Box::new(value));
    /// let null = || Value::Union(0, Box::new(Value::Null));
    /// let tea = Value::Record(vec![some(Value::String("oolong".into())), some(Value::Long(250))]);
    /// assert_eq!(codec.to_plain_json(&tea).unwrap().to_string(), r#"{"name":"oolong","grams":250}"#);
    /// let tea = Value::Record(vec![null(), null()]);
    /// assert_eq!(codec.to_plain_json(&tea).unwrap().to_string(), r#"{"name":null}"#);
    /// ```
    pub fn to_plain_json(&self, value: &Value) -> Result<Json, DataError> {
        self.write_json(value, Form::Plain)
    }

    fn write_json(&self, value: &Value, form: Form) -> Result<Json, DataError> {
        let mut writer = Writer { schema: &self.schema, depth: Limits::default().depth, form };
        writer.value(self.schema.root(), value).map_err(DataError::from)
    }
}

/// How branches of unions stand in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// By their names, as the specification has it.
    Strict,
    /// By their names, or without where only one is possible.
    Lenient,
    /// Without names, as documents are that know nothing of Avro.
    Plain,
}

struct Reader<'s> {
    schema: &'s Schema,
    depth: usize,
    form: Form,
    /// How many more values may be tried to find the branches that they are of.
    trials: usize,
    branches: Branches<'s>,
    symbols: Symbols<'s>,
    /// How many values, members and runs of text were looked at.
    looked_at: usize,
}

/// Where branches have no names, each union within a union may be tried again for each branch of that.
const MOST_TRIALS: usize = 1 << 18;

/// How many values that are looked at in vain are one more trial.
const TRIAL: usize = 64;

/// How many bytes of a text are looked at like a value.
const VALUE: usize = 16;

impl<'s> Reader<'s> {
    fn value(&mut self, id: NodeId, json: &Json) -> Outcome<Value> {
        let node = &self.schema[id];
        let members = if let Data::Object(members) = &json.data { members.len() } else { 0 };
        self.looked_at += 1 + members + bytes_looked_at(&node.shape, json) / VALUE;
        let found = match (&node.shape, &json.data) {
            (Type::Union(branches), _) => {
                return match self.form {
                    Form::Strict => self.branch(id, branches, json),
                    Form::Lenient => self.any_branch(id, branches, json),
                    Form::Plain => self.plain_branch(id, branches, json),
                };
            }
            (Type::Array(part), Data::Array(items)) => {
                enter(&mut self.depth)?;
                let mut values = Vec::with_capacity(items.len());
                for (place, item) in items.iter().enumerate() {
                    values.push(self.value(*part, item).within(|| Step::Item(place))?);
                }
                self.depth += 1;
                Some(Value::Array(values))
            }
            (Type::Map(part), Data::Object(members)) => {
                enter(&mut self.depth)?;
                let mut entries = Vec::with_capacity(members.len());
                for (key, member) in members {
                    entries.push((key.clone(), self.value(*part, member).within(|| Step::Key(key.clone()))?));
                }
                self.depth += 1;
                Some(Value::Map(entries))
            }
            (Type::Record(record), Data::Object(members)) => {
                enter(&mut self.depth)?;
                let value = self.record(record, members)?;
                self.depth += 1;
                Some(value)
            }
            (Type::Enum(one), Data::String(symbol)) => self.symbols.place(id, one, symbol).map(Value::Enum),
            (shape, _) => plain_value(shape, json),
        };
        match found {
            Some(value) => Ok(value),
            None => invalid(format!("{} is no {} of the schema", cut(&text(json)), node.shape.word())),
        }
    }

    /// A branch by its name, or the only one that the value is of.
    fn any_branch(&mut self, union: NodeId, branches: &[NodeId], json: &Json) -> Outcome<Value> {
        let depth = self.depth;
        let named = match self.branch(union, branches, json) {
            Err(fault) if !is_limit(&fault) => fault,
            done => return done,
        };
        let mut found = None;
        for (place, part) in (0..).zip(branches) {
            self.depth = depth;
            self.spend(1)?;
            let before = self.looked_at;
            match self.value(*part, json) {
                Ok(_) if found.is_some() => {
                    return invalid("the value is of more than one branch of the union: name the one that is meant");
                }
                Ok(value) => found = Some(Value::Union(place, Box::new(value))),
                Err(fault) if is_limit(&fault) => return Err(fault),
                Err(_) => self.spend((self.looked_at - before) / TRIAL)?,
            }
        }
        self.depth = depth;
        found.ok_or(named)
    }

    fn spend(&mut self, trials: usize) -> Outcome<()> {
        let Some(left) = self.trials.checked_sub(trials) else {
            return fault(DataClass::LimitTrials, None, "branches without names take too many trials to find");
        };
        self.trials = left;
        Ok(())
    }

    /// The only branch that takes the value's type of JSON.
    fn plain_branch(&mut self, union: NodeId, branches: &[NodeId], json: &Json) -> Outcome<Value> {
        let Some(place) = self.branches.by_json(self.schema, union, json) else {
            return invalid(format!("{} is of no branch of the union, or of more than one", cut(&text(json))));
        };
        Ok(Value::Union(place, Box::new(self.value(branches[place as usize], json)?)))
    }

    fn branch(&mut self, union: NodeId, branches: &[NodeId], json: &Json) -> Outcome<Value> {
        let (name, inner) = match &json.data {
            Data::Null => ("null", json),
            Data::Object(members) if members.len() == 1 => (members[0].0.as_str(), &members[0].1),
            _ => return invalid("a branch of a union is null, or an object of its name and its value"),
        };
        let Some(place) = self.branches.by_name(self.schema, union, name) else {
            return invalid(format!("the union has no branch {:?}, or more than one", cut(name)));
        };
        let part = branches[place as usize];
        if branch_name(&self.schema[part].shape) == "null" && !matches!(json.data, Data::Null) {
            return invalid("null is written without its name");
        }
        Ok(Value::Union(place, Box::new(self.value(part, inner)?)))
    }

    fn record(&mut self, record: &'s Record, members: &[(String, Json)]) -> Outcome<Value> {
        let mut given: BTreeMap<&str, &Json> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let mut fields = Vec::with_capacity(record.fields.len());
        for field in &record.fields {
            let default = field.default.as_ref().and_then(|default| default.value.as_ref());
            fields.push(match (given.remove(field.name.as_str()), default) {
                (Some(member), _) => self.value(field.node, member).within(|| Step::Field(field.name.clone()))?,
                (None, Some(value)) => value.clone(),
                (None, None) => return invalid(format!("the field {} is missing", cut(&field.name))),
            });
        }
        if let (Some(extra), true) = (given.keys().next(), self.form != Form::Lenient) {
            return invalid(format!("{} has no field {:?}", cut(record.name.full()), cut(extra)));
        }
        Ok(Value::Record(fields))
    }
}

struct Writer<'s> {
    schema: &'s Schema,
    depth: usize,
    form: Form,
}

impl Writer<'_> {
    fn value(&mut self, id: NodeId, value: &Value) -> Outcome<Json> {
        let node = &self.schema[id];
        let data = match (&node.shape, value) {
            (Type::Null, Value::Null) => Data::Null,
            (Type::Boolean, Value::Boolean(value)) => Data::Bool(*value),
            (Type::Int, Value::Int(value)) => Data::Number(i64::from(*value).into()),
            (Type::Long, Value::Long(value)) => Data::Number((*value).into()),
            (Type::Float, Value::Float(value)) => float(Number::from_f32(*value), f64::from(*value)),
            (Type::Double, Value::Double(value)) => float(Number::from_f64(*value), *value),
            (Type::String, Value::String(text)) => Data::String(text.clone()),
            (Type::Bytes, Value::Bytes(bytes)) => Data::String(bytes.iter().copied().map(char::from).collect()),
            (Type::Fixed(fixed), Value::Fixed(bytes)) if bytes.len() == fixed.size as usize => {
                Data::String(bytes.iter().copied().map(char::from).collect())
            }
            (Type::Enum(one), Value::Enum(place)) if (*place as usize) < one.symbols.len() => {
                Data::String(one.symbols[*place as usize].clone())
            }
            (Type::Union(branches), Value::Union(place, inner)) if (*place as usize) < branches.len() => {
                let part = branches[*place as usize];
                let json = self.value(part, inner)?;
                match json.data {
                    data if self.form == Form::Plain => data,
                    Data::Null => Data::Null,
                    data => Data::Object(Vec::from([(branch_name(&self.schema[part].shape).to_owned(), data.into())])),
                }
            }
            (Type::Array(part), Value::Array(values)) => {
                enter(&mut self.depth)?;
                let mut items = Vec::with_capacity(values.len());
                for (place, value) in values.iter().enumerate() {
                    items.push(self.value(*part, value).within(|| Step::Item(place))?);
                }
                self.depth += 1;
                Data::Array(items)
            }
            (Type::Map(part), Value::Map(entries)) => {
                enter(&mut self.depth)?;
                let mut members = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    members.push((key.clone(), self.value(*part, value).within(|| Step::Key(key.clone()))?));
                }
                self.depth += 1;
                Data::Object(members)
            }
            (Type::Record(record), Value::Record(values)) if record.fields.len() == values.len() => {
                enter(&mut self.depth)?;
                let mut members = Vec::with_capacity(values.len());
                for (field, value) in record.fields.iter().zip(values) {
                    let json = self.value(field.node, value).within(|| Step::Field(field.name.clone()))?;
                    if self.form != Form::Plain || !is_default_null(field, &json) {
                        members.push((field.name.clone(), json));
                    }
                }
                self.depth += 1;
                Data::Object(members)
            }
            (shape, _) => return invalid(format!("the value is no {} of the schema", shape.word())),
        };
        Ok(data.into())
    }
}

/// Whether a field is null, as one is that is not there.
fn is_default_null(field: &Field, json: &Json) -> bool {
    let default = field.default.as_ref().map(|default| &default.json.data);
    matches!((&json.data, default), (Data::Null, Some(Data::Null)))
}

fn enter(depth: &mut usize) -> Outcome<()> {
    let Some(lower) = depth.checked_sub(1) else {
        return fault(DataClass::LimitDepth, None, "values are nested too deeply");
    };
    *depth = lower;
    Ok(())
}

/// Whether trying another branch would meet it, too.
fn is_limit(fault: &Fault) -> bool {
    matches!(fault.error.class, DataClass::LimitDepth | DataClass::LimitTrials)
}

fn invalid<T>(message: impl Into<String>) -> Outcome<T> {
    fault(DataClass::ValueInvalid, None, message)
}

fn branch_name(shape: &Type) -> &str {
    shape.name().map_or(shape.word(), |name| name.full())
}

fn text(json: &Json) -> String {
    match &json.data {
        // Cut first: each branch that is tried may say this of a long text.
        Data::String(text) => format!("{}", Json::from(Data::String(cut(text)))),
        Data::Number(number) => cut(number.text()),
        Data::Array(_) => "an array".into(),
        Data::Object(_) => "an object".into(),
        _ => format!("{json}"),
    }
}

fn float(number: Option<Number>, value: f64) -> Data {
    let word = if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    };
    number.map_or_else(|| Data::String(word.into()), Data::Number)
}
