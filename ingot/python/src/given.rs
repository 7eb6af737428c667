//! What is given instead of a schema: JSON, a class, values to find one for.

use ingot_codec::Options;
use ingot_schema::{Inference, Json, NodeId, Type};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

use crate::arrow;
use crate::classes::module;
use crate::failure::schema_exception;
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
    value.py().import("json")?.call_method1("dumps", (value,))?.extract()
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
    let mut inference = Inference::default();
    for value in values.try_iter()? {
        let json = Json::parse(&dumped(&value?)?).map_err(|error| schema_exception(py, &error))?;
        inference.add(&json);
    }
    let schema = inference.schema(name).map_err(|error| schema_exception(py, &error))?;
    Py::new(py, Schema::of(py, schema, Options::default())?)
}

/// A class with what it is for, as type checkers know it.
pub(crate) fn alias<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("types")?.call_method1("GenericAlias", (class, item))
}
