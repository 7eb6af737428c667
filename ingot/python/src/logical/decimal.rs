//! `decimal.Decimal` and the bytes that hold it: an integer in two's complement, its scale in the schema.

use pyo3::exceptions::PyValueError;
use pyo3::ffi;
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
    let Parts { negative, digits, exponent } = parts(object)?.map_err(PyValueError::new_err)?;
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
    let bytes = sized(two_complement(&digits, more, negative), size).map_err(PyValueError::new_err)?;
    Ok(Some(PyBytes::new(py, &bytes).into_any()))
}

/// What a decimal is made of.
struct Parts {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

/// The parts of a decimal, or why it is no number.
fn parts(object: &Bound<'_, PyAny>) -> PyResult<Result<Parts, String>> {
    let py = object.py();
    let parts = object.call_method0(intern!(py, "as_tuple"))?;
    let parts = parts.cast::<PyTuple>()?;
    let Ok(exponent) = parts.get_item(2)?.extract() else {
        return Ok(Err(format!("{object} is no number that a decimal holds")));
    };
    let digits = parts.get_item(1)?.cast::<PyTuple>()?.iter();
    let digits = digits.map(|digit| digit.extract()).collect::<PyResult<_>>()?;
    Ok(Ok(Parts { negative: parts.get_item(0)?.is_truthy()?, digits, exponent }))
}

/// Whether an object is a decimal. No code but the interpreter's own runs.
pub(super) fn is_one(object: &Bound<'_, PyAny>) -> bool {
    class(object.py())
        .is_ok_and(|class| unsafe { ffi::PyType_IsSubtype(ffi::Py_TYPE(object.as_ptr()), class.as_type_ptr()) != 0 })
}

/// The integer of a decimal at a scale, in two's complement, or why it has none: nothing is rounded.
pub(super) fn scaled(object: &Bound<'_, PyAny>, scale: u32) -> PyResult<Result<Vec<u8>, String>> {
    let Parts { negative, mut digits, exponent } = match parts(object)? {
        Ok(parts) => parts,
        Err(message) => return Ok(Err(message)),
    };
    let mut more = exponent.saturating_add(scale.into());
    if digits.iter().all(|digit| *digit == 0) {
        (digits, more) = (vec![0], 0);
    }
    while more < 0 && digits.last() == Some(&0) {
        digits.pop();
        more += 1;
    }
    if more < 0 {
        return Ok(Err(format!("{object} has more digits behind the point than the scale {scale}")));
    }
    if more.saturating_add_unsigned(digits.len() as u64) > MOST_DIGITS {
        return Ok(Err(format!("a decimal of more than {MOST_DIGITS} digits")));
    }
    Ok(Ok(shortest(two_complement(&digits, more, negative))))
}

/// The integer of a decimal, in two's complement, and the decimal's own scale.
pub(super) fn unscaled(object: &Bound<'_, PyAny>) -> PyResult<Result<(Vec<u8>, i64), String>> {
    Ok(parts(object)?.and_then(|Parts { negative, digits, exponent }| {
        if i64::try_from(digits.len()).is_ok_and(|count| count > MOST_DIGITS) {
            return Err(format!("a decimal of more than {MOST_DIGITS} digits"));
        }
        Ok((shortest(two_complement(&digits, 0, negative)), exponent.saturating_neg()))
    }))
}

/// Without a byte of its sign that a negative number may have more than it needs.
fn shortest(mut bytes: Vec<u8>) -> Vec<u8> {
    if matches!(bytes[..], [0xff, 0x80..=0xff, ..]) {
        bytes.remove(0);
    }
    bytes
}

/// Bytes of a number as they are, or as many as a fixed has.
pub(super) fn sized(bytes: Vec<u8>, size: Option<usize>) -> Result<Vec<u8>, String> {
    let Some(size) = size else { return Ok(bytes) };
    let bytes = if bytes.len() > size { shortest(bytes) } else { bytes };
    let Some(missing) = size.checked_sub(bytes.len()) else {
        return Err(format!("the decimal does not fit into a fixed of {size} bytes"));
    };
    let mut fixed = vec![if bytes[0] > 0x7f { 0xff } else { 0 }; missing];
    fixed.extend(bytes);
    Ok(fixed)
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

/// A number by its digits and so many zeros behind them, in as many bytes as it and a sign take, the highest first.
fn two_complement(digits: &[u8], zeros: i64, negative: bool) -> Vec<u8> {
    let mut number = Vec::with_capacity(16);
    for digit in digits {
        append(&mut number, *digit);
    }
    (0..zeros).for_each(|_| append(&mut number, 0));
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
    made(plain.py(), plain.cast::<PyBytes>()?.as_bytes(), scale.into())
}

/// The decimal of an integer in two's complement and a scale.
pub(super) fn made<'py>(py: Python<'py>, bytes: &[u8], scale: i64) -> PyResult<Bound<'py, PyAny>> {
    let exponent = -scale;
    let text = if bytes.len() <= 16 {
        let mut whole = [if bytes.first().is_some_and(|first| *first > 0x7f) { 0xff } else { 0 }; 16];
        whole[16 - bytes.len()..].copy_from_slice(bytes);
        format!("{}E{exponent}", i128::from_be_bytes(whole))
    } else {
        let arguments = (PyBytes::new(py, bytes), intern!(py, "big"), true);
        let int = py.get_type::<pyo3::types::PyInt>();
        let from_bytes = int.getattr(intern!(py, "from_bytes"))?;
        let signed = pyo3::types::PyDict::new(py);
        signed.set_item(intern!(py, "signed"), arguments.2)?;
        let number = from_bytes.call((arguments.0, arguments.1), Some(&signed))?;
        format!("{number}E{exponent}")
    };
    class(py)?.call1((text,))
}
