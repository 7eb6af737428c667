//! Which branch of a union a value is of, where its type does not say so by a name.

use core::fmt::{self, Display};

use crate::serde::names::{Kind, Names, Union};

/// What a value is for serde.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sort<'n> {
    Null,
    Boolean,
    /// An integer of up to 32 bits or of 64, and whether an int can hold it.
    Integer {
        wide: bool,
        fits: bool,
    },
    Float,
    Double,
    Text,
    Bytes(usize),
    Sequence,
    /// A struct by its name, or a map, and how many fields or entries it has, if that is known.
    Struct(&'n str, Option<usize>),
    /// A variant without a value, of an enum, by their names.
    Unit(&'n str, &'n str),
}

/// The branch for a value of this sort: the least far from it, the first of those that are equally near; none where only
/// a guess could tell.
pub(super) fn choose(names: &Names, union: &Union, sort: Sort<'_>, variant: Option<u32>) -> Option<u32> {
    let kind = |place: u32| union.branches.get(place as usize).map(|branch| branch.part.plain());
    let exact = match sort {
        Sort::Struct(name, _) => union.named(name, 0).filter(|place| matches!(kind(*place), Some(Kind::Record(_)))),
        Sort::Unit(_, symbol) => union.named(symbol, 0).filter(|place| is_empty(names, kind(*place))),
        _ => variant.filter(|place| kind(*place).is_some_and(|kind| distance(names, kind, sort).is_some())),
    };
    if exact.is_some() {
        return exact;
    }
    let mut best = None;
    let mut tie = false;
    for (place, branch) in (0..).zip(&union.branches) {
        let mut found = distance(names, branch.part.plain(), sort);
        if let (Some(far), true) = (&mut found, variant == Some(place)) {
            // The number of the variant counts for more than what text or null could stand for, or of two records.
            *far = far.saturating_sub(3);
        }
        match (found, best) {
            (None, _) => {}
            (Some(found), Some((_, least))) if least < found => {}
            (Some(found), Some((_, least))) if least == found => tie = true,
            (Some(found), _) => {
                best = Some((place, found));
                tie = false;
            }
        }
    }
    // Of two fixed of one length the first will do; of two records neither.
    let open = tie && !matches!(sort, Sort::Bytes(_));
    best.filter(|_| !open).map(|(place, _)| place)
}

/// How far a type is from a sort of values; nothing where it has none of them.
fn distance(names: &Names, kind: Kind, sort: Sort<'_>) -> Option<u8> {
    Some(match (sort, kind) {
        (Sort::Null, Kind::Null)
        | (Sort::Boolean, Kind::Boolean)
        | (Sort::Float, Kind::Float)
        | (Sort::Double, Kind::Double)
        | (Sort::Text, Kind::String)
        | (Sort::Bytes(_), Kind::Bytes)
        | (Sort::Sequence, Kind::Array(_)) => 0,
        (Sort::Bytes(length), Kind::Fixed(size)) if length == size as usize => 0,
        (Sort::Unit(_, symbol), Kind::Enum(one)) if names.symbol(one, symbol).is_some() => 0,
        (Sort::Integer { wide, fits: true }, Kind::Int) => u8::from(wide),
        (Sort::Integer { wide, .. }, Kind::Long) => u8::from(!wide),
        (Sort::Float, Kind::Double)
        | (Sort::Double, Kind::Float)
        | (Sort::Text, Kind::Enum(_))
        | (Sort::Bytes(_), Kind::String)
        | (Sort::Sequence, Kind::Bytes | Kind::Fixed(_)) => 1,
        (Sort::Text, Kind::Bytes) | (Sort::Sequence, Kind::Record(_)) => 2,
        (Sort::Struct(_, length), Kind::Record(record)) => {
            let fields = names.records[record as usize].fields.len();
            // Fewer may stand there than it has: others are left out.
            if length == Some(fields) { 4 } else { 5 }
        }
        (Sort::Struct(..), Kind::Map(_)) | (Sort::Unit(..), Kind::String) => 4,
        (Sort::Unit(..), Kind::Null) => 5,
        _ => return None,
    })
}

fn is_empty(names: &Names, kind: Option<Kind>) -> bool {
    match kind {
        Some(Kind::Null) => true,
        Some(Kind::Record(record)) => names.records[record as usize].fields.is_empty(),
        _ => false,
    }
}

impl Display for Sort<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Null => out.write_str("null"),
            Sort::Boolean => out.write_str("a boolean"),
            Sort::Integer { fits: true, .. } => out.write_str("an integer"),
            Sort::Integer { fits: false, .. } => out.write_str("an integer beyond 32 bits"),
            Sort::Float => out.write_str("a float"),
            Sort::Double => out.write_str("a double"),
            Sort::Text => out.write_str("a string"),
            Sort::Bytes(length) => write!(out, "{length} bytes"),
            Sort::Sequence => out.write_str("a sequence"),
            Sort::Struct("", _) => out.write_str("a map"),
            Sort::Struct(name, _) => write!(out, "the struct {name}"),
            Sort::Unit(name, variant) => write!(out, "the variant {name}::{variant}"),
        }
    }
}
