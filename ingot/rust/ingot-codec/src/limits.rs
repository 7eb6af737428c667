//! How much a datum may take, and how strictly it is read.

/// What a datum may hold at most. Each has its own error class; the defaults suit bytes of strangers.
#[derive(Debug, Clone)]
pub struct Limits {
    /// How deeply records, arrays and maps may be nested; [`Limits::MOST_DEPTH`] at most.
    pub depth: usize,
    /// Items of arrays that take no bytes, all in all: five bytes could claim any number of them.
    pub zero_width: u64,
    /// Bytes of a decimal: to print one takes time by the square of them.
    pub decimal_bytes: usize,
    /// The scale of a big decimal, either way.
    pub big_decimal_scale: u32,
}

impl Limits {
    /// A greater depth than this is taken for this one: the stack of a thread has an end.
    pub const MOST_DEPTH: usize = 1000;

    const DEFAULT: Limits = Limits { depth: 100, zero_width: 1 << 20, decimal_bytes: 1024, big_decimal_scale: 65_536 };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}

/// How bytes are read.
///
/// ```
/// use ingot_codec::{Codec, Options, Schema, Value};
///
/// let codec = Codec::new(Schema::parse("\"boolean\"").unwrap());
/// assert!(codec.decode(&[2]).is_err());
/// assert_eq!(codec.decode_with(&[2], &Options::lenient()), Ok(Value::Boolean(true)));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether what some libraries write is read, though it is wrong: other booleans than 0 and 1, texts that are not
    /// UTF-8 (with U+FFFD), blocks whose size is wrong, values that their logical types do not have, bytes left behind.
    pub lenient: bool,
    /// What the datum may hold at most.
    pub limits: Limits,
}

impl Options {
    /// The default, which lies in the program, so that it is not made for each datum.
    pub(crate) const DEFAULT: &'static Options = &Options { lenient: false, limits: Limits::DEFAULT };

    /// Those that read what some libraries write.
    #[must_use]
    pub fn lenient() -> Self {
        Options { lenient: true, ..Options::default() }
    }
}
