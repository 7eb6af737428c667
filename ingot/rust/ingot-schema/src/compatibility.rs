//! Whether all that one schema's writers can write can be read with another schema, and if not, why.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::error::shown;
use crate::logical::Logical;
use crate::names::Name;
use crate::schema::{Field, NodeId, Record, Schema, Type};

/// Why a reader cannot read all that a writer writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The types differ, and none is promoted to the other.
    Type,
    /// Named types have other names.
    Name,
    /// The reader's record has a field that the writer's lacks, without a default.
    FieldMissing,
    /// Two fields of the reader's record claim one of the writer's.
    AliasClash,
    /// The writer's enum has symbols that the reader's lacks, without a default.
    SymbolMissing,
    /// Two fixed differ in size.
    Size,
    /// Two decimals differ in scale.
    Scale,
    /// No branch of the reader's union takes the writer's type.
    Branch,
    /// The schemas have too many pairs of types to compare.
    Limit,
}

/// One reason why a reader cannot read all that a writer writes, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incompatibility {
    /// What kind of reason it is.
    pub reason: Reason,
    /// The path in the data, as in `coupons[].price`; empty for the whole.
    pub path: String,
    /// The reason in words.
    pub message: String,
}

impl fmt::Display for Incompatibility {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the whole" } else { &self.path };
        write!(out, "{path}: {}", self.message)
    }
}

impl Schema {
    /// The first hundred reasons why readers with this schema cannot read all that writers of another write; none if they
    /// can.
    ///
    /// Values that only some data hold count, too: a symbol or a branch that the reader does not know.
    ///
    /// ```
    /// use ingot_schema::{Reason, Schema};
    ///
    /// let wide = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [{"name": "grams", "type": "long"}]}"#)?;
    /// let narrow = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [{"name": "grams", "type": "int"}]}"#)?;
    /// assert!(wide.incompatibilities(&narrow).is_empty());
    /// let reasons = narrow.incompatibilities(&wide);
    /// assert_eq!(reasons[0].reason, Reason::Type);
    /// assert_eq!(reasons[0].to_string(), "grams: the reader has int, the writer long");
    /// # Ok::<(), ingot_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn incompatibilities(&self, writer: &Schema) -> Vec<Incompatibility> {
        let mut pairs = Pairs { writer, reader: self, places: BTreeMap::new(), list: Vec::new(), full: false };
        pairs.add(writer.root(), self.root());
        let mut next = 0;
        while next < pairs.list.len() && !pairs.full {
            pairs.compare(next);
            next += 1;
        }
        if pairs.full {
            let message = "the schemas have too many pairs of types to compare".to_string();
            return alloc::vec![Incompatibility { reason: Reason::Limit, path: String::new(), message }];
        }
        let fits = pairs.fits();
        if fits[0] { Vec::new() } else { pairs.reasons(&fits) }
    }
}

const MOST_PAIRS: usize = 1 << 18;
const MOST_REASONS: usize = 100;
const MOST_STEPS: usize = 50;

/// A type of the writer, one of the reader, and what has to hold for the one to be read as the other.
struct Pair {
    writer: NodeId,
    reader: NodeId,
    /// Whether one of the parts has to fit, or all.
    any: bool,
    parts: Vec<(usize, Step)>,
    faults: Vec<(Step, Reason, String)>,
}

/// From a type to one of its parts.
#[derive(Clone)]
enum Step {
    Here,
    Field(String),
    Item,
    Entry,
}

/// All pairs of types that meet, each once: schemas that contain themselves have no end otherwise.
struct Pairs<'s> {
    writer: &'s Schema,
    reader: &'s Schema,
    places: BTreeMap<(NodeId, NodeId), usize>,
    list: Vec<Pair>,
    full: bool,
}

impl Pairs<'_> {
    fn add(&mut self, writer: NodeId, reader: NodeId) -> usize {
        if let Some(place) = self.places.get(&(writer, reader)) {
            return *place;
        }
        let place = self.list.len();
        self.full |= place >= MOST_PAIRS;
        if !self.full {
            self.places.insert((writer, reader), place);
            self.list.push(Pair { writer, reader, any: false, parts: Vec::new(), faults: Vec::new() });
        }
        place
    }

    fn compare(&mut self, place: usize) {
        let (writer_id, reader_id) = (self.list[place].writer, self.list[place].reader);
        let (writer, reader) = (&self.writer[writer_id], &self.reader[reader_id]);
        let mut any = false;
        let mut parts = Vec::new();
        let mut faults = Vec::new();
        let mut fault = |reason, message| faults.push((Step::Here, reason, message));
        match (&writer.shape, &reader.shape) {
            (Type::Union(branches), _) => {
                for branch in branches {
                    if self.full {
                        return;
                    }
                    parts.push((self.add(*branch, reader_id), Step::Here));
                }
            }
            (_, Type::Union(branches)) => {
                any = true;
                for branch in branches {
                    if self.full {
                        return;
                    }
                    parts.push((self.add(writer_id, *branch), Step::Here));
                }
            }
            (Type::Array(from), Type::Array(to)) => parts.push((self.add(*from, *to), Step::Item)),
            (Type::Map(from), Type::Map(to)) => parts.push((self.add(*from, *to), Step::Entry)),
            (Type::Record(_), Type::Record(_)) | (Type::Enum(_), Type::Enum(_)) | (Type::Fixed(_), Type::Fixed(_))
                if !same_name(&writer.shape, &reader.shape) =>
            {
                let (reader, writer) = (named(&reader.shape), named(&writer.shape));
                fault(Reason::Name, format!("the reader has {reader}, the writer {writer}"));
            }
            (Type::Record(from), Type::Record(to)) => {
                for (field, found) in to.fields.iter().zip(match_fields(from, to)) {
                    let step = Step::Field(field.name.clone());
                    match found {
                        Match::Field(index) => {
                            parts.push((self.add(from.fields[index].node, field.node), step));
                        }
                        Match::Default => {}
                        Match::Missing => {
                            let message = "the writer has no such field, and the reader no default for it";
                            faults.push((step, Reason::FieldMissing, message.into()));
                        }
                        Match::Clash(index) => {
                            let name = shown(&from.fields[index].name);
                            let message = format!("an alias claims the writer's field {name}, which another field has");
                            faults.push((step, Reason::AliasClash, message));
                        }
                    }
                }
            }
            (Type::Enum(from), Type::Enum(to)) => {
                let known: BTreeSet<&String> = to.symbols.iter().collect();
                let missing = from.symbols.iter().find(|symbol| !known.contains(symbol));
                if let (Some(symbol), None) = (missing, to.default) {
                    let message = format!("the reader has no symbol {} and no default", shown(symbol));
                    fault(Reason::SymbolMissing, message);
                }
            }
            (Type::Fixed(from), Type::Fixed(to)) if from.size != to.size => {
                fault(Reason::Size, format!("the reader has {} bytes, the writer {}", to.size, from.size));
            }
            (from, to) if !promotes(from, to) => {
                fault(Reason::Type, format!("the reader has {}, the writer {}", named(to), named(from)));
            }
            _ => {}
        }
        if let (Some(Logical::Decimal { scale: from, .. }), Some(Logical::Decimal { scale: to, .. })) =
            (writer.logical, reader.logical)
            && from != to
        {
            let message = format!("the reader has decimals of scale {to}, the writer of scale {from}");
            faults.push((Step::Here, Reason::Scale, message));
        }
        let pair = &mut self.list[place];
        (pair.any, pair.parts, pair.faults) = (any, parts, faults);
    }

    /// For each pair whether it fits: what is taken to fit until something says otherwise.
    fn fits(&self) -> Vec<bool> {
        let mut users: Vec<Vec<usize>> = alloc::vec![Vec::new(); self.list.len()];
        let mut left: Vec<usize> = Vec::with_capacity(self.list.len());
        let mut fits = alloc::vec![true; self.list.len()];
        let mut failed = Vec::new();
        for (place, pair) in self.list.iter().enumerate() {
            for (part, _) in &pair.parts {
                users[*part].push(place);
            }
            left.push(if pair.any { pair.parts.len() } else { 1 });
            if !pair.faults.is_empty() || (pair.any && pair.parts.is_empty()) {
                fits[place] = false;
                failed.push(place);
            }
        }
        while let Some(part) = failed.pop() {
            for user in core::mem::take(&mut users[part]) {
                left[user] = left[user].saturating_sub(1);
                if left[user] == 0 && fits[user] {
                    fits[user] = false;
                    failed.push(user);
                }
            }
        }
        fits
    }

    /// From the whole down to what does not fit, breadth first.
    fn reasons(&self, fits: &[bool]) -> Vec<Incompatibility> {
        let mut reasons = Vec::new();
        let mut seen = alloc::vec![false; self.list.len()];
        // Each pair, and from which place of this list and by which step it was come to.
        let mut queue: Vec<(usize, usize, Step)> = alloc::vec![(0, 0, Step::Here)];
        seen[0] = true;
        let mut next = 0;
        while next < queue.len() && reasons.len() < MOST_REASONS {
            let pair = &self.list[queue[next].0];
            for (step, reason, message) in &pair.faults {
                let path = path(&queue, next, step);
                reasons.push(Incompatibility { reason: *reason, path, message: message.clone() });
            }
            let mut parts: Vec<&(usize, Step)> = pair.parts.iter().filter(|(part, _)| !fits[*part]).collect();
            if pair.any {
                // The branch that was meant, if one has the writer's type and name, says why; else the union does.
                parts.retain(|(part, _)| self.meant(&self.list[*part]));
                if parts.is_empty() {
                    let writer = named(&self.writer[pair.writer].shape);
                    let message = format!("no branch of the reader's union takes the writer's {writer}");
                    let path = path(&queue, next, &Step::Here);
                    reasons.push(Incompatibility { reason: Reason::Branch, path, message });
                }
            }
            for (part, step) in parts {
                if !core::mem::replace(&mut seen[*part], true) {
                    queue.push((*part, next, step.clone()));
                }
            }
            next += 1;
        }
        reasons.truncate(MOST_REASONS);
        reasons
    }

    fn meant(&self, pair: &Pair) -> bool {
        let (writer, reader) = (&self.writer[pair.writer].shape, &self.reader[pair.reader].shape);
        core::mem::discriminant(writer) == core::mem::discriminant(reader)
            && (writer.name().is_none() || same_name(writer, reader))
    }
}

fn path(queue: &[(usize, usize, Step)], mut place: usize, last: &Step) -> String {
    let mut steps = alloc::vec![last];
    while place > 0 {
        steps.push(&queue[place].2);
        place = queue[place].1;
    }
    steps.retain(|step| !matches!(step, Step::Here));
    let mut path = String::new();
    if steps.len() > MOST_STEPS {
        path.push('…');
    }
    for step in steps.into_iter().take(MOST_STEPS).rev() {
        match step {
            Step::Here => {}
            Step::Field(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Step::Item => path.push_str("[]"),
            Step::Entry => path.push_str("{}"),
        }
    }
    path
}

/// What the reader takes for a field.
enum Match {
    Field(usize),
    Default,
    Missing,
    /// A field of the writer that is taken already.
    Clash(usize),
}

/// For each of the reader's fields the writer's: by name before any alias, and none twice.
fn match_fields(writer: &Record, reader: &Record) -> Vec<Match> {
    let places: BTreeMap<&str, usize> =
        writer.fields.iter().enumerate().map(|(place, field)| (field.name.as_str(), place)).collect();
    let exact = |field: &Field| places.get(field.name.as_str()).copied();
    let mut taken: BTreeSet<usize> = reader.fields.iter().filter_map(exact).collect();
    let mut matches = Vec::with_capacity(reader.fields.len());
    for field in &reader.fields {
        let by_alias = || field.aliases.iter().find_map(|alias| places.get(alias.as_str()).copied());
        matches.push(match (exact(field), by_alias()) {
            (Some(place), _) => Match::Field(place),
            (None, Some(place)) if taken.insert(place) => Match::Field(place),
            (None, Some(place)) => Match::Clash(place),
            (None, None) if field.default.is_some() => Match::Default,
            (None, None) => Match::Missing,
        });
    }
    matches
}

/// Whether a reader's named type is meant by a writer's: by its name, an alias, or the name without a namespace.
fn same_name(writer: &Type, reader: &Type) -> bool {
    let (Some(from), Some(to)) = (writer.name(), reader.name()) else { return false };
    from.simple() == to.simple() || reader.aliases().contains(from)
}

fn promotes(from: &Type, to: &Type) -> bool {
    core::mem::discriminant(from) == core::mem::discriminant(to)
        || matches!(
            (from, to),
            (Type::Int, Type::Long | Type::Float | Type::Double)
                | (Type::Long, Type::Float | Type::Double)
                | (Type::Float, Type::Double)
                | (Type::String, Type::Bytes)
                | (Type::Bytes, Type::String)
        )
}

fn named(shape: &Type) -> String {
    shape.name().map_or_else(|| shape.word().to_string(), |name: &Name| format!("the {} {name}", shape.word()))
}
