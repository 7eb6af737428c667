//! The cells of a column, written one by one as values of a type.

use std::collections::HashMap;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, OffsetSizeTrait};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::DataType;
use ingot_codec::wire::{fault, put_long, put_run};
use ingot_codec::{DataClass, DataError};
use ingot_schema::{Logical, NodeId, Record, Schema, Type};

use crate::bytes::{Bytes, bytes, places, texts};
use crate::numbers::{integers, reals};
use crate::plan::nullable;
use crate::put::{Fields, OneOf, Put};
use crate::rows::unfit;

/// What columns are written by.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) defaults: &'a [Vec<Option<Vec<u8>>>],
}

/// What writes the cells of a column as values of a type; an error if they are none.
pub(crate) fn cells<'a>(
    plan: Plan<'a>,
    id: NodeId,
    array: &'a dyn Array,
    path: &mut Vec<String>,
) -> Result<Put<'a>, DataError> {
    let node = &plan.schema[id];
    if let Type::Union(branches) = &node.shape {
        return union(plan, branches, array, path);
    }
    let put = filled(plan, id, array, path)?;
    Ok(match array.logical_nulls().filter(|nulls| nulls.null_count() > 0) {
        Some(nulls) if node.shape != Type::Null => not_null(put, nulls, format!("not of type {}", node.shape.word())),
        _ => put,
    })
}

/// Refuses rows that are null, which is not what is said.
fn not_null(put: Put<'_>, nulls: NullBuffer, what: String) -> Put<'_> {
    Put::by(move |row, out| {
        if nulls.is_null(row) {
            return fault(DataClass::ValueInvalid, None, format!("null, {what}"));
        }
        put.put(row, out)
    })
}

/// The same for cells that are no nulls.
fn filled<'a>(plan: Plan<'a>, id: NodeId, array: &'a dyn Array, path: &mut Vec<String>) -> Result<Put<'a>, DataError> {
    let node = &plan.schema[id];
    let found: Option<Put<'a>> = match (&node.shape, array.data_type()) {
        (Type::Null, DataType::Null) => Some(Put::by(|_, _| Ok(()))),
        (Type::Boolean, DataType::Boolean) => Some(Put::Boolean(array.as_boolean().values())),
        (Type::Int | Type::Long, _) => integers(array, node.logical, node.shape == Type::Int),
        (Type::Float, _) => reals(array, false),
        (Type::Double, _) => reals(array, true),
        (Type::String, _) => {
            texts(array, node.logical == Some(Logical::Uuid)).map(|get| match array.as_string_opt::<i32>() {
                Some(array) => Put::Run(array.value_offsets(), array.value_data()),
                None => runs(get),
            })
        }
        (Type::Bytes, _) => bytes(array, node.logical, None).map(|get| match array.as_binary_opt::<i32>() {
            Some(array) => Put::Run(array.value_offsets(), array.value_data()),
            None => runs(get),
        }),
        (Type::Fixed(fixed), _) => bytes(array, node.logical, Some(fixed.size as usize))
            .map(|get| Put::by(move |row, out| get(row, &mut |bytes| out.extend_from_slice(bytes)))),
        (Type::Enum(one), _) => texts(array, false).map(|get| symbols(&one.symbols, get)),
        (Type::Record(record), DataType::Struct(_)) => {
            Some(struct_(plan, record, &plan.defaults[id.index()], array, path)?)
        }
        (Type::Array(part), DataType::List(_)) => {
            let list = array.as_list::<i32>();
            Some(Put::Items(Box::new(cells(plan, *part, list.values(), path)?), list.value_offsets()))
        }
        (Type::Array(part), DataType::LargeList(_)) => {
            let list = array.as_list::<i64>();
            Some(items(cells(plan, *part, list.values(), path)?, between(list.value_offsets())))
        }
        (Type::Array(part), DataType::FixedSizeList(_, _)) => {
            let list = array.as_fixed_size_list();
            let item = cells(plan, *part, list.values(), path)?;
            let size = list.value_length().as_usize();
            Some(items(item, move |row| row * size..(row + 1) * size))
        }
        (Type::Map(part), DataType::Map(_, _)) => {
            let map = array.as_map();
            let (Some(key), value) = (texts(map.keys(), false), cells(plan, *part, map.values(), path)?) else {
                return unfit(path, "keys of a map that are no texts");
            };
            let entry = move |row: usize, out: &mut Vec<u8>| {
                key(row, &mut |key| put_run(out, key))?;
                value.put(row, out)
            };
            Some(Put::Items(Box::new(Put::by(entry)), map.value_offsets()))
        }
        _ => None,
    };
    if let Some(put) = found {
        return Ok(put);
    }
    // Of a dictionary of texts this is done above.
    if let Some(place) = places(array) {
        let put = cells(plan, id, array.as_any_dictionary().values().as_ref(), path)?;
        return Ok(Put::by(move |row, out| put.put(place(row), out)));
    }
    let (word, found) = (node.shape.word(), array.data_type());
    let logical = node.logical.map_or(String::new(), |logical| format!(" ({logical:?})"));
    unfit(path, format!("a column of {found} is no {word}{logical}"))
}

/// Bytes behind their length.
fn runs(get: Bytes<'_>) -> Put<'_> {
    Put::by(move |row, out| get(row, &mut |bytes| put_run(out, bytes)))
}

fn symbols<'a>(symbols: &'a [String], get: Bytes<'a>) -> Put<'a> {
    let places: HashMap<&[u8], i64> = symbols.iter().map(String::as_bytes).zip(0..).collect();
    Put::by(move |row, out| {
        let mut place = None;
        get(row, &mut |text| place = Some(places.get(text).copied().ok_or_else(|| text.to_vec())))?;
        match place {
            Some(Ok(place)) => {
                put_long(out, place);
                Ok(())
            }
            other => {
                let text = other.and_then(Result::err).unwrap_or_default();
                let message = format!("{:?} is no symbol of the enum", String::from_utf8_lossy(&text));
                fault(DataClass::ValueInvalid, None, message)
            }
        }
    })
}

/// Items of an array, which lie within a range.
fn items<'a>(put: Put<'a>, range: impl Fn(usize) -> Range<usize> + 'a) -> Put<'a> {
    Put::by(move |row, out| put.items(range(row), out))
}

/// Where the items of a row are, by the offsets of all rows.
fn between<O: OffsetSizeTrait>(offsets: &[O]) -> impl Fn(usize) -> Range<usize> {
    |row| offsets[row].as_usize()..offsets[row + 1].as_usize()
}

fn struct_<'a>(
    plan: Plan<'a>,
    record: &'a Record,
    defaults: &'a [Option<Vec<u8>>],
    array: &'a dyn Array,
    path: &mut Vec<String>,
) -> Result<Put<'a>, DataError> {
    let array = array.as_struct();
    if let Some(extra) = array.column_names().into_iter().find(|name| record.fields.iter().all(|f| f.name != *name)) {
        return unfit(path, format!("{} has no field {extra:?}", record.name));
    }
    let mut fields: Vec<(&'a str, Put<'a>)> = Vec::with_capacity(record.fields.len());
    for (field, default) in record.fields.iter().zip(defaults) {
        path.push(field.name.clone());
        let put: Put<'a> = match (array.column_by_name(&field.name), default) {
            (Some(column), _) => cells(plan, field.node, column, path)?,
            (None, Some(default)) => Put::by(move |_, out| {
                out.extend_from_slice(default);
                Ok(())
            }),
            (None, None) => return unfit(path, "there is no such column, and the field has no default"),
        };
        path.pop();
        fields.push((&field.name, put));
    }
    Ok(Put::Record(Fields(fields)))
}

fn union<'a>(
    plan: Plan<'a>,
    branches: &'a [NodeId],
    array: &'a dyn Array,
    path: &mut Vec<String>,
) -> Result<Put<'a>, DataError> {
    if let DataType::Union(fields, _) = array.data_type() {
        return of_union(plan, branches, array, fields, path);
    }
    let null = (0..).zip(branches).find(|(_, part)| plan.schema[**part].shape == Type::Null).map(|(place, _)| place);
    if let (Some(null), DataType::Null) = (null, array.data_type()) {
        return Ok(Put::by(move |_, out| {
            put_long(out, null);
            Ok(())
        }));
    }
    let nulls = array.logical_nulls().filter(|nulls| nulls.null_count() > 0);
    if let Some((null, part)) = nullable(plan.schema, branches) {
        let put = filled(plan, part, array, path)?;
        return Ok(one_of(put, i64::from(1 - null), nulls.map(|nulls| (nulls, i64::from(null)))));
    }
    // Of several branches the first that the column's type is of.
    let depth = path.len();
    for (place, part) in (0..).zip(branches) {
        if Some(place) == null {
            continue;
        }
        if let Ok(put) = filled(plan, *part, array, path) {
            return Ok(match (nulls, null) {
                (Some(nulls), None) => not_null(one_of(put, place, None), nulls, "which is no branch".into()),
                (nulls, null) => one_of(put, place, nulls.zip(null)),
            });
        }
        path.truncate(depth);
    }
    unfit(path, format!("a column of {} is of no branch of the union", array.data_type()))
}

fn one_of(put: Put<'_>, place: i64, nulls: Option<(NullBuffer, i64)>) -> Put<'_> {
    Put::OneOf(Box::new(OneOf { put, place, nulls }))
}

/// A column that says of each row which branch it is: the children are the branches, in their order.
fn of_union<'a>(
    plan: Plan<'a>,
    branches: &'a [NodeId],
    array: &'a dyn Array,
    fields: &arrow_schema::UnionFields,
    path: &mut Vec<String>,
) -> Result<Put<'a>, DataError> {
    let array = array.as_union();
    if fields.len() != branches.len() {
        return unfit(path, format!("a column of {} branches, and a union of {}", fields.len(), branches.len()));
    }
    let mut children: Vec<(i8, Put<'a>)> = Vec::new();
    for ((id, _), part) in fields.iter().zip(branches) {
        let child: &'a ArrayRef = array.child(id);
        children.push((id, cells(plan, *part, child, path)?));
    }
    Ok(Put::by(move |row, out| {
        let id = array.type_id(row);
        for (place, (known, put)) in (0..).zip(&children) {
            if *known == id {
                put_long(out, place);
                return put.put(array.value_offset(row), out);
            }
        }
        fault(DataClass::ValueInvalid, None, format!("a branch {id} that the column does not have"))
    }))
}
