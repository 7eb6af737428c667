//! What is given instead of a schema: JSON, a class, values to find one for.

use ingot_codec::Options;
use ingot_schema::{Data, Inference, Json, NodeId, Number, Type};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyOverflowError, PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

use crate::arrow;
use crate::classes::module;
use crate::failure::{made, schema_exception};
use crate::schema::Schema;

/// A schema, or one that is made of what stands for it.
pub(crate) fn schema_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Schema>> {
    if let Ok(schema) = given.cast::<Schema>() {
        return Ok(schema.clone());
    }
    Bound::new(given.py(), Schema::new(given.py(), given, false, true)?)
}

/// Whether an object hands over a table of Arrow.
pub(crate) fn is_table(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return Ok(false);
    }
    object.hasattr("__arrow_c_stream__")
}

/// Whether something is a schema as JSON has it, and no class.
pub(crate) fn is_json(schema: &Bound<'_, PyAny>) -> bool {
    schema.is_none()
        || schema.is_instance_of::<PyString>()
        || schema.is_instance_of::<PyDict>()
        || schema.is_instance_of::<PyList>()
        || schema.is_instance_of::<PyTuple>()
        || schema.is_instance_of::<PyInt>()
        || schema.is_instance_of::<PyFloat>()
}

/// A schema as text: JSON as it is, anything else by `json.dumps`.
pub(crate) fn json_text(schema: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(text) = schema.cast::<PyString>() else { return dumped(schema) };
    Ok(text.to_str()?.to_owned())
}

pub(crate) fn dumped(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = value.py();
    let text = py.import("json")?.call_method1("dumps", (value,)).map_err(|error| {
        if error.is_instance_of::<PyRecursionError>(py) {
            return endless(py, "a schema");
        }
        error
    })?;
    text.extract()
}

/// The error of something that is nested without an end in sight.
fn endless(py: Python<'_>, what: &str) -> PyErr {
    let message = format!("{what} is nested too deeply");
    made(py, "SchemaError", |class| class.call1((message, "limit-depth", "", None::<usize>)))
}

/// The bytes that any object lends, as `bytes`.
pub(crate) fn whole<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    match given.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.clone()),
        Err(_) => Ok(PyBytes::new(given.py(), &PyBuffer::<u8>::get(given)?.to_vec(given.py())?)),
    }
}

/// A number of 32 bits. Raises `OverflowError`, with what it was to be, for others.
pub(crate) fn bits(given: &Bound<'_, PyAny>, what: &str) -> PyResult<u32> {
    given.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            return PyOverflowError::new_err(format!("{what} is from 0 to 2**32 - 1, not {given}"));
        }
        error
    })
}

/// What a class says of the types of a schema.
pub(crate) fn bound<'py>(schema: &ingot_schema::Schema, class: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let node = |node: &ingot_schema::Node| {
        let parts = node.shape.parts().map(NodeId::index);
        let names: Vec<_> = match &node.shape {
            Type::Record(record) => record.fields.iter().map(|field| field.name.clone()).collect(),
            Type::Enum(one) => one.symbols.clone(),
            _ => Vec::new(),
        };
        (node.shape.word(), node.shape.name().map(ToString::to_string), names, parts.collect::<Vec<_>>())
    };
    let nodes: Vec<_> = schema.nodes().iter().map(node).collect();
    let found = module(class.py())?.call_method1("bind", (nodes, schema.root().index(), class))?;
    Ok(found.cast_into()?)
}

/// The narrowest schema that takes all values, which are what JSON has, or the rows of a table of Arrow; its records are named after `name`.
#[pyfunction]
#[pyo3(signature = (values, /, name = "Record"))]
pub(crate) fn infer(values: &Bound<'_, PyAny>, name: &str) -> PyResult<Py<Schema>> {
    let py = values.py();
    if is_table(values)? {
        return Ok(arrow::schema_for(py, &arrow::table(values)?, name)?.unbind());
    }
    if values.is_instance_of::<PyDict>() || values.is_instance_of::<PyString>() || values.is_instance_of::<PyBytes>() {
        let kind = values.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{kind} is one value: infer takes several, as in a list")));
    }
    let mut inference = Inference::default();
    for value in values.try_iter()? {
        inference.add(&json(&value?, MOST_NESTED)?);
    }
    let schema = inference.schema(name).map_err(|error| schema_exception(py, &error))?;
    Py::new(py, Schema::of(py, schema, Options::default())?)
}

/// How deeply values may be nested that a schema is found for: data may not be nested more deeply, either.
const MOST_NESTED: usize = 100;

/// A value as JSON has it. Numbers keep their types: a float is none of JSON's integers, whatever it is.
fn json(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Json> {
    let py = value.py();
    let nested = || depth.checked_sub(1).ok_or_else(|| endless(py, "a value"));
    let real = || Data::Number(Number::from_f64(0.5).unwrap_or_else(|| 0.into()));
    let data = if value.is_none() {
        Data::Null
    } else if let Ok(truth) = value.cast::<PyBool>() {
        Data::Bool(truth.is_true())
    } else if value.is_instance_of::<PyInt>() {
        match value.extract::<i64>() {
            Ok(number) => Data::Number(number.into()),
            // Beyond a long there are only doubles, and beyond a double there is nothing.
            Err(_) => match value.extract::<f64>() {
                Ok(_) => real(),
                Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                    return Err(unfit(py, "an integer beyond a double"));
                }
                Err(error) => return Err(error),
            },
        }
    } else if value.is_instance_of::<PyFloat>() {
        real()
    } else if let Ok(text) = value.cast::<PyString>() {
        Data::String(utf8(text)?)
    } else if let Ok(items) = value.cast::<PyList>() {
        let depth = nested()?;
        Data::Array(items.iter().map(|item| json(&item, depth)).collect::<PyResult<_>>()?)
    } else if let Ok(items) = value.cast::<PyTuple>() {
        let depth = nested()?;
        Data::Array(items.iter().map(|item| json(&item, depth)).collect::<PyResult<_>>()?)
    } else if let Ok(members) = value.cast::<PyDict>() {
        let depth = nested()?;
        let member = |(key, part): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let Ok(key) = key.cast::<PyString>() else {
                return Err(PyTypeError::new_err(format!("{}, not a string, as a key", key.get_type().name()?)));
            };
            Ok((utf8(key)?, json(&part, depth)?))
        };
        Data::Object(members.iter().map(member).collect::<PyResult<_>>()?)
    } else {
        let kind = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{kind} is no type that JSON has")));
    };
    Ok(data.into())
}

/// The error of a value that no schema takes.
#[cold]
fn unfit(py: Python<'_>, message: &str) -> PyErr {
    made(py, "SchemaError", |class| class.call1((message, "json", "", None::<usize>)))
}

/// A text that has no half of a surrogate pair.
fn utf8(text: &Bound<'_, PyString>) -> PyResult<String> {
    let none = |_| unfit(text.py(), "a string with half of a surrogate pair");
    Ok(text.to_str().map_err(none)?.to_owned())
}

/// A class with what it is for, as type checkers know it.
pub(crate) fn alias<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("types")?.call_method1("GenericAlias", (class, item))
}
