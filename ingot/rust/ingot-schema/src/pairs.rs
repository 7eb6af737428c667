//! Which types of a reader meet which of a writer, and whether the one can be read as the other: what compatibility says
//! of two schemas, and what a reader resolves them by.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::compatibility::Reason;
use crate::fields::{Match, match_fields};
use crate::logical::Logical;
use crate::names::Name;
use crate::schema::{Enum, NodeId, Schema, Type};
use crate::unions::Unions;

/// How types are matched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Matching {
    /// Whether the whole may have another name than the writer's, and an enum be read as a string.
    pub lenient: bool,
    /// Whether a reader's union takes the first branch that fits, as the specification has it to the letter. Else it takes
    /// one of the same name or type before one that the writer's is promoted to.
    pub first_branch: bool,
}

/// What has to fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All that a writer can write.
    All,
    /// Any of it: a symbol or a branch that the reader does not know is a matter of the datum.
    Some,
}

/// A type of the writer, one of the reader, and what has to hold for the one to be read as the other.
#[derive(Debug)]
pub struct Pair {
    /// The type of the writer.
    pub writer: NodeId,
    /// The type of the reader.
    pub reader: NodeId,
    /// How it is read.
    pub how: How,
    /// What speaks against the two themselves. What does against fields stands in `how`; the words are found when they
    /// are told, for there may be hundreds of thousands of pairs.
    pub(crate) faults: Vec<Reason>,
}

/// How a writer's type is read as a reader's. Other pairs are given by their places in [`Pairs::list`].
#[derive(Debug)]
pub enum How {
    /// Types without parts, the same or promoted.
    Plain,
    /// A branch of the writer's union, each by its pair.
    FromUnion(Vec<usize>),
    /// Branches of the reader's union that may take the type, and their pairs; the first that fits does.
    IntoUnion(Vec<(u32, usize)>),
    /// The items of two arrays.
    Items(usize),
    /// The values of two maps.
    Values(usize),
    /// For each field of the reader's record what it takes: of a field, its place in the writer's record, and the pair.
    Record(Vec<Match<(usize, usize)>>),
}

/// From a type to one of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Here,
    /// A field of the reader's record, by its place.
    Field(usize),
    Item,
    Entry,
}

/// All pairs of types that meet, each once: schemas that contain themselves have no end otherwise.
pub struct Pairs<'s> {
    /// The writer's schema.
    pub writer: &'s Schema,
    /// The reader's schema.
    pub reader: &'s Schema,
    /// The pairs; the first is that of the whole.
    pub list: Vec<Pair>,
    /// For each pair whether it fits.
    pub fits: Vec<bool>,
    matching: Matching,
    scope: Scope,
    /// By the types, and the branch of the reader's union that comes first, if one does.
    places: BTreeMap<(NodeId, NodeId, Option<u32>), usize>,
    unions: Unions<'s>,
    /// How many more pairs, and how many more parts of them, there may be.
    room: usize,
    parts_room: usize,
}

const MOST_PAIRS: usize = 1 << 18;
const MOST_PARTS: usize = 1 << 20;
/// How many aliases that a name is compared with are a part.
const ALIASES: usize = 16;

impl<'s> Pairs<'s> {
    /// All pairs of two schemas; nothing if they are too many.
    #[must_use]
    pub fn new(writer: &'s Schema, reader: &'s Schema, matching: Matching, scope: Scope) -> Option<Self> {
        let mut pairs = Pairs {
            writer,
            reader,
            list: Vec::new(),
            fits: Vec::new(),
            matching,
            scope,
            places: BTreeMap::new(),
            unions: Unions::new(reader),
            room: MOST_PAIRS,
            parts_room: MOST_PARTS,
        };
        pairs.add(writer.root(), reader.root(), None)?;
        let mut next = 0;
        while next < pairs.list.len() {
            pairs.compare(next)?;
            next += 1;
        }
        pairs.fits = pairs.judge();
        Some(pairs)
    }

    fn add(&mut self, writer: NodeId, reader: NodeId, first: Option<u32>) -> Option<usize> {
        self.spend(1)?;
        if let Some(place) = self.places.get(&(writer, reader, first)) {
            return Some(*place);
        }
        self.room = self.room.checked_sub(1)?;
        let place = self.list.len();
        self.places.insert((writer, reader, first), place);
        let how = match first {
            Some(branch) => How::IntoUnion(alloc::vec![(branch, 0)]),
            None => How::Plain,
        };
        self.list.push(Pair { writer, reader, how, faults: Vec::new() });
        Some(place)
    }

    fn spend(&mut self, parts: usize) -> Option<()> {
        self.parts_room = self.parts_room.checked_sub(parts)?;
        Some(())
    }

    fn compare(&mut self, place: usize) -> Option<()> {
        let Pair { writer: writer_id, reader: reader_id, ref how, .. } = self.list[place];
        let first = if let How::IntoUnion(first) = how { first.first().map(|(branch, _)| *branch) } else { None };
        let (writer, reader) = (&self.writer[writer_id], &self.reader[reader_id]);
        self.spend(reader.shape.aliases().len() / ALIASES)?;
        let mut how = How::Plain;
        let mut faults = Vec::new();
        match (&writer.shape, &reader.shape) {
            (Type::Union(branches), _) => how = How::FromUnion(self.each_branch(branches, reader_id)?),
            (_, Type::Union(_)) => how = How::IntoUnion(self.some_branch(writer_id, reader_id, first)?),
            (Type::Array(from), Type::Array(to)) => how = How::Items(self.add(*from, *to, None)?),
            (Type::Map(from), Type::Map(to)) => how = How::Values(self.add(*from, *to, None)?),
            (Type::Record(_), Type::Record(_)) | (Type::Enum(_), Type::Enum(_)) | (Type::Fixed(_), Type::Fixed(_))
                if !(same_name(&writer.shape, &reader.shape) || self.matching.lenient && place == 0) =>
            {
                faults.push(Reason::Name);
            }
            (Type::Record(from), Type::Record(to)) => {
                let asked: usize = to.fields.iter().map(|field| 1 + field.aliases.len()).sum();
                self.spend(from.fields.len() + asked)?;
                let mut matches = Vec::with_capacity(to.fields.len());
                for (place, found) in match_fields(from, to).into_iter().enumerate() {
                    matches.push(match found {
                        Match::Field(index) => {
                            Match::Field((index, self.add(from.fields[index].node, to.fields[place].node, None)?))
                        }
                        Match::Default => Match::Default,
                        Match::Missing => Match::Missing,
                        Match::Clash(index) => Match::Clash(index),
                    });
                }
                how = How::Record(matches);
            }
            (Type::Enum(from), Type::Enum(to)) => {
                self.spend(from.symbols.len() + to.symbols.len())?;
                if self.scope == Scope::All && to.default.is_none() && missing_symbol(from, to).is_some() {
                    faults.push(Reason::SymbolMissing);
                }
            }
            (Type::Fixed(from), Type::Fixed(to)) if from.size != to.size => {
                faults.push(Reason::Size);
            }
            (Type::Enum(_), Type::String) if self.matching.lenient => {}
            (from, to) if !promotes(from, to) => {
                faults.push(Reason::Type);
            }
            _ => {}
        }
        if let (Some(Logical::Decimal { scale: from, .. }), Some(Logical::Decimal { scale: to, .. })) =
            (writer.logical, reader.logical)
            && from != to
        {
            faults.push(Reason::Scale);
        }
        let pair = &mut self.list[place];
        (pair.how, pair.faults) = (how, faults);
        Some(())
    }

    fn each_branch(&mut self, branches: &'s [NodeId], reader: NodeId) -> Option<Vec<usize>> {
        let aligned = self.aligned(branches, reader)?;
        let mut parts = Vec::with_capacity(branches.len());
        for (place, branch) in (0..).zip(branches) {
            parts.push(self.add(*branch, reader, aligned.then_some(place))?);
        }
        Some(parts)
    }

    /// Whether two unions have the same branches in the same order. Then each stays where it is, also where a lenient
    /// schema has a branch twice.
    fn aligned(&mut self, branches: &[NodeId], reader: NodeId) -> Option<bool> {
        let Type::Union(others) = &self.reader[reader].shape else { return Some(false) };
        self.spend(branches.len())?;
        let same = |(from, to): (&NodeId, &NodeId)| {
            let (from, to) = (&self.writer[*from].shape, &self.reader[*to].shape);
            from.word() == to.word() && from.name() == to.name()
        };
        Some(branches.len() == others.len() && branches.iter().zip(others).all(same))
    }

    fn some_branch(&mut self, writer: NodeId, reader: NodeId, first: Option<u32>) -> Option<Vec<(u32, usize)>> {
        let Type::Union(branches) = &self.reader[reader].shape else { return Some(Vec::new()) };
        let by_letter = self.matching.first_branch;
        let mut found = self.unions.candidates(&self.writer[writer].shape, reader, self.matching.lenient);
        self.spend(found.len())?;
        found.sort_by_key(|(rank, branch)| (Some(*branch) != first, if by_letter { 0 } else { *rank }, *branch));
        let mut parts = Vec::with_capacity(found.len());
        for (_, branch) in found {
            parts.push((branch, self.add(writer, branches[branch as usize], None)?));
        }
        Some(parts)
    }

    /// For each pair whether it fits: what is taken to fit until something says otherwise.
    fn judge(&self) -> Vec<bool> {
        let mut users: Vec<Vec<u32>> = alloc::vec![Vec::new(); self.list.len()];
        let mut left: Vec<usize> = Vec::with_capacity(self.list.len());
        let mut fits = alloc::vec![true; self.list.len()];
        let mut failed = Vec::new();
        for (place, pair) in self.list.iter().enumerate() {
            let mut count = 0;
            for (part, _) in pair.parts() {
                // There are fewer pairs than 2³².
                users[part].push(u32::try_from(place).unwrap_or(u32::MAX));
                count += 1;
            }
            let any = self.any(pair);
            left.push(if any { count } else { 1 });
            let nothing = count == 0 && matches!(pair.how, How::IntoUnion(_));
            if !pair.faults.is_empty() || pair.lacks_fields() || nothing {
                fits[place] = false;
                failed.push(place);
            }
        }
        while let Some(part) = failed.pop() {
            for user in core::mem::take(&mut users[part]) {
                let user = user as usize;
                left[user] = left[user].saturating_sub(1);
                if left[user] == 0 && fits[user] {
                    fits[user] = false;
                    failed.push(user);
                }
            }
        }
        fits
    }

    /// Whether one of the parts has to fit, or all.
    pub(crate) fn any(&self, pair: &Pair) -> bool {
        match pair.how {
            How::IntoUnion(_) => true,
            How::FromUnion(_) => self.scope == Scope::Some,
            _ => false,
        }
    }
}

impl Pair {
    /// Whether fields of the reader's have nothing to take.
    fn lacks_fields(&self) -> bool {
        let How::Record(found) = &self.how else { return false };
        found.iter().any(|one| matches!(one, Match::Missing | Match::Clash(_)))
    }

    /// The pairs that it is made of, and the steps to them.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (usize, Step)> + '_ {
        let mut all: &[usize] = &[];
        let mut branches: &[(u32, usize)] = &[];
        let mut fields: &[Match<(usize, usize)>] = &[];
        match &self.how {
            How::Plain => {}
            How::FromUnion(parts) => all = parts,
            How::IntoUnion(parts) => branches = parts,
            How::Items(part) | How::Values(part) => all = core::slice::from_ref(part),
            How::Record(found) => fields = found,
        }
        let step = match self.how {
            How::Items(_) => Step::Item,
            How::Values(_) => Step::Entry,
            _ => Step::Here,
        };
        let fields = fields.iter().enumerate().filter_map(|(place, found)| match found {
            Match::Field((_, part)) => Some((*part, Step::Field(place))),
            _ => None,
        });
        all.iter()
            .map(move |part| (*part, step))
            .chain(branches.iter().map(|(_, part)| (*part, Step::Here)))
            .chain(fields)
    }
}

/// A symbol of the writer's that the reader lacks.
pub(crate) fn missing_symbol<'s>(from: &'s Enum, to: &Enum) -> Option<&'s String> {
    let known: BTreeSet<&String> = to.symbols.iter().collect();
    from.symbols.iter().find(|symbol| !known.contains(symbol))
}

/// Whether a reader's named type is meant by a writer's: by its name, an alias, or the name without a namespace.
pub(crate) fn same_name(writer: &Type, reader: &Type) -> bool {
    let (Some(from), Some(to)) = (writer.name(), reader.name()) else { return false };
    from.simple() == to.simple() || reader.aliases().contains(from)
}

fn promotes(from: &Type, to: &Type) -> bool {
    core::mem::discriminant(from) == core::mem::discriminant(to) || promotions(from).contains(&to.word())
}

/// The types that one is promoted to, by their words.
pub(crate) fn promotions(from: &Type) -> &'static [&'static str] {
    match from {
        Type::Int => &["long", "float", "double"],
        Type::Long => &["float", "double"],
        Type::Float => &["double"],
        Type::String => &["bytes"],
        Type::Bytes => &["string"],
        _ => &[],
    }
}

/// A type as errors call it.
pub(crate) fn named(shape: &Type) -> String {
    shape
        .name()
        .map_or_else(|| shape.word().to_string(), |name: &Name| format!("the {} {}", shape.word(), name.brief()))
}
