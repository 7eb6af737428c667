//! What the values of a record are on the wire, step by step, to read many records at once.
//!
//! Some hundred records are read twice: a [scan](crate::scan) finds where their values lie and decodes none, then each
//! column [gathers](crate::gather) its own in a loop that knows its type. Both follow a [`Level`], which is made of the
//! columns once. What it does not know, and what may be wrong, is left to [`Column::read`], value by value.

use crate::column::{Column, SMALL};

/// The rows of the root, or the items of lists: each a row of places, one for each step.
#[derive(Debug, Clone, Default)]
pub(crate) struct Level {
    pub(crate) steps: Vec<Step>,
    pub(crate) slots: Vec<Slot>,
    /// The levels of the lists in it.
    pub(crate) lists: Vec<Level>,
    /// Row by row, where each step begins; of a list, how many items there are by then.
    pub(crate) places: Vec<u32>,
    /// How many rows have places; the places behind them are of rows before.
    pub(crate) rows: usize,
    /// Whether an integer has more than eight bytes.
    pub(crate) has_long: bool,
}

/// What comes next.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Varint,
    /// Another integer behind an integer.
    NextVarint,
    /// A length, and as many bytes.
    Run,
    /// So many bytes, of one value or of several.
    Fixed(u32),
    /// A branch, of which this one is null, and a value if it is the other.
    MaybeVarint(u8),
    MaybeRun(u8),
    MaybeFixed(u8, u32),
    /// Nothing: its place is that of the branch which the next step reads.
    Here,
    /// The items at a level, of at least so many bytes each.
    Items(usize, u32),
    MaybeItems(u8, usize, u32),
    /// So many fields that may take no bytes.
    Empty(u32),
    /// What the column of this leaf reads by itself.
    Other(usize),
}

/// Where a leaf finds its values: so many bytes behind the place of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    pub(crate) leaf: usize,
    pub(crate) step: usize,
    pub(crate) offset: u32,
    /// Which branch is null, if one is.
    pub(crate) null: Option<u8>,
}

/// A part of the columns that grows by itself.
#[derive(Debug)]
pub(crate) enum Leaf<'c> {
    /// How many records there are.
    Count(&'c mut usize),
    Column(&'c mut Column),
    /// Which are no nulls, and the values.
    Maybe(&'c mut Vec<u8>, &'c mut Column),
    /// Which lists are no nulls, where they end, and how many items there are.
    List(Option<&'c mut Vec<u8>>, &'c mut Vec<i32>, &'c mut usize),
}

/// How a column is read.
#[derive(Clone, Copy)]
enum Way {
    Record,
    Value(Wire),
    MaybeValue(u8, Wire),
    List,
    MaybeList(u8),
    Other,
}

/// What a value takes on the wire.
#[derive(Clone, Copy)]
enum Wire {
    Varint,
    Run,
    Fixed(u32),
}

impl Way {
    fn of(column: &Column) -> Way {
        match column {
            Column::Struct(_) => Way::Record,
            // Items without bytes are counted.
            Column::List(list) if list.least > 0 => Way::List,
            Column::Nullable(one) if one.filler <= SMALL => match Way::of(&one.inner) {
                Way::Value(wire) => Way::MaybeValue(one.null, wire),
                Way::List => Way::MaybeList(one.null),
                _ => Way::Other,
            },
            _ => Wire::of(column).map_or(Way::Other, Way::Value),
        }
    }
}

impl Wire {
    fn of(column: &Column) -> Option<Wire> {
        let fixed = |size: usize| u32::try_from(size).ok().filter(|size| *size > 0).map(Wire::Fixed);
        match column {
            Column::Int(..) | Column::Long(..) | Column::TimeMillis(_) | Column::TimeMicros(_) | Column::Enum(..) => {
                Some(Wire::Varint)
            }
            Column::Text(_) | Column::Bytes(..) | Column::Uuid(_) => Some(Wire::Run),
            Column::Boolean(_) => fixed(1),
            Column::Float(_) => fixed(4),
            Column::Double(_) => fixed(8),
            Column::Duration(_) => fixed(12),
            Column::Fixed { size, .. } => fixed(*size),
            Column::Decimal128(_, digits) | Column::Decimal256(_, digits) => match digits.size {
                Some(size) => fixed(size),
                None => Some(Wire::Run),
            },
            _ => None,
        }
    }
}

impl Level {
    /// The level of the root; nothing if its columns read all by themselves.
    pub(crate) fn of(root: &Column) -> Option<Level> {
        let mut level = Level::default();
        level.add(root, &mut 0);
        let others = level.steps.iter().all(|step| matches!(step, Step::Other(_) | Step::Empty(_)));
        (!others).then_some(level)
    }

    /// Adds a column, and counts its leaves in their order.
    fn add(&mut self, column: &Column, leaves: &mut usize) {
        let leaf = *leaves;
        *leaves += 1;
        match (Way::of(column), column) {
            (Way::Value(Wire::Fixed(size)), _) => self.fixed(size, leaf),
            (Way::Value(Wire::Varint), _) => {
                let next = matches!(self.steps.last(), Some(Step::Varint | Step::NextVarint));
                self.value(if next { Step::NextVarint } else { Step::Varint }, None, leaf);
            }
            (Way::Value(Wire::Run), _) => self.value(Step::Run, None, leaf),
            (Way::MaybeValue(null, wire), _) => {
                let step = match wire {
                    Wire::Varint => Step::MaybeVarint(null),
                    Wire::Run => Step::MaybeRun(null),
                    Wire::Fixed(size) => Step::MaybeFixed(null, size),
                };
                self.value(step, Some(null), leaf);
            }
            (Way::Record, Column::Struct(one)) => {
                if one.empty > 0 {
                    self.steps.push(Step::Empty(one.empty));
                }
                self.slots.push(Slot { leaf, step: 0, offset: 0, null: None });
                one.columns.iter().for_each(|column| self.add(column, leaves));
            }
            (Way::List, Column::List(list)) => {
                self.value(Step::Items(self.lists.len(), list.least), None, leaf);
                self.items(&list.item, leaves);
            }
            (Way::MaybeList(null), Column::Nullable(one)) => {
                let Column::List(list) = &one.inner else { return };
                self.value(Step::Here, Some(null), leaf);
                self.steps.push(Step::MaybeItems(null, self.lists.len(), list.least));
                self.items(&list.item, leaves);
            }
            _ => self.steps.push(Step::Other(leaf)),
        }
    }

    fn value(&mut self, step: Step, null: Option<u8>, leaf: usize) {
        self.slots.push(Slot { leaf, step: self.steps.len(), offset: 0, null });
        self.steps.push(step);
    }

    /// Values of fixed sizes one behind another are one step.
    fn fixed(&mut self, size: u32, leaf: usize) {
        let place = self.steps.len();
        if let Some(Step::Fixed(before)) = self.steps.last_mut()
            && let Some(both) = before.checked_add(size)
        {
            let offset = std::mem::replace(before, both);
            self.slots.push(Slot { leaf, step: place - 1, offset, null: None });
        } else {
            self.value(Step::Fixed(size), None, leaf);
        }
    }

    fn items(&mut self, item: &Column, leaves: &mut usize) {
        let mut level = Level::default();
        level.add(item, leaves);
        self.lists.push(level);
    }
}

/// The leaves of a column, in the order that its level counts them.
pub(crate) fn leaves<'c>(column: &'c mut Column, all: &mut Vec<Leaf<'c>>) {
    match (Way::of(column), column) {
        (Way::Record, Column::Struct(one)) => {
            all.push(Leaf::Count(&mut one.count));
            one.columns.iter_mut().for_each(|column| leaves(column, all));
        }
        (Way::List, Column::List(list)) => {
            all.push(Leaf::List(None, &mut list.offsets, &mut list.count));
            leaves(&mut list.item, all);
        }
        (Way::MaybeValue(..), Column::Nullable(one)) => all.push(Leaf::Maybe(&mut one.valid, &mut one.inner)),
        (Way::MaybeList(_), Column::Nullable(one)) => {
            let one = &mut **one;
            if let Column::List(list) = &mut one.inner {
                all.push(Leaf::List(Some(&mut one.valid), &mut list.offsets, &mut list.count));
                leaves(&mut list.item, all);
            }
        }
        (_, column) => all.push(Leaf::Column(column)),
    }
}
