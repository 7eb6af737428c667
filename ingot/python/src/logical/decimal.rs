//! `decimal.Decimal` and the bytes that hold it: an integer in two's complement, its scale in the schema.

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple, PyType};

/// More digits than any schema has use for; what is behind them would take time that grows with their square.
const MOST_DIGITS: i64 = 10_000;

fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "decimal", "Decimal")
}

pub(super) fn plain<'py>(
    object: &Bound<'py, PyAny>,
    precision: u32,
    scale: u32,
    size: Option<usize>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    if !object.is_instance(class(py)?)? {
        return Ok(None);
    }
    let parts = object.call_method0(intern!(py, "as_tuple"))?;
    let parts = parts.cast::<PyTuple>()?;
    let digits = parts.get_item(1)?;
    let digits = digits.cast::<PyTuple>()?;
    let exponent: i64 = match parts.get_item(2)?.extract() {
        Ok(exponent) => exponent,
        Err(_) => return Err(PyValueError::new_err(format!("{object} is no number that a decimal holds"))),
    };
    if digits.len() > precision as usize {
        return Err(PyValueError::new_err("The decimal precision is bigger than allowed by schema"));
    }
    let more = exponent + i64::from(scale);
    if more < 0 {
        return Err(PyValueError::new_err("Scale provided in schema does not match the decimal"));
    }
    if more > MOST_DIGITS {
        return Err(PyValueError::new_err(format!("{object} has more than {MOST_DIGITS} digits")));
    }
    let mut number = Vec::with_capacity(16);
    for digit in digits {
        append(&mut number, digit.extract()?);
    }
    (0..more).for_each(|_| append(&mut number, 0));
    let negative = parts.get_item(0)?.is_truthy()?;
    let bytes = two_complement(number, negative);
    let Some(size) = size else { return Ok(Some(PyBytes::new(py, &bytes).into_any())) };
    // A negative number may have one byte of its sign more than it needs.
    let bytes = if bytes.len() == size + 1 && bytes[0] == 0xff && bytes[1] > 0x7f { &bytes[1..] } else { &bytes[..] };
    let Some(missing) = size.checked_sub(bytes.len()) else {
        return Err(PyValueError::new_err(format!("{object} does not fit into a fixed of {size} bytes")));
    };
    let mut fixed = vec![if bytes[0] > 0x7f { 0xff } else { 0 }; missing];
    fixed.extend_from_slice(bytes);
    Ok(Some(PyBytes::new(py, &fixed).into_any()))
}

/// Adds a decimal digit to a number, whose lowest byte is the first.
fn append(number: &mut Vec<u8>, digit: u8) {
    let mut carry = u16::from(digit);
    for byte in &mut *number {
        carry += u16::from(*byte) * 10;
        let [low, high] = carry.to_le_bytes();
        *byte = low;
        carry = high.into();
    }
    if carry > 0 {
        number.push(carry.to_le_bytes()[0]);
    }
}

/// A number of so many bits in as many bytes as these and a sign take, the highest first.
fn two_complement(mut number: Vec<u8>, negative: bool) -> Vec<u8> {
    if number.last().is_none_or(|highest| *highest > 0x7f) {
        number.push(0);
    }
    if negative {
        let mut carry = true;
        for byte in &mut number {
            (*byte, carry) = (!*byte).overflowing_add(carry.into());
        }
    }
    number.reverse();
    number
}

pub(super) fn object<'py>(plain: &Bound<'py, PyAny>, scale: u32) -> PyResult<Bound<'py, PyAny>> {
    let py = plain.py();
    let bytes = plain.cast::<PyBytes>()?.as_bytes();
    let text = if bytes.len() <= 16 {
        let mut whole = [if bytes.first().is_some_and(|first| *first > 0x7f) { 0xff } else { 0 }; 16];
        whole[16 - bytes.len()..].copy_from_slice(bytes);
        format!("{}E-{scale}", i128::from_be_bytes(whole))
    } else {
        let arguments = (plain, intern!(py, "big"), true);
        let int = py.get_type::<pyo3::types::PyInt>();
        let from_bytes = int.getattr(intern!(py, "from_bytes"))?;
        let signed = pyo3::types::PyDict::new(py);
        signed.set_item(intern!(py, "signed"), arguments.2)?;
        let number = from_bytes.call((arguments.0, arguments.1), Some(&signed))?;
        format!("{number}E-{scale}")
    };
    class(py)?.call1((text,))
}
