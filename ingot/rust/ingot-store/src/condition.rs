//! Conditions on fields, and fields, of documents as they are written.

use std::cmp::Ordering;

use serde_json::Value;

use crate::collection::Collection;
use crate::error::{Outcome, StoreClass, StoreError};
use crate::text;

/// A condition such as `age >= 30`, `name == "Ada"` or `metadata.source != "web"`.
///
/// A dot leads into an object, so that a name that has one cannot be given. A field that is not there, or of another kind than the value, fulfils `!=` only.
///
/// ```
/// let old: ingot_store::Condition = "age >= 30".parse()?;
/// assert!(old.holds(br#"{"id": "a", "age": 36}"#));
/// assert!(!old.holds(br#"{"id": "b"}"#));
/// # Ok::<(), ingot_store::StoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    path: Vec<String>,
    relation: Relation,
    value: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The longer ones first, since the shorter ones begin them.
const RELATIONS: [(&str, Relation); 6] = [
    ("==", Relation::Equal),
    ("!=", Relation::Unequal),
    ("<=", Relation::LessOrEqual),
    (">=", Relation::GreaterOrEqual),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

impl std::str::FromStr for Condition {
    type Err = StoreError;

    fn from_str(text: &str) -> Outcome<Condition> {
        let wrong = |what: &str| {
            let message = format!("{text:?}: {what}, as in age >= 30 or name == \"Ada\"");
            StoreError::new(StoreClass::ConditionInvalid, message)
        };
        let at = text.find(['=', '!', '<', '>']).ok_or_else(|| wrong("no relation"))?;
        let (path, rest) = text.split_at(at);
        let found = RELATIONS.iter().find_map(|(sign, relation)| Some((*relation, rest.strip_prefix(sign)?)));
        let (relation, value) = found.ok_or_else(|| wrong("no relation"))?;
        let value = serde_json::from_str(value.trim()).map_err(|_| wrong("no JSON value behind the relation"))?;
        let path: Vec<_> = path.trim().split('.').map(str::to_string).collect();
        if path.iter().any(String::is_empty) {
            return Err(wrong("no field before the relation"));
        }
        Ok(Condition { path, relation, value })
    }
}

impl Condition {
    /// Whether a document fulfils it.
    #[must_use]
    pub fn holds(&self, document: &[u8]) -> bool {
        let mut own = Some(document);
        for name in &self.path {
            own = own.and_then(|value| text::field(value, name));
        }
        let order = own.and_then(|own| compare(own, &self.value));
        match self.relation {
            Relation::Equal => order == Some(Ordering::Equal),
            Relation::Unequal => order != Some(Ordering::Equal),
            Relation::Less => order == Some(Ordering::Less),
            Relation::LessOrEqual => order.is_some_and(Ordering::is_le),
            Relation::Greater => order == Some(Ordering::Greater),
            Relation::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
        }
    }
}

/// How a value as it is written compares; none if it is of another kind, or has no order and is another.
fn compare(own: &[u8], value: &Value) -> Option<Ordering> {
    match value {
        Value::Number(number) => match (std::str::from_utf8(own).ok()?.parse::<i64>(), number.as_i64()) {
            (Ok(own), Some(number)) => Some(own.cmp(&number)),
            _ => wide(own, number)
                .or_else(|| std::str::from_utf8(own).ok()?.parse::<f64>().ok()?.partial_cmp(&number.as_f64()?)),
        },
        Value::String(text) => match own {
            [b'"', own @ .., b'"'] => Some(text::unescaped(own)?.as_ref().cmp(text)),
            _ => None,
        },
        other => (serde_json::from_slice::<Value>(own).ok()? == *other).then_some(Ordering::Equal),
    }
}

/// How whole numbers compare of which one is beyond 64 bits with a sign: a double would be a guess.
#[cold]
fn wide(own: &[u8], number: &serde_json::Number) -> Option<Ordering> {
    let number = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))?;
    Some(std::str::from_utf8(own).ok()?.parse::<i128>().ok()?.cmp(&number))
}

impl Collection {
    /// The documents that fulfil all conditions, in the order of writing; an error as of [`documents`](Collection::documents).
    pub fn scan<'c>(&'c self, conditions: &'c [Condition]) -> Outcome<impl Iterator<Item = Outcome<&'c [u8]>>> {
        let fulfils = |line: &Outcome<&[u8]>| match line {
            Ok(line) => conditions.iter().all(|condition| condition.holds(line)),
            Err(_) => true,
        };
        Ok(self.documents()?.filter(fulfils))
    }
}
