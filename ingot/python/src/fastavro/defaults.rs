//! Defaults of fields: their bytes, which are made once, and those that a user's functions make for each record.

use core::cell::Cell;
use std::collections::HashSet;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::compile::{Compiled, Extra, Logical};
use super::errors::raised;
use super::manner::{Manner, Ways};
use crate::encode::Encoder;
use crate::failure::{Done, Failure};
use crate::manner::Writing;
use crate::objects::{Owned, Raised};
use crate::plan::{Node, Op, Plan};
use crate::threads::found;

/// A default as the schema has it.
pub(super) struct FieldDefault {
    /// The record, and the place of the field.
    pub(super) node: u32,
    pub(super) field: usize,
    pub(super) value: Owned,
    /// The schema has none: it is null.
    pub(super) assumed: bool,
}

/// A default with values of logical types. The bytes that are made once are what this package's own functions make:
/// while there are others for these types, fastavro asks them for each record.
pub(super) struct Asked {
    field: usize,
    /// The logical types.
    nodes: Vec<u32>,
}

impl Asked {
    pub(super) fn of(default: &FieldDefault, nodes: &[Node], extras: &[Extra]) -> Option<Asked> {
        let Op::Record(record) = &nodes[default.node as usize].op else { return None };
        if default.value.as_ptr() == unsafe { ffi::Py_None() } {
            return None;
        }
        let (mut met, mut left, mut asked) = (HashSet::new(), vec![record.fields[default.field].node], Vec::new());
        while let Some(node) = left.pop() {
            if !met.insert(node) {
                continue;
            }
            if extras[node as usize].logical.is_some() {
                asked.push(node);
            }
            match &nodes[node as usize].op {
                Op::Array(part) | Op::Map(part) => left.push(*part),
                Op::Union(union) => left.extend(&union.branches),
                Op::Record(record) => left.extend(record.fields.iter().map(|field| field.node)),
                _ => {}
            }
        }
        (!asked.is_empty()).then_some(Asked { field: default.field, nodes: asked })
    }

    /// Whether a function of a user's own has a say now.
    unsafe fn is_foreign(&self, compiled: &Compiled) -> Result<bool, Raised> {
        for node in &self.nodes {
            if let Some(logical) = &compiled.extras[*node as usize].logical
                && unsafe { logical.is_foreign() }?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Logical {
    unsafe fn is_foreign(&self) -> Result<bool, Raised> {
        let writer = unsafe { found(self.writers.as_ptr(), self.key.as_ptr()) }?;
        let ours = self.host.as_ref().map(|(_, ours, _)| ours.as_ptr());
        Ok(writer.is_some_and(|writer| Some(writer.as_ptr()) != ours))
    }
}

impl Compiled {
    /// Encodes the defaults. Those of inner records come first, as outer ones may have them within.
    pub(super) fn fill(&mut self, py: Python<'_>, defaults: Vec<FieldDefault>) {
        let mut left = defaults;
        loop {
            let before = left.len();
            let mut again = Vec::new();
            for default in left {
                let place = default.node as usize;
                let Op::Record(record) = &self.plan.nodes[place].op else { continue };
                let mut bytes = Vec::new();
                let (odd, asks) = (Cell::new(false), false);
                let manner = Manner { compiled: self, ways: Ways::of_json(), asks, odd: &odd };
                let mut encoder = Encoder::new(&self.plan, &self.options, &mut bytes, manner);
                match unsafe { encoder.value(record.fields[default.field].node, default.value.as_ptr()) } {
                    Ok(()) => {
                        let Op::Record(record) = &mut self.plan.nodes[place].op else { continue };
                        record.fields[default.field].default = Some(bytes);
                        record.fields[default.field].assumed = default.assumed;
                    }
                    Err(failure) => {
                        // A default that is no value is told when a record needs it.
                        drop(raised(py, failure));
                        again.push(default);
                    }
                }
            }
            if again.is_empty() || again.len() == before {
                return;
            }
            left = again;
        }
    }

    /// The default of a field as the schema says it.
    pub(super) unsafe fn default(&self, index: u32, place: usize) -> Done<Option<Owned>> {
        let py = unsafe { Python::assume_attached() };
        let schema = unsafe { Bound::from_borrowed_ptr(py, self.extras[index as usize].schema.as_ptr()) };
        let found = || -> PyResult<Option<Owned>> {
            let fields = schema.cast::<PyDict>()?.get_item("fields")?;
            let Some(fields) = fields else { return Ok(None) };
            let field = fields.get_item(place)?;
            let default = field.cast::<PyDict>()?.get_item("default")?;
            Ok(default.map(|default| unsafe { Owned::borrowed(default.as_ptr()) }))
        };
        found().map_err(|error| {
            error.restore(py);
            Failure::Raised
        })
    }
}

impl Manner<'_> {
    /// A record with those of its missing fields whose defaults a user's functions make.
    #[cold]
    pub(super) unsafe fn with_defaults(&self, plan: &Plan, index: u32, record: Owned) -> Done<Owned> {
        let Op::Record(fields) = &plan.node(index).op else { return Ok(record) };
        unsafe {
            if ffi::PyDict_Check(record.as_ptr()) == 0 {
                return Ok(record);
            }
            let mut filled: Option<Owned> = None;
            for asked in &self.compiled.extras[index as usize].asked {
                let field = &fields.fields[asked.field];
                let key = field.key.object.as_ptr();
                let lacks = self.may_lack(field) && found(record.as_ptr(), key)?.is_none();
                if !lacks || !asked.is_foreign(self.compiled)? {
                    continue;
                }
                let Some(default) = self.compiled.default(index, asked.field)? else { continue };
                let dict = match filled.take() {
                    Some(dict) => dict,
                    None => Owned::new(ffi::PyDict_Copy(record.as_ptr()))?,
                };
                if ffi::PyDict_SetItem(dict.as_ptr(), key, default.as_ptr()) < 0 {
                    return Err(Failure::Raised);
                }
                filled = Some(dict);
            }
            Ok(filled.unwrap_or(record))
        }
    }
}
