//! What serde asks for by name: fields of records, symbols of enums, branches of unions.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use ingot_schema::{Logical, Node, Schema, Type};

use crate::plan::{Op, Plan};
use crate::serde::words::Word;

/// A schema as serde needs it, beside its plan.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    pub(super) parts: Vec<Part>,
    pub(super) records: Vec<Record>,
    pub(super) enums: Vec<Box<[Word]>>,
    pub(super) unions: Vec<Union>,
    pub(super) root: Part,
}

/// A type in the schema, small enough to be handed on by value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) kind: Kind,
    pub(super) node: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    Fixed(u32),
    /// One of [`Names::enums`].
    Enum(u32),
    /// The type of the items.
    Array(u32),
    /// The type of the values.
    Map(u32),
    /// One of [`Names::unions`].
    Union(u32),
    /// The same, for a value that stands in the variant of an enum with this number, whose name is no branch's.
    Numbered {
        union: u32,
        variant: u32,
    },
    /// One of [`Names::records`].
    Record(u32),
    /// A number, text or bytes of which a logical type asks something: the plan says what.
    Checked(Plain),
    /// One of the bytes of a bytes or fixed that is written as a sequence.
    Byte,
}

/// The types of which logical types ask something.
#[derive(Debug, Clone, Copy)]
pub(super) enum Plain {
    Int,
    Long,
    Bytes,
    String,
    Fixed(u32),
}

impl Part {
    /// The kind without what a logical type asks.
    pub(super) fn plain(self) -> Kind {
        match self.kind {
            Kind::Checked(Plain::Int) => Kind::Int,
            Kind::Checked(Plain::Long) => Kind::Long,
            Kind::Checked(Plain::Bytes) => Kind::Bytes,
            Kind::Checked(Plain::String) => Kind::String,
            Kind::Checked(Plain::Fixed(size)) => Kind::Fixed(size),
            kind => kind,
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Record {
    pub(super) fields: Box<[Field]>,
    /// How many of them may take no bytes.
    pub(super) empty: u32,
    known: Known,
}

#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) name: Word,
    pub(super) part: Part,
}

#[derive(Debug, Clone)]
pub(super) struct Union {
    pub(super) branches: Box<[Branch]>,
    pub(super) null: Option<u32>,
    /// The branch that is not null, if there are two and the other one is.
    pub(super) other: Option<u32>,
}

#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) part: Part,
    /// The names by which an enum's variant may mean it, the best first.
    pub(super) names: Vec<Cow<'static, str>>,
}

/// The lists of fields that are known to be a record's, in its order, by where they lie: a list of constants stays what
/// and where it is, so that its names are compared once.
#[derive(Debug, Default)]
struct Known([AtomicPtr<&'static str>; 4]);

impl Clone for Known {
    fn clone(&self) -> Self {
        Known::default()
    }
}

impl Record {
    /// Whether these are the fields of the record in its order.
    #[inline]
    pub(super) fn is_in_order(&self, fields: &'static [&'static str]) -> bool {
        if fields.len() != self.fields.len() {
            return false;
        }
        let place = fields.as_ptr().cast_mut();
        self.known.0.iter().any(|known| known.load(Relaxed) == place) || self.learn(fields)
    }

    #[cold]
    fn learn(&self, fields: &'static [&'static str]) -> bool {
        let same = fields.iter().zip(&self.fields).all(|(asked, field)| **asked == *field.name);
        if same {
            let place = fields.as_ptr().cast_mut();
            let free = |known: &AtomicPtr<_>| known.compare_exchange(ptr::null_mut(), place, Relaxed, Relaxed).is_ok();
            let _ = self.known.0.iter().any(free);
        }
        same
    }

    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| *field.name == *name)
    }
}

impl Union {
    /// The branch that a variant of an enum means by its name; that of its number is looked at first.
    pub(super) fn named(&self, name: &str, number: u32) -> Option<u32> {
        let means = |branch: &Branch| branch.names.iter().any(|known| known == name);
        if self.branches.get(number as usize).is_some_and(means) {
            return Some(number);
        }
        (0..).zip(&self.branches).find(|(_, branch)| means(branch)).map(|(place, _)| place)
    }

    /// The name by which an enum of these variants knows a branch: one of the branch's own, else that of the variant with
    /// its number, if there are as many of them as branches.
    pub(super) fn variant(&self, place: u32, variants: &'static [&'static str]) -> &str {
        let names = &self.branches[place as usize].names;
        match names.iter().find(|name| variants.contains(&&***name)) {
            Some(name) => name,
            None if variants.len() == self.branches.len() => variants[place as usize],
            None => &names[0],
        }
    }
}

impl Names {
    /// The number of a symbol of an enum.
    pub(super) fn symbol(&self, one: u32, symbol: &str) -> Option<usize> {
        self.enums[one as usize].iter().position(|known| **known == *symbol)
    }

    /// The name by which an enum of these variants knows a type that stands in no union.
    #[cold]
    pub(super) fn own_name(part: Part, schema: &Schema, variants: &'static [&'static str]) -> Cow<'static, str> {
        let mut names = branch_names(&schema.nodes()[part.node as usize]);
        let known = names.iter().position(|name| variants.contains(&&**name));
        names.swap_remove(known.unwrap_or(0))
    }

    pub(crate) fn new(schema: &Schema, plan: &Plan) -> Names {
        let root = Part { kind: Kind::Null, node: plan.root };
        let (records, enums, unions) = (Vec::new(), Vec::new(), Vec::new());
        let mut names = Names { parts: Vec::with_capacity(plan.nodes.len()), records, enums, unions, root };
        let (mut records, mut enums, mut unions) = (0, 0, 0);
        let next = |count: &mut u32| {
            *count += 1;
            *count - 1
        };
        for (node, step) in (0..).zip(&plan.nodes) {
            let kind = match step.op {
                Op::Null => Kind::Null,
                Op::Boolean => Kind::Boolean,
                Op::Int if step.check.is_some() => Kind::Checked(Plain::Int),
                Op::Int => Kind::Int,
                Op::Long if step.check.is_some() => Kind::Checked(Plain::Long),
                Op::Long => Kind::Long,
                Op::Float => Kind::Float,
                Op::Double => Kind::Double,
                Op::Bytes if step.check.is_some() => Kind::Checked(Plain::Bytes),
                Op::Bytes => Kind::Bytes,
                Op::String if step.check.is_some() => Kind::Checked(Plain::String),
                Op::String => Kind::String,
                Op::Fixed(size) if step.check.is_some() => Kind::Checked(Plain::Fixed(size)),
                Op::Fixed(size) => Kind::Fixed(size),
                Op::Enum(_) => Kind::Enum(next(&mut enums)),
                Op::Array(part) => Kind::Array(part),
                Op::Map(part) => Kind::Map(part),
                Op::Union(_) => Kind::Union(next(&mut unions)),
                Op::Record(_) => Kind::Record(next(&mut records)),
            };
            names.parts.push(Part { kind, node });
        }
        names.root = names.parts[plan.root as usize];
        for (node, step) in schema.nodes().iter().zip(&plan.nodes) {
            match (&node.shape, step.op) {
                (Type::Enum(one), _) => {
                    names.enums.push(one.symbols.iter().map(|symbol| Word::new(symbol)).collect());
                }
                (Type::Record(record), Op::Record(parts)) => {
                    let fields = record.fields.iter().zip(plan.parts(parts));
                    let field = |(field, part): (&ingot_schema::Field, &u32)| Field {
                        name: Word::new(&field.name),
                        part: names.parts[*part as usize],
                    };
                    let fields = fields.map(field).collect();
                    names.records.push(Record { fields, empty: step.empty, known: Known::default() });
                }
                (Type::Union(_), Op::Union(parts)) => {
                    let branches: Vec<Part> =
                        plan.parts(parts).iter().map(|part| names.parts[*part as usize]).collect();
                    names.unions.push(union(schema, &branches));
                }
                _ => {}
            }
        }
        names
    }
}

fn union(schema: &Schema, parts: &[Part]) -> Union {
    let mut branches: Vec<Branch> = parts
        .iter()
        .map(|part| Branch { part: *part, names: branch_names(&schema.nodes()[part.node as usize]) })
        .collect();
    // A name that could mean two branches means none, but for the full names, which are different ones.
    let mut times: BTreeMap<Cow<'static, str>, usize> = BTreeMap::new();
    for name in branches.iter().flat_map(|branch| &branch.names) {
        *times.entry(name.clone()).or_default() += 1;
    }
    for branch in &mut branches {
        let full = branch.names.first().cloned();
        branch.names.retain(|name| full.as_ref() == Some(name) || times.get(name) == Some(&1));
    }
    let is_null = |part: &Part| matches!(part.kind, Kind::Null);
    let null = (0..).zip(parts).find(|(_, part)| is_null(part)).map(|(place, _)| place);
    let other = match parts {
        [first, second] if is_null(first) != is_null(second) => null.map(|null| 1 - null),
        _ => None,
    };
    Union { branches: branches.into(), null, other }
}

/// The names of a branch: those that its schema and `serde_avro_fast` have for it.
fn branch_names(node: &Node) -> Vec<Cow<'static, str>> {
    let mut names: Vec<Cow<'static, str>> = Vec::new();
    if let Some(name) = node.shape.name() {
        names.push(Cow::Owned(name.full().into()));
        if name.simple() != name.full() {
            names.push(Cow::Owned(name.simple().into()));
        }
    }
    let logical = match node.logical {
        Some(Logical::Decimal { .. }) => Some("Decimal"),
        Some(Logical::BigDecimal) => Some("BigDecimal"),
        Some(Logical::Uuid) => Some("Uuid"),
        Some(Logical::Date) => Some("Date"),
        Some(Logical::TimeMillis) => Some("TimeMillis"),
        Some(Logical::TimeMicros) => Some("TimeMicros"),
        Some(Logical::TimestampMillis) => Some("TimestampMillis"),
        Some(Logical::TimestampMicros) => Some("TimestampMicros"),
        Some(Logical::Duration) => Some("Duration"),
        _ => None,
    };
    names.extend(logical.map(Cow::Borrowed));
    if node.shape.name().is_none() {
        let word = node.shape.word();
        let mut capital = String::from(word);
        capital[..1].make_ascii_uppercase();
        names.push(Cow::Owned(capital));
        names.push(Cow::Borrowed(word));
    }
    names
}
