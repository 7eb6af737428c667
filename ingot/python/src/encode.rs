//! From Python's objects to bytes; what is no value of the schema is told with its path.
//!
//! Objects that a dict or a list lends are held while anything but the interpreter's own types is asked, for that may run
//! a user's code, which may take them out of there. For the same reason dicts and lists are looked up again for each value.

use core::ptr::{NonNull, null_mut};

use ingot_codec::wire::{Step, check_bytes, check_number, check_text, fault, put_long, put_run};
use ingot_codec::{DataClass, Limits, Options};
use ingot_schema::Logical;
use pyo3::ffi;
use pyo3::ffi::PyObject;

use crate::classes::symbol_of;
use crate::failure::{Done, Failure, within};
use crate::internals;
use crate::lent::buffer;
use crate::manner::{Strict, Writing};
use crate::objects::{Owned, content, forget_exception, known_text, utf8};
use crate::plan::{Field, Op, Plan, Record, Special};
use crate::told::{unmet, wrong};
use crate::word::{Shape, Word};

pub(crate) struct Encoder<'p, 'o, W: Writing = Strict> {
    pub(crate) plan: &'p Plan,
    options: &'p Options,
    pub(crate) out: &'o mut Vec<u8>,
    depth: usize,
    /// Why the value that was written last is none.
    failure: Option<Failure>,
    /// The type whose value failed.
    failed: Option<u32>,
    manner: W,
}

impl<'p, 'o, W: Writing> Encoder<'p, 'o, W> {
    pub(crate) fn new(plan: &'p Plan, options: &'p Options, out: &'o mut Vec<u8>, manner: W) -> Self {
        let depth = options.limits.depth.min(Limits::MOST_DEPTH);
        Encoder { plan, options, out, depth, failure: None, failed: None, manner }
    }

    /// Adds the bytes of an object; an error with what was to be there.
    #[inline]
    pub(crate) unsafe fn root(&mut self, object: *mut PyObject) -> Done<()> {
        match unsafe { self.value(self.plan.root, object) } {
            Ok(()) => Ok(()),
            Err(failure) => Err(self.plan.known(failure, self.failed)),
        }
    }

    /// Adds the bytes of an object as a value of a type. The interpreter is held, and the object lives until other code
    /// than the interpreter's own runs.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most values are of these types: a call for each would cost as much as it"
    )]
    pub(crate) unsafe fn value(&mut self, index: u32, object: *mut PyObject) -> Done<()> {
        let node = self.plan.node(index);
        if node.plain {
            match &node.op {
                Op::Int => {
                    if let Some(value) = unsafe { internals::integer(object) }
                        && i32::try_from(value).is_ok()
                    {
                        put_long(self.out, value);
                        return Ok(());
                    }
                }
                Op::Long => {
                    if let Some(value) = unsafe { internals::integer(object) } {
                        put_long(self.out, value);
                        return Ok(());
                    }
                }
                Op::String => {
                    if unsafe { ffi::PyUnicode_CheckExact(object) } != 0
                        && let Some(text) = unsafe { known_text(object) }
                    {
                        put_run(self.out, text);
                        return Ok(());
                    }
                }
                Op::Boolean => {
                    let is_true = object == unsafe { ffi::Py_True() };
                    if is_true || object == unsafe { ffi::Py_False() } {
                        self.out.push(is_true.into());
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        if unsafe { self.any(index, object) } { Ok(()) } else { Err(self.failure.take().unwrap_or(Failure::Raised)) }
    }

    /// The same, of all types. What has failed lies in `failure`: a truth value alone comes back in a register.
    #[inline(never)]
    unsafe fn any(&mut self, mut index: u32, object: *mut PyObject) -> bool {
        match unsafe { self.whole(&mut index, object) } {
            Ok(()) => true,
            Err(failure) => {
                self.failed.get_or_insert(index);
                self.failure = Some(failure);
                false
            }
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is called once, above")]
    unsafe fn whole(&mut self, place: &mut u32, object: *mut PyObject) -> Done<()> {
        let plan = self.plan;
        let mut index = *place;
        let mut node = plan.node(index);
        unsafe {
            let mut of_branch = None;
            // Branches of unions are no unions themselves.
            if let Op::Union(union) = &node.op {
                let branch;
                (branch, of_branch) = self.manner.branch(plan, index, union, object)?;
                put_long(self.out, branch.into());
                index = union.branches[branch as usize];
                *place = index;
                node = plan.node(index);
            }
            let object = of_branch.as_ref().map_or(object, Owned::as_ptr);
            if let Some(special) = &node.special {
                return self.special(special, index, object);
            }
            let prepared = self.manner.prepared(plan, index, object)?;
            let object = prepared.as_ref().map_or(object, Owned::as_ptr);
            match &node.op {
                Op::Null if object == ffi::Py_None() => {}
                // A union lies in no union: it was left above.
                Op::Union(_) => {}
                Op::Boolean if object == ffi::Py_True() => self.out.push(1),
                Op::Boolean if object == ffi::Py_False() => self.out.push(0),
                Op::Int => self.int(object, node.logical)?,
                Op::Long => self.long(object, node.logical)?,
                Op::Float => {
                    #[expect(clippy::cast_possible_truncation, reason = "a float is what is nearest to it")]
                    let (exact, value) = real(object, "a float").map(|exact| (exact, exact as f32))?;
                    if value.is_infinite() && exact.is_finite() {
                        return unmet(exact.to_string(), "a float", format!("{exact} is beyond a float"));
                    }
                    self.out.extend_from_slice(&value.to_le_bytes());
                }
                Op::Double => {
                    let value = real(object, "a double")?;
                    self.out.extend_from_slice(&value.to_le_bytes());
                }
                Op::String => self.string(object, node.logical)?,
                Op::Bytes => self.bytes(object, node.logical)?,
                Op::Fixed(size) => self.fixed(*size, object, node.logical)?,
                Op::Enum(symbols) => self.symbol(symbols, object)?,
                Op::Array(part) => self.nested(object, |encoder| encoder.array(*part, object))?,
                Op::Map(part) => self.nested(object, |encoder| encoder.map(*part, object))?,
                Op::Record(record) => self.nested(object, |encoder| encoder.record(record, object))?,
                Op::Null => return wrong(object, "null"),
                Op::Boolean => return wrong(object, "a boolean"),
            }
        }
        Ok(())
    }

    /// A value of a type that has objects of its own in Python.
    #[inline(never)]
    unsafe fn special(&mut self, special: &Special, index: u32, object: *mut PyObject) -> Done<()> {
        let node = self.plan.node(index);
        unsafe {
            let made = match special.native {
                Some(native) => native.plain(object, self.plan.lenient)?,
                None => None,
            };
            let object = made.as_ref().map_or(object, Owned::as_ptr);
            match &node.op {
                Op::Int => self.int(object, node.logical),
                Op::Long => self.long(object, node.logical),
                Op::String => self.string(object, node.logical),
                Op::Bytes => self.bytes(object, node.logical),
                Op::Fixed(size) => self.fixed(*size, object, node.logical),
                Op::Enum(symbols) => self.symbol(symbols, object),
                Op::Array(part) => self.nested(object, |encoder| encoder.array(*part, object)),
                // No other type is special.
                _ => wrong(object, &self.plan.expected(index)),
            }
        }
    }

    #[inline]
    unsafe fn int(&mut self, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        let value = match unsafe { internals::integer(object) } {
            Some(value) => value,
            None => unsafe { integer(object, "an int") }?,
        };
        if i32::try_from(value).is_err() {
            return unmet(value.to_string(), "an int", format!("{value} is beyond an int's 32 bits"));
        }
        self.number(value, logical)
    }

    #[inline]
    unsafe fn long(&mut self, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        let value = match unsafe { internals::integer(object) } {
            Some(value) => value,
            None => unsafe { integer(object, "a long") }?,
        };
        self.number(value, logical)
    }

    #[inline]
    unsafe fn bytes(&mut self, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        unsafe {
            if ffi::PyBytes_CheckExact(object) != 0 {
                self.check(content(object), logical)?;
                put_run(self.out, content(object));
                return Ok(());
            }
            let held = buffer(object, "bytes")?;
            self.check(held.content(), logical)?;
            put_run(self.out, held.content());
        }
        Ok(())
    }

    #[inline]
    unsafe fn fixed(&mut self, size: usize, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        let held = unsafe { buffer(object, "a fixed") }?;
        if held.content().len() != size {
            let met = format!("{} bytes", held.content().len());
            let message = format!("{met}, not {size}");
            return unmet(met, format!("a fixed of {size} bytes"), message);
        }
        self.check(held.content(), logical)?;
        self.out.extend_from_slice(held.content());
        Ok(())
    }

    #[inline]
    unsafe fn nested(&mut self, object: *mut PyObject, write: impl FnOnce(&mut Self) -> Done<()>) -> Done<()> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return Ok(fault(DataClass::LimitDepth, None, "values are nested too deeply")?);
        };
        self.depth = depth;
        let held = unsafe { Owned::borrowed(object) };
        write(self)?;
        drop(held);
        self.depth += 1;
        Ok(())
    }

    #[inline]
    fn number(&mut self, value: i64, logical: Option<Logical>) -> Done<()> {
        if let Some(logical) = logical {
            written(check_number(logical, value, self.options))?;
        }
        put_long(self.out, value);
        Ok(())
    }

    #[inline]
    unsafe fn string(&mut self, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        unsafe {
            if ffi::PyUnicode_Check(object) == 0 {
                return wrong(object, "a string");
            }
            let text = text(object)?;
            if let Some(logical) = logical
                && let Ok(text) = core::str::from_utf8(text)
            {
                written(check_text(logical, text, self.options))?;
            }
            put_run(self.out, text);
        }
        Ok(())
    }

    #[inline]
    fn check(&self, content: &[u8], logical: Option<Logical>) -> Done<()> {
        if let Some(logical) = logical {
            written(check_bytes(logical, content, self.options))?;
        }
        Ok(())
    }

    #[inline]
    unsafe fn symbol(&mut self, symbols: &[Word], object: *mut PyObject) -> Done<()> {
        unsafe {
            let found = symbols.iter().position(|symbol| symbol.object.as_ptr() == object);
            let place = match found {
                Some(place) => place,
                None => match self.named(symbols, object)? {
                    Some(place) => place,
                    None if ffi::PyUnicode_Check(object) != 0 => {
                        let met = format!("{:?}", lossy(text(object)?));
                        let message = format!("{met} is no symbol of the enum");
                        return unmet(met, "a symbol", message);
                    }
                    None => return wrong(object, "a symbol"),
                },
            };
            put_long(self.out, i64::try_from(place).unwrap_or(i64::MAX));
        }
        Ok(())
    }

    /// The place of a symbol that is another string than the plan's, or the member of an enum.
    #[inline]
    unsafe fn named(&self, symbols: &[Word], object: *mut PyObject) -> Done<Option<usize>> {
        unsafe {
            if ffi::PyUnicode_Check(object) != 0 {
                let found = place_of(symbols, text(object)?);
                if found.is_some() || ffi::PyUnicode_CheckExact(object) != 0 {
                    return Ok(found);
                }
            }
            if self.manner.takes_objects() { member(symbols, object) } else { Ok(None) }
        }
    }

    unsafe fn record(&mut self, record: &Record, object: *mut PyObject) -> Done<()> {
        unsafe {
            if ffi::PyDict_Check(object) == 0 {
                return self.object(record, object);
            }
            let mut place = 0;
            let mut key = core::ptr::null_mut();
            let mut value = core::ptr::null_mut();
            for (count, field) in record.fields.iter().enumerate() {
                // A dict in the schema's order hands over its values one by one, and no key is looked up.
                if !internals::next(object, &mut place, &mut key, &mut value) || !field.key.is_key(key) {
                    return self.by_name(record, count, object);
                }
                within(self.value(field.node, value), || Step::Field(field.key.text.clone()))?;
            }
            if internals::next(object, &mut place, &mut key, &mut value) && !self.manner.may_exceed() {
                return unknown(record, object, &self.manner);
            }
        }
        Ok(())
    }

    /// A record that is no dict: an object of a class, by its attributes, or a tuple, by its places.
    #[inline(never)]
    unsafe fn object(&mut self, record: &Record, object: *mut PyObject) -> Done<()> {
        if !self.manner.takes_objects() {
            return unsafe { wrong(object, &record.name) };
        }
        unsafe {
            if ffi::PyTuple_CheckExact(object) != 0 {
                return self.places(record, object);
            }
            let attributes = record.known.of(record, object)?;
            let Some(names) = &attributes.names else { return wrong(object, &record.name) };
            for (field, name) in record.fields.iter().zip(names) {
                let Some(name) = name else {
                    self.default(field)?;
                    continue;
                };
                let value = Owned::new(ffi::PyObject_GetAttr(object, name.as_ptr()))?;
                within(self.value(field.node, value.as_ptr()), || Step::Field(field.key.text.clone()))?;
            }
            if let Some(name) = attributes.unknown.as_ref().filter(|_| !self.manner.may_exceed()) {
                return excess(record, name, &self.manner);
            }
        }
        Ok(())
    }

    unsafe fn places(&mut self, record: &Record, tuple: *mut PyObject) -> Done<()> {
        let count = unsafe { ffi::PyTuple_Size(tuple) }.cast_unsigned();
        if count != record.fields.len() {
            let (met, most) = (format!("a tuple of {count}"), record.fields.len());
            let message = format!("{met}, {} has {most} fields", record.name);
            return unmet(met, format!("a tuple of {most}"), message);
        }
        for (place, field) in (0..).zip(&record.fields) {
            // A tuple keeps what it has.
            let value = unsafe { ffi::PyTuple_GetItem(tuple, place) };
            within(unsafe { self.value(field.node, value) }, || Step::Field(field.key.text.clone()))?;
        }
        Ok(())
    }

    /// The default of a field that a record does not have.
    fn default(&mut self, field: &Field) -> Done<()> {
        let Some(default) = field.default.as_ref().filter(|_| self.manner.may_lack(field)) else {
            let missing = unmet("nothing", self.plan.expected(field.node), self.manner.lack(field));
            return within(missing, || Step::Field(field.key.text.clone()));
        };
        self.out.extend_from_slice(default);
        Ok(())
    }

    /// The fields from the given one on, each looked up.
    #[cold]
    unsafe fn by_name(&mut self, record: &Record, first: usize, object: *mut PyObject) -> Done<()> {
        let mut met = first;
        for field in &record.fields[first..] {
            unsafe {
                let value = ffi::PyDict_GetItemWithError(object, field.key.object.as_ptr());
                if value.is_null() {
                    if !ffi::PyErr_Occurred().is_null() {
                        return Err(Failure::Raised);
                    }
                    self.default(field)?;
                    continue;
                }
                met += 1;
                let value = Owned::borrowed(value);
                within(self.value(field.node, value.as_ptr()), || Step::Field(field.key.text.clone()))?;
            }
        }
        if unsafe { ffi::PyDict_Size(object) }.cast_unsigned() > met && !self.manner.may_exceed() {
            return unsafe { unknown(record, object, &self.manner) };
        }
        Ok(())
    }

    unsafe fn array(&mut self, part: u32, object: *mut PyObject) -> Done<()> {
        unsafe {
            if ffi::PyList_Check(object) != 0 {
                let count = ffi::PyList_Size(object);
                // The list may have become shorter meanwhile.
                self.items(part, count, |place| item(object, place))
            } else if ffi::PyTuple_Check(object) != 0 {
                let count = ffi::PyTuple_Size(object);
                self.items(part, count, |place| NonNull::new(ffi::PyTuple_GetItem(object, place)))
            } else if self.manner.takes_objects() && ffi::PyAnySet_Check(object) != 0 {
                self.set(part, object)
            } else {
                wrong(object, "an array")
            }
        }
    }

    #[inline(never)]
    unsafe fn set(&mut self, part: u32, set: *mut PyObject) -> Done<()> {
        unsafe {
            let list = Owned::new(ffi::PySequence_List(set))?;
            self.items(part, ffi::PyList_Size(list.as_ptr()), |place| item(list.as_ptr(), place))
        }
    }

    #[inline]
    unsafe fn items(&mut self, part: u32, count: isize, get: impl Fn(isize) -> Option<NonNull<PyObject>>) -> Done<()> {
        if count > 0 {
            put_long(self.out, count as i64);
            for place in 0..count {
                let Some(item) = get(place) else {
                    return Ok(fault(DataClass::ValueInvalid, None, "the list has changed while it was encoded")?);
                };
                within(unsafe { self.value(part, item.as_ptr()) }, || Step::Item(place.cast_unsigned()))?;
            }
        }
        self.out.push(0);
        Ok(())
    }

    unsafe fn map(&mut self, part: u32, object: *mut PyObject) -> Done<()> {
        unsafe {
            if ffi::PyDict_Check(object) == 0 {
                return wrong(object, "a map");
            }
            let count = ffi::PyDict_Size(object);
            if count > 0 {
                put_long(self.out, count as i64);
                let (mut place, mut met) = (0, 0);
                let mut key = core::ptr::null_mut();
                let mut value = core::ptr::null_mut();
                while internals::next(object, &mut place, &mut key, &mut value) {
                    let (key, value) = (Owned::borrowed(key), Owned::borrowed(value));
                    self.string(key.as_ptr(), None)?;
                    let step = || Step::Key(text(key.as_ptr()).map_or_else(|_| String::new(), lossy));
                    within(self.value(part, value.as_ptr()), step)?;
                    met += 1;
                }
                if met != count {
                    return Ok(fault(DataClass::ValueInvalid, None, "the dict has changed while it was encoded")?);
                }
            }
        }
        self.out.push(0);
        Ok(())
    }
}

/// What a list has at a place, if it has any there.
#[inline]
unsafe fn item(list: *mut PyObject, place: isize) -> Option<NonNull<PyObject>> {
    unsafe {
        #[cfg(not(Py_LIMITED_API))]
        return NonNull::new(if place < ffi::PyList_GET_SIZE(list) {
            ffi::PyList_GET_ITEM(list, place)
        } else {
            null_mut()
        });
        #[cfg(Py_LIMITED_API)]
        NonNull::new(if place < ffi::PyList_Size(list) { ffi::PyList_GetItem(list, place) } else { null_mut() })
    }
}

#[inline]
fn place_of(symbols: &[Word], text: &[u8]) -> Option<usize> {
    let shape = Shape::of(text);
    symbols.iter().position(|symbol| symbol.has_shape(shape, text))
}

/// The place of the symbol that a member of an enum is.
#[cold]
unsafe fn member(symbols: &[Word], object: *mut PyObject) -> Done<Option<usize>> {
    unsafe {
        // What is asked may run a user's code.
        let _held = Owned::borrowed(object);
        match symbol_of(object)? {
            Some(symbol) => Ok(place_of(symbols, text(symbol.as_ptr())?)),
            None => Ok(None),
        }
    }
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// The bytes of a string.
#[inline]
pub(crate) unsafe fn text<'o>(object: *mut PyObject) -> Done<&'o [u8]> {
    unsafe {
        if let Some(text) = known_text(object) {
            return Ok(text);
        }
        if let Ok(text) = utf8(object) {
            return Ok(text);
        }
        forget_exception();
    }
    Ok(fault(DataClass::ValueInvalid, None, "a string with half of a surrogate pair")?)
}

/// Any integer. What its type runs may take it out of where it lies.
#[inline(never)]
unsafe fn integer(object: *mut PyObject, what: &str) -> Done<i64> {
    unsafe {
        if ffi::PyLong_CheckExact(object) == 0 && !is_number(object) {
            return wrong(object, what);
        }
        let _held = Owned::borrowed(object);
        let mut beyond = 0;
        let value = ffi::PyLong_AsLongLongAndOverflow(object, &raw mut beyond);
        if beyond != 0 {
            return unmet("an integer beyond 64 bits", what, format!("an integer beyond {what}"));
        }
        if value == -1 && !ffi::PyErr_Occurred().is_null() {
            return Err(Failure::Raised);
        }
        Ok(value)
    }
}

/// Whether an object that is no exact integer may stand for one: its type says so, as those of `NumPy` do, and it is no truth value.
#[cold]
unsafe fn is_number(object: *mut PyObject) -> bool {
    unsafe { ffi::PyBool_Check(object) == 0 && ffi::PyIndex_Check(object) != 0 }
}

#[inline]
unsafe fn real(object: *mut PyObject, what: &str) -> Done<f64> {
    unsafe {
        if ffi::PyFloat_Check(object) == 0 && (ffi::PyLong_Check(object) == 0 || ffi::PyBool_Check(object) != 0) {
            return wrong(object, what);
        }
        #[cfg(not(Py_LIMITED_API))]
        if ffi::PyFloat_Check(object) != 0 {
            return Ok(ffi::PyFloat_AS_DOUBLE(object));
        }
        let _held = Owned::borrowed(object);
        let value = ffi::PyFloat_AsDouble(object);
        #[expect(clippy::float_cmp, reason = "the mark of an exception is exactly this")]
        if value == -1.0 && !ffi::PyErr_Occurred().is_null() {
            return Err(Failure::Raised);
        }
        Ok(value)
    }
}

fn written(outcome: Result<(), ingot_codec::wire::Complaint>) -> Done<()> {
    // What is written has no offset.
    match outcome {
        Ok(()) => Ok(()),
        Err((class, message)) => Ok(fault(class, None, message)?),
    }
}

/// A key of a dict that the record does not have.
#[cold]
unsafe fn unknown(record: &Record, object: *mut PyObject, manner: &impl Writing) -> Done<()> {
    let mut place = 0;
    let mut key = core::ptr::null_mut();
    let mut value = core::ptr::null_mut();
    unsafe {
        while ffi::PyDict_Next(object, &raw mut place, &raw mut key, &raw mut value) != 0 {
            if ffi::PyUnicode_Check(key) == 0 {
                return wrong(key, "the name of a field");
            }
            let name = text(key)?;
            if !record.fields.iter().any(|field| field.key.text.as_bytes() == name) {
                return excess(record, &lossy(name), manner);
            }
        }
    }
    Ok(())
}

#[cold]
fn excess(record: &Record, name: &str, manner: &impl Writing) -> Done<()> {
    unmet(format!("{name:?}"), format!("a field of {}", record.name), manner.excess(&record.name, name))
}
