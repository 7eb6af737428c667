//! From bytes to Python's objects, strictly and within limits.

use ingot_codec::wire::{Blocks, Checked, Input, Step, check_bytes, check_number, check_text, fault};
use ingot_codec::{DataClass, Limits, Options};
use pyo3::ffi;

use crate::classes::Maker;
use crate::failure::{Done, Failure, within};
use crate::internals::{self, Filling};
use crate::manner::{Reading, Strict};
use crate::objects::{Owned, Raised, bytes, forget_exception, integer, string};
use crate::plan::{Op, Plan, Record, Special};
use crate::told::told;

pub(crate) struct Decoder<'p, 'b, R: Reading = Strict> {
    plan: &'p Plan,
    options: &'p Options,
    pub(crate) input: Input<'b>,
    blocks: Blocks,
    /// How much deeper values may lie.
    depth: usize,
    /// Why the value that was read last is none.
    failure: Option<Failure>,
    manner: R,
    /// The type whose value failed.
    failed: Option<u32>,
}

/// No list is made for more items at once: a count may claim any number.
const MOST_AT_ONCE: u64 = 1 << 16;

impl<'p, 'b, R: Reading> Decoder<'p, 'b, R> {
    pub(crate) fn new(plan: &'p Plan, options: &'p Options, data: &'b [u8], manner: R) -> Self {
        let depth = options.limits.depth.min(Limits::MOST_DEPTH);
        let (input, blocks) = (Input::new(data), Blocks::new(options));
        Decoder { plan, options, input, blocks, depth, failure: None, manner, failed: None }
    }

    /// For the next datum of the same bytes.
    pub(crate) fn renew(&mut self) {
        self.blocks = Blocks::new(self.options);
        self.depth = self.options.limits.depth.min(Limits::MOST_DEPTH);
    }

    /// How many more items without bytes there may be.
    pub(crate) fn zero_width(&self) -> u64 {
        self.blocks.zero_width()
    }

    /// The value of a type. The interpreter is held.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most values are of these types: a call for each would cost as much as it"
    )]
    pub(crate) unsafe fn value(&mut self, index: u32) -> Done<Owned> {
        let node = self.plan.node(index);
        if node.plain {
            match &node.op {
                Op::Int => {
                    let value = match self.input.quick_int() {
                        Some(value) => value,
                        None => match self.input.int() {
                            Ok(value) => value,
                            Err(fault) => return self.failed(index, fault.into()),
                        },
                    };
                    return Ok(unsafe { integer(value.into()) }?);
                }
                Op::Long => {
                    let value = match self.input.quick_long() {
                        Some(value) => value,
                        None => match self.input.long() {
                            Ok(value) => value,
                            Err(fault) => return self.failed(index, fault.into()),
                        },
                    };
                    return Ok(unsafe { integer(value) }?);
                }
                Op::String => {
                    let content = match self.input.run() {
                        Ok(content) => content,
                        Err(fault) => return self.failed(index, fault.into()),
                    };
                    return match unsafe { self.text(content, self.options.lenient) } {
                        Ok(text) => Ok(text),
                        Err(failure) => self.failed(index, failure),
                    };
                }
                _ => {}
            }
        }
        unsafe { self.any(index) }.ok_or_else(|| self.failure.take().unwrap_or(Failure::Raised))
    }

    /// The same, of all types. What has failed lies in `failure`: an object alone comes back in a register.
    #[inline(never)]
    unsafe fn any(&mut self, mut index: u32) -> Option<Owned> {
        match unsafe { self.whole(&mut index) } {
            Ok(value) => Some(value),
            Err(failure) => {
                self.failed.get_or_insert(index);
                self.failure = Some(failure);
                None
            }
        }
    }

    /// Takes note of the type whose value has failed: it is the innermost one that does so first.
    #[cold]
    #[inline(never)]
    fn failed<T>(&mut self, index: u32, failure: Failure) -> Done<T> {
        self.failed.get_or_insert(index);
        Err(failure)
    }

    /// The value of the plan's root; an error with what was to be there.
    #[inline]
    pub(crate) unsafe fn root(&mut self) -> Done<Owned> {
        match unsafe { self.any(self.plan.root) } {
            Some(value) => Ok(value),
            None => Err(self.plan.known(self.failure.take().unwrap_or(Failure::Raised), self.failed)),
        }
    }

    /// Whether all bytes are read.
    #[inline]
    pub(crate) fn end(&self) -> Done<()> {
        let left = self.input.left();
        if left == 0 || self.options.lenient { Ok(()) } else { self.more(left) }
    }

    #[cold]
    #[inline(never)]
    fn more(&self, left: usize) -> Done<()> {
        let message = format!("bytes left behind the datum: {left}");
        let outcome = fault(DataClass::BytesLeft, Some(self.input.at()), message);
        told(outcome, format!("bytes: {left}"), "the end of the input")
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is called once, above")]
    #[expect(clippy::too_many_lines, reason = "an arm for each type")]
    unsafe fn whole(&mut self, place: &mut u32) -> Done<Owned> {
        let plan = self.plan;
        let mut index = *place;
        let mut node = plan.node(index);
        let mut start = self.input.at();
        let mut of_union = None;
        // Branches of unions are no unions themselves.
        if let Op::Union(union) = &node.op {
            let branch = self.input.int()?;
            let Some(part) = usize::try_from(branch).ok().and_then(|place| union.branches.get(place)) else {
                let message = format!("branch {branch} of {}", union.branches.len());
                return Ok(fault(DataClass::UnionIndex, Some(start), message)?);
            };
            of_union = Some((index, branch.cast_unsigned() as usize));
            index = *part;
            *place = index;
            node = plan.node(index);
            start = self.input.at();
        }
        unsafe {
            let value = match &node.op {
                // A union lies in no union: it was left above.
                Op::Null | Op::Union(_) => Owned::borrowed(ffi::Py_None()),
                Op::Boolean => {
                    let byte = self.input.byte("a boolean")?;
                    if byte > 1 && !self.options.lenient {
                        let message = format!("a boolean is the byte 0 or 1, not {byte}");
                        return Ok(fault(DataClass::BooleanInvalid, Some(start), message)?);
                    }
                    Owned::borrowed(if byte == 0 { ffi::Py_False() } else { ffi::Py_True() })
                }
                Op::Int => {
                    let value = self.input.int()?;
                    if let Some(logical) = node.logical {
                        check_number(logical, i64::from(value), self.options).at(start)?;
                    }
                    integer(value.into())?
                }
                Op::Long => {
                    let value = self.input.long()?;
                    if let Some(logical) = node.logical {
                        check_number(logical, value, self.options).at(start)?;
                    }
                    integer(value)?
                }
                Op::Float => {
                    let value = f32::from_le_bytes(self.input.array("a float")?);
                    Owned::new(ffi::PyFloat_FromDouble(value.into()))?
                }
                Op::Double => {
                    let value = f64::from_le_bytes(self.input.array("a double")?);
                    Owned::new(ffi::PyFloat_FromDouble(value))?
                }
                Op::Bytes => {
                    let content = self.input.run()?;
                    if let Some(logical) = node.logical {
                        check_bytes(logical, content, self.options).at(start)?;
                    }
                    bytes(content)?
                }
                Op::Fixed(size) => {
                    let content = self.input.take(*size)?;
                    if let Some(logical) = node.logical {
                        check_bytes(logical, content, self.options).at(start)?;
                    }
                    bytes(content)?
                }
                Op::String => {
                    let content = self.input.run()?;
                    let text = self.text(content, self.options.lenient)?;
                    if let Some(logical) = node.logical
                        && let Ok(content) = core::str::from_utf8(content)
                    {
                        check_text(logical, content, self.options).at(start)?;
                    }
                    text
                }
                Op::Enum(symbols) => {
                    let place = self.input.int()?;
                    let Some(symbol) = usize::try_from(place).ok().and_then(|place| symbols.get(place)) else {
                        let message = format!("symbol {place} of {}", symbols.len());
                        return Ok(fault(DataClass::EnumIndex, Some(start), message)?);
                    };
                    Owned::borrowed(symbol.object.as_ptr())
                }
                Op::Array(part) => {
                    self.enter()?;
                    let list = self.array(*part)?;
                    self.depth += 1;
                    list
                }
                Op::Map(part) => {
                    self.enter()?;
                    let map = self.map(*part)?;
                    self.depth += 1;
                    map
                }
                Op::Special(special, carrier) => self.special(special, index, *carrier)?,
                Op::Record(record) => {
                    self.enter()?;
                    let made = match &record.maker {
                        None => self.record(record)?,
                        Some(maker) => self.instance(record, maker)?,
                    };
                    self.depth += 1;
                    made
                }
            };
            let value = self.manner.made(index, value)?;
            match of_union {
                Some((union, branch)) => self.manner.branched(union, branch, value),
                None => Ok(value),
            }
        }
    }

    #[inline]
    fn enter(&mut self) -> Done<()> {
        let Some(depth) = self.depth.checked_sub(1) else {
            let at = Some(self.input.at());
            return Ok(fault(DataClass::LimitDepth, at, "values are nested too deeply")?);
        };
        self.depth = depth;
        Ok(())
    }

    #[inline]
    unsafe fn text(&mut self, content: &[u8], lenient: bool) -> Done<Owned> {
        match unsafe { string(content) } {
            Ok(text) => Ok(text),
            Err(Raised) => unsafe { self.bad_text(content, lenient) },
        }
    }

    #[cold]
    unsafe fn bad_text(&mut self, content: &[u8], lenient: bool) -> Done<Owned> {
        let Err(error) = core::str::from_utf8(content) else { return Err(Failure::Raised) };
        unsafe { forget_exception() };
        if let Some(text) = unsafe { self.manner.odd_text(content) } {
            return text;
        }
        if lenient {
            return Ok(unsafe { string(String::from_utf8_lossy(content).as_bytes()) }?);
        }
        let offset = self.input.at() - content.len() + error.valid_up_to();
        Ok(fault(DataClass::Utf8Invalid, Some(offset), "a string that is not UTF-8")?)
    }

    unsafe fn record(&mut self, record: &Record) -> Done<Owned> {
        unsafe {
            if let Some(mut filling) = Filling::of(&record.template)? {
                let mut holds = false;
                for field in &record.fields {
                    let value = within(self.value(field.node), || Step::Field(field.key.text.clone()))?;
                    holds |= field.may_hold && internals::may_be_tracked(&value);
                    filling.set(value);
                }
                let dict = filling.done();
                if holds {
                    internals::track(&dict);
                }
                return Ok(dict);
            }
            let dict = record.template.copied()?;
            for field in &record.fields {
                let value = within(self.value(field.node), || Step::Field(field.key.text.clone()))?;
                put(&dict, field.key.object.as_ptr(), &value)?;
            }
            Ok(dict)
        }
    }

    /// A value of a type that has objects of its own in Python.
    #[inline(never)]
    unsafe fn special(&mut self, special: &Special, index: u32, carrier: u32) -> Done<Owned> {
        let start = self.input.at();
        unsafe {
            let value = self.value(carrier);
            if self.failed == Some(carrier) {
                self.failed = Some(index);
            }
            special.made(value?, start, self.plan.lenient)
        }
    }

    /// A record as an object of a class.
    #[inline(never)]
    unsafe fn instance(&mut self, record: &Record, maker: &Maker) -> Done<Owned> {
        let mut values = Vec::with_capacity(record.fields.len());
        for field in &record.fields {
            values.push(within(unsafe { self.value(field.node) }, || Step::Field(field.key.text.clone()))?);
        }
        Ok(unsafe { maker.made(&values) }?)
    }

    unsafe fn array(&mut self, part: u32) -> Done<Owned> {
        let least = self.plan.node(part).least;
        unsafe {
            let Some(first) = self.blocks.head(&mut self.input, least)? else {
                return Ok(Owned::new(ffi::PyList_New(0))?);
            };
            // All of the first block, as a rule of all items: its places are filled before the list is seen elsewhere.
            // A class may have code of its own, which may see it.
            let most = if self.plan.bound.is_some() { 0 } else { MOST_AT_ONCE };
            let room = isize::try_from(first.count.min(most)).unwrap_or(0);
            let list = Owned::new(ffi::PyList_New(room))?;
            let mut place = 0_isize;
            let mut block = Some(first);
            while let Some(current) = block {
                for _ in 0..current.count {
                    let item = within(self.value(part), || Step::Item(place.cast_unsigned()))?;
                    if place < room {
                        #[cfg(not(Py_LIMITED_API))]
                        ffi::PyList_SET_ITEM(list.as_ptr(), place, item.into_ptr());
                        #[cfg(Py_LIMITED_API)]
                        ffi::PyList_SetItem(list.as_ptr(), place, item.into_ptr());
                    } else if ffi::PyList_Append(list.as_ptr(), item.as_ptr()) < 0 {
                        return Err(Failure::Raised);
                    }
                    place += 1;
                }
                current.end(&self.input)?;
                block = self.blocks.head(&mut self.input, least)?;
            }
            Ok(list)
        }
    }

    unsafe fn map(&mut self, part: u32) -> Done<Owned> {
        let least = self.plan.node(part).least.saturating_add(1);
        unsafe {
            let map = Owned::new(ffi::PyDict_New())?;
            while let Some(block) = self.blocks.head(&mut self.input, least)? {
                for _ in 0..block.count {
                    let content = self.input.run()?;
                    // Two keys that are not UTF-8 could become one.
                    let key = self.text(content, false)?;
                    let step = || Step::Key(String::from_utf8_lossy(content).into_owned());
                    let value = within(self.value(part), step)?;
                    put(&map, key.as_ptr(), &value)?;
                }
                block.end(&self.input)?;
            }
            Ok(map)
        }
    }
}

#[inline]
unsafe fn put(dict: &Owned, key: *mut ffi::PyObject, value: &Owned) -> Result<(), Raised> {
    if unsafe { ffi::PyDict_SetItem(dict.as_ptr(), key, value.as_ptr()) } < 0 { Err(Raised) } else { Ok(()) }
}
