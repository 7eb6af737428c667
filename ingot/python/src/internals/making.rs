//! Strings, bytes and integers, made as the interpreter makes them: memory of its own, and a head that is known.
//!
//! `build.rs` lets this in for the versions that free such objects by what is called here. The heads are taken at import
//! from objects that the interpreter has made, and tried on others.

use core::cell::UnsafeCell;
use core::mem::{MaybeUninit, size_of};

use ingot_codec::wire::copy;
use pyo3::ffi;
use pyo3::ffi::{PyASCIIObject, PyCompactUnicodeObject, PyObject};

use super::layout::{Bytes, Integer};
use crate::objects::{Owned, Raised};

/// The least integer that the interpreter has only once, and how many such there are.
const LEAST: i64 = -5;
const COUNT: usize = 262;

/// The bits of a string's state that mean something; the others are whatever the memory had.
const STATE: u32 = 0xff;

/// What is known since the import.
struct Known {
    /// The head of a new string of ASCII characters, whose length is set for each.
    text: MaybeUninit<PyASCIIObject>,
    /// The same for strings of characters up to U+00FF, and up to U+FFFF.
    narrow: MaybeUninit<PyCompactUnicodeObject>,
    wide: MaybeUninit<PyCompactUnicodeObject>,
    /// The head of new bytes, whose length is set for each.
    bytes: MaybeUninit<Bytes>,
    /// The head of a new integer.
    integer: MaybeUninit<PyObject>,
    /// References to the integers that there are only once, which are never given back.
    small: [*mut PyObject; COUNT],
}

struct Kept(UnsafeCell<Known>);

// It is written once, before `usable` says that anything may be read, and the interpreter is held then.
unsafe impl Sync for Kept {}

static KNOWN: Kept = Kept(UnsafeCell::new(Known {
    text: MaybeUninit::uninit(),
    narrow: MaybeUninit::uninit(),
    wide: MaybeUninit::uninit(),
    bytes: MaybeUninit::uninit(),
    integer: MaybeUninit::uninit(),
    small: [core::ptr::null_mut(); COUNT],
}));

#[inline]
fn known() -> &'static Known {
    unsafe { &*KNOWN.0.get() }
}

#[inline]
unsafe fn room<T>(size: usize) -> Result<*mut T, Raised> {
    let object = unsafe { ffi::PyObject_Malloc(size) };
    if object.is_null() { Err(no_memory()) } else { Ok(object.cast()) }
}

#[cold]
pub(super) fn no_memory() -> Raised {
    unsafe { ffi::PyErr_NoMemory() };
    Raised
}

/// A string of more than one character, all of them ASCII.
#[inline]
pub(crate) unsafe fn text(bytes: &[u8]) -> Result<Owned, Raised> {
    const HEAD: usize = size_of::<PyASCIIObject>();
    unsafe {
        // No slice is so long that this is beyond what can be counted.
        let object = room::<PyASCIIObject>(HEAD + bytes.len() + 1)?;
        object.copy_from_nonoverlapping(known().text.as_ptr(), 1);
        (*object).length = bytes.len().cast_signed();
        let characters = object.add(1).cast::<u8>();
        copy(bytes, characters);
        characters.add(bytes.len()).write(0);
        Owned::new(object.cast())
    }
}

/// A string of so many characters, more than one, that are yet to be written, and where they are; the highest of them is
/// beyond ASCII, and none is beyond what fits `Unit`, of one byte or two.
#[inline]
pub(crate) unsafe fn unwritten<Unit>(count: usize) -> Result<(Owned, *mut Unit), Raised> {
    const HEAD: usize = size_of::<PyCompactUnicodeObject>();
    let head = if size_of::<Unit>() == 1 { &known().narrow } else { &known().wide };
    unsafe {
        let object = room::<PyCompactUnicodeObject>(HEAD + (count + 1) * size_of::<Unit>())?;
        object.copy_from_nonoverlapping(head.as_ptr(), 1);
        (*object)._base.length = count.cast_signed();
        let characters = object.add(1).cast::<Unit>();
        characters.add(count).write_bytes(0, 1);
        Ok((Owned::new(object.cast())?, characters))
    }
}

/// Bytes, more than one: of one and of none the interpreter has a single object.
#[inline]
pub(crate) unsafe fn bytes(content: &[u8]) -> Result<Owned, Raised> {
    const HEAD: usize = size_of::<Bytes>();
    unsafe {
        // No slice is so long that this is beyond what can be counted.
        let object = room::<Bytes>(HEAD + content.len() + 1)?;
        object.copy_from_nonoverlapping(known().bytes.as_ptr(), 1);
        (*object).object.ob_size = content.len().cast_signed();
        let start = object.add(1).cast::<u8>();
        copy(content, start);
        start.add(content.len()).write(0);
        Owned::new(object.cast())
    }
}

/// An integer.
#[inline]
pub(crate) unsafe fn integer(value: i64) -> Result<Owned, Raised> {
    if let Some(small) = usize::try_from(value.wrapping_sub(LEAST)).ok().and_then(|place| known().small.get(place)) {
        return Ok(unsafe { Owned::borrowed(*small) });
    }
    let bits = value.unsigned_abs();
    if bits >> 60 != 0 {
        return unsafe { Owned::new(ffi::PyLong_FromLongLong(value)) };
    }
    unsafe {
        let object = room::<Integer>(size_of::<Integer>())?;
        // Room for two digits is what one takes, too.
        let count = if bits >> 30 == 0 { 1 } else { 2 };
        let low = (bits & 0x3fff_ffff).to_le_bytes();
        let high = (bits >> 30).to_le_bytes();
        let digit = |[a, b, c, d, ..]: [u8; 8]| u32::from_le_bytes([a, b, c, d]);
        object.cast::<PyObject>().copy_from_nonoverlapping(known().integer.as_ptr(), 1);
        #[cfg(not(Py_3_12))]
        (&raw mut (*object).size).write(if value < 0 { -count } else { count });
        #[cfg(Py_3_12)]
        (&raw mut (*object).tag).write(count << 3 | if value < 0 { 2 } else { 0 });
        (&raw mut (*object).digits).write([digit(low), digit(high)]);
        Owned::new(object.cast())
    }
}

/// Takes the heads from objects that the interpreter makes, and tries them; false if anything is not as it is known.
pub(super) unsafe fn start() -> Result<bool, Raised> {
    unsafe {
        let known = KNOWN.0.get();
        for (place, small) in (0..).zip(&mut (*known).small) {
            if small.is_null() {
                *small = Owned::new(ffi::PyLong_FromLongLong(LEAST + place))?.into_ptr();
            }
        }
        let integer = Owned::new(ffi::PyLong_FromLongLong(1 << 40))?;
        (*known).integer.as_mut_ptr().copy_from_nonoverlapping(integer.as_ptr(), 1);
        let bytes = Owned::new(ffi::PyBytes_FromStringAndSize(c"bytes".as_ptr(), 5))?;
        (*known).bytes.as_mut_ptr().copy_from_nonoverlapping(bytes.as_ptr().cast(), 1);
        let text = Owned::new(ffi::PyUnicode_New(5, 127))?;
        (*known).text.as_mut_ptr().copy_from_nonoverlapping(text.as_ptr().cast(), 1);
        (*(*known).text.as_mut_ptr()).state &= STATE;
        for (head, highest) in [((*known).narrow.as_mut_ptr(), 0xff), ((*known).wide.as_mut_ptr(), 0xffff)] {
            let text = Owned::new(ffi::PyUnicode_New(5, highest))?;
            head.copy_from_nonoverlapping(text.as_ptr().cast(), 1);
            (*head)._base.state &= STATE;
        }
        Ok(heads_are_right()? && integers_are_right()? && texts_are_right()? && bytes_are_right()?)
    }
}

/// Whether the heads of new strings of other lengths differ by their length alone.
unsafe fn heads_are_right() -> Result<bool, Raised> {
    let of_ascii = |object: *const PyASCIIObject| unsafe {
        let object = &*object;
        #[cfg(not(Py_3_12))]
        let more = object.wstr.is_null();
        #[cfg(Py_3_12)]
        let more = true;
        let count = ffi::Py_REFCNT((&raw const *object).cast_mut().cast());
        (count, object.ob_base.ob_type, object.hash, object.state & STATE, more)
    };
    let of_others = |object: *const PyCompactUnicodeObject| unsafe {
        #[cfg(not(Py_3_12))]
        let more = (*object).wstr_length == 0;
        #[cfg(Py_3_12)]
        let more = true;
        (of_ascii(&raw const (*object)._base), (*object).utf8.is_null(), (*object).utf8_length, more)
    };
    let mut right = true;
    for length in [2, 3, 8, 100, 10_000] {
        unsafe {
            let made = Owned::new(ffi::PyUnicode_New(length, 0x7f))?;
            right &= of_ascii(made.as_ptr().cast()) == of_ascii(known().text.as_ptr());
            right &= ffi::PyUnicode_GetLength(made.as_ptr()) == length;
            for (head, highest) in [(&known().narrow, 0xff), (&known().wide, 0xffff)] {
                let made = Owned::new(ffi::PyUnicode_New(length, highest))?;
                right &= of_others(made.as_ptr().cast()) == of_others(head.as_ptr());
                right &= of_others(made.as_ptr().cast()).1;
                right &= ffi::PyUnicode_GetLength(made.as_ptr()) == length;
                right &=
                    ffi::PyUnicode_DATA(made.as_ptr()) == made.as_ptr().cast::<PyCompactUnicodeObject>().add(1).cast();
            }
        }
    }
    Ok(right)
}

unsafe fn integers_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for bits in 0..63 {
        for value in [(1_i64 << bits) - 1, 1 << bits, -1 << bits, (1 << bits) / 3] {
            unsafe {
                let made = integer(value)?;
                let public = Owned::new(ffi::PyLong_FromLongLong(value))?;
                right &= ffi::PyLong_AsLongLong(made.as_ptr()) == value;
                right &= ffi::PyObject_RichCompareBool(made.as_ptr(), public.as_ptr(), ffi::Py_EQ) == 1;
                right &= ffi::PyObject_Hash(made.as_ptr()) == ffi::PyObject_Hash(public.as_ptr());
                // Those that there are only once are the same object.
                let once = usize::try_from(value - LEAST).is_ok_and(|place| place < COUNT);
                right &= (made.as_ptr() == public.as_ptr()) == once;
                let sum = Owned::new(ffi::PyNumber_Add(made.as_ptr(), made.as_ptr()))?;
                right &= value.unsigned_abs() >> 61 != 0 || ffi::PyLong_AsLongLong(sum.as_ptr()) == 2 * value;
            }
        }
    }
    Ok(right)
}

unsafe fn texts_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for length in [2, 3, 7, 8, 16, 100, 10_000] {
        for character in ['x', '\u{ff}', '\u{20ac}'] {
            let content: String = core::iter::repeat_n(character, length).collect();
            unsafe {
                let made = crate::objects::string(content.as_bytes())?;
                let (start, count) = (content.as_ptr().cast(), content.len().cast_signed());
                let public = Owned::new(ffi::PyUnicode_FromStringAndSize(start, count))?;
                right &= ffi::PyObject_RichCompareBool(made.as_ptr(), public.as_ptr(), ffi::Py_EQ) == 1;
                right &= ffi::PyObject_Hash(made.as_ptr()) == ffi::PyObject_Hash(public.as_ptr());
                let both = Owned::new(ffi::PyUnicode_Concat(made.as_ptr(), public.as_ptr()))?;
                right &= ffi::PyUnicode_GetLength(both.as_ptr()).cast_unsigned() == 2 * length;
                right &= crate::objects::utf8(made.as_ptr())? == content.as_bytes();
            }
        }
    }
    Ok(right)
}

unsafe fn bytes_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for length in [2, 3, 7, 8, 16, 100, 10_000] {
        let content: Vec<u8> = (0..=u8::MAX).cycle().take(length).collect();
        unsafe {
            let made = bytes(&content)?;
            let public =
                Owned::new(ffi::PyBytes_FromStringAndSize(content.as_ptr().cast(), content.len().cast_signed()))?;
            right &= ffi::PyObject_RichCompareBool(made.as_ptr(), public.as_ptr(), ffi::Py_EQ) == 1;
            right &= ffi::PyObject_Hash(made.as_ptr()) == ffi::PyObject_Hash(public.as_ptr());
            // Its end is where the interpreter's own are: a zero that is not counted.
            right &= *ffi::PyBytes_AsString(made.as_ptr()).add(length) == 0;
            right &= ffi::PyBytes_Size(made.as_ptr()).cast_unsigned() == length;
            let both = Owned::new(ffi::PySequence_Concat(made.as_ptr(), public.as_ptr()))?;
            right &= ffi::PyBytes_Size(both.as_ptr()).cast_unsigned() == 2 * length;
        }
    }
    Ok(right)
}
