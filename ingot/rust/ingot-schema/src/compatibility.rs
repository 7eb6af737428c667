//! Whether all that one schema's writers can write can be read with another schema, and if not, why.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::error::shown;
use crate::fields::Match;
use crate::logical::Logical;
use crate::pairs::{How, Matching, Pair, Pairs, Scope, Step, missing_symbol, named, same_name};
use crate::schema::{Node, Schema, Type};
use crate::shared::cut;

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
        reasons(Pairs::new(writer, self, Matching::default(), Scope::All).as_ref())
    }
}

const MOST_REASONS: usize = 100;
const MOST_STEPS: usize = 50;

/// The first reasons why two schemas do not fit; none if they do. Without pairs, they have too many of them.
pub(crate) fn reasons(pairs: Option<&Pairs<'_>>) -> Vec<Incompatibility> {
    match pairs {
        None => {
            let message = "the schemas have too many pairs of types to compare".to_string();
            alloc::vec![Incompatibility { reason: Reason::Limit, path: String::new(), message }]
        }
        Some(pairs) if pairs.fits[0] => Vec::new(),
        Some(pairs) => pairs.reasons(),
    }
}

impl Pairs<'_> {
    /// From the whole down to what does not fit, breadth first.
    fn reasons(&self) -> Vec<Incompatibility> {
        let mut reasons = Vec::new();
        let mut seen = alloc::vec![false; self.list.len()];
        // Each pair, and from which place of this list and by which step it was come to.
        let mut queue: Vec<(usize, usize, Step)> = alloc::vec![(0, 0, Step::Here)];
        seen[0] = true;
        let mut next = 0;
        while next < queue.len() && reasons.len() < MOST_REASONS {
            let pair = &self.list[queue[next].0];
            for (step, reason, message) in self.faults(pair).take(MOST_REASONS) {
                let path = self.path(&queue, next, step);
                reasons.push(Incompatibility { reason, path, message });
            }
            let mut parts: Vec<(usize, Step)> = pair.parts().filter(|(part, _)| !self.fits[*part]).collect();
            if matches!(pair.how, How::IntoUnion(_)) {
                // The branch that was meant, if one has the writer's type and name, says why; else the union does.
                parts.retain(|(part, _)| self.meant(&self.list[*part]));
                if parts.is_empty() {
                    let writer = named(&self.writer[pair.writer].shape);
                    let message = format!("no branch of the reader's union takes the writer's {writer}");
                    let path = self.path(&queue, next, Step::Here);
                    reasons.push(Incompatibility { reason: Reason::Branch, path, message });
                }
            }
            for (part, step) in parts {
                if !core::mem::replace(&mut seen[part], true) {
                    queue.push((part, next, step));
                }
            }
            next += 1;
        }
        reasons.truncate(MOST_REASONS);
        reasons
    }

    /// What speaks against a pair itself and against its fields, in words.
    fn faults<'p>(&'p self, pair: &'p Pair) -> impl Iterator<Item = (Step, Reason, String)> + 'p {
        let whole = pair.faults.iter().map(|reason| (Step::Here, *reason, self.words(pair, *reason)));
        let found: &[Match<(usize, usize)>] = if let How::Record(found) = &pair.how { found } else { &[] };
        let fields = found.iter().enumerate().filter_map(|(place, found)| match found {
            Match::Missing => {
                let message = "the writer has no such field, and the reader no default for it";
                Some((Step::Field(place), Reason::FieldMissing, message.to_string()))
            }
            Match::Clash(index) => {
                let Type::Record(from) = &self.writer[pair.writer].shape else { return None };
                let name = shown(&from.fields[*index].name);
                let message = format!("an alias claims the writer's field {name}, which another field has");
                Some((Step::Field(place), Reason::AliasClash, message))
            }
            Match::Field(_) | Match::Default => None,
        });
        whole.chain(fields)
    }

    fn words(&self, pair: &Pair, reason: Reason) -> String {
        let (writer, reader) = (&self.writer[pair.writer], &self.reader[pair.reader]);
        match (reason, &writer.shape, &reader.shape) {
            (Reason::Size, Type::Fixed(from), Type::Fixed(to)) => {
                format!("the reader has {} bytes, the writer {}", to.size, from.size)
            }
            (Reason::SymbolMissing, Type::Enum(from), Type::Enum(to)) => {
                let symbol = missing_symbol(from, to).map_or("", String::as_str);
                format!("the reader has no symbol {} and no default", shown(symbol))
            }
            (Reason::Scale, ..) => {
                let (from, to) = (scale(writer), scale(reader));
                format!("the reader has decimals of scale {to}, the writer of scale {from}")
            }
            (_, from, to) => format!("the reader has {}, the writer {}", named(to), named(from)),
        }
    }

    fn meant(&self, pair: &Pair) -> bool {
        let (writer, reader) = (&self.writer[pair.writer].shape, &self.reader[pair.reader].shape);
        core::mem::discriminant(writer) == core::mem::discriminant(reader)
            && (writer.name().is_none() || same_name(writer, reader))
    }

    fn path(&self, queue: &[(usize, usize, Step)], mut place: usize, last: Step) -> String {
        // Each step, and the place of the pair that it is taken from.
        let mut steps = alloc::vec![(last, queue[place].0)];
        while place > 0 {
            steps.push((queue[place].2, queue[queue[place].1].0));
            place = queue[place].1;
        }
        steps.retain(|(step, _)| *step != Step::Here);
        let mut path = String::new();
        if steps.len() > MOST_STEPS {
            path.push('…');
        }
        for (step, pair) in steps.into_iter().take(MOST_STEPS).rev() {
            match step {
                Step::Here => {}
                Step::Field(field) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    if let Type::Record(record) = &self.reader[self.list[pair].reader].shape {
                        path.push_str(&cut(&record.fields[field].name));
                    }
                }
                Step::Item => path.push_str("[]"),
                Step::Entry => path.push_str("{}"),
            }
        }
        path
    }
}

fn scale(node: &Node) -> u32 {
    if let Some(Logical::Decimal { scale, .. }) = node.logical { scale } else { 0 }
}
