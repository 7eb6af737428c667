//! Which fields become columns.

use std::collections::BTreeMap;

use ingot_schema::Record;

/// Fields by name, each with those that are selected in it; all, if none is named.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    fields: BTreeMap<String, Selection>,
    all: bool,
}

impl Selection {
    /// By paths as `images.uri`; no path means all. What is as a whole the name of a field of the root is that one,
    /// whatever dots it has.
    pub(crate) fn new(paths: &[String], record: &Record) -> Self {
        let mut root = Selection { all: paths.is_empty(), ..Selection::default() };
        for path in paths {
            let mut place = &mut root;
            if record.fields.iter().any(|field| field.name == *path) {
                place = place.fields.entry(path.clone()).or_default();
            } else {
                for name in path.split('.') {
                    place = place.fields.entry(name.into()).or_default();
                }
            }
            place.all = true;
        }
        root
    }

    pub(crate) fn is_all(&self) -> bool {
        self.all
    }

    /// What is selected in a field; nothing if the field is not.
    pub(crate) fn within(&self, name: &str) -> Option<&Selection> {
        if self.all { Some(self) } else { self.fields.get(name) }
    }

    /// Whether a record has all fields that are named; an error is the message.
    pub(crate) fn check(&self, record: &Record) -> Result<(), String> {
        let unknown = |name: &&String| record.fields.iter().all(|field| field.name != **name);
        match self.fields.keys().find(unknown).filter(|_| !self.all) {
            Some(name) => Err(format!("{} has no field {name:?} to select", record.name)),
            None => Ok(()),
        }
    }
}
