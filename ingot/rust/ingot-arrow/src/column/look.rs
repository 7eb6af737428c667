//! What is asked of a column as a whole.

use super::Column;
use crate::runs::Runs;

impl Column {
    /// How many fields of it, if it is a record, and of records in it that take no bytes, do not take any.
    pub(crate) fn empty(&self) -> u64 {
        let Column::Struct(one) = self else { return 0 };
        one.columns.iter().map(Column::empty).fold(u64::from(one.empty), u64::saturating_add)
    }

    /// The columns in it that are to be UTF-8, always in the same order.
    pub(crate) fn texts(&self) -> Texts<'_> {
        Texts { todo: vec![self] }
    }

    /// The most that an offset into this column, or a part of it, has to say.
    pub(crate) fn longest(&self) -> usize {
        match self {
            Column::Text(runs) | Column::Bytes(runs, _) => runs.used(),
            Column::List(list) => list.count.max(list.item.longest()),
            Column::Map(map) => map.keys.len().max(map.keys.used()).max(map.value.longest()),
            Column::Struct(one) => one.columns.iter().map(Column::longest).max().unwrap_or(0),
            Column::Union(one) => {
                one.branches.iter().map(|(column, _)| column.longest()).fold(one.ids.len(), usize::max)
            }
            Column::Nullable(one) => one.inner.longest(),
            _ => 0,
        }
    }
}

/// The text columns of a column.
pub(crate) struct Texts<'c> {
    todo: Vec<&'c Column>,
}

impl<'c> Iterator for Texts<'c> {
    type Item = &'c Runs;

    fn next(&mut self) -> Option<&'c Runs> {
        while let Some(column) = self.todo.pop() {
            match column {
                Column::Text(runs) => return Some(runs),
                Column::List(list) => self.todo.push(&list.item),
                Column::Map(map) => {
                    self.todo.push(&map.value);
                    return Some(&map.keys);
                }
                Column::Struct(one) => self.todo.extend(one.columns.iter().rev()),
                Column::Union(one) => self.todo.extend(one.branches.iter().rev().map(|(column, _)| column)),
                Column::Nullable(one) => self.todo.push(&one.inner),
                _ => {}
            }
        }
        None
    }
}
