//! How much a schema may take: bounds that hold for every text, from whomever it comes.

/// What a schema's text may hold at most. Each has its own error class; the defaults suit schemas of strangers.
///
/// ```
/// use ingot_schema::{Limits, Options, Schema, SchemaClass};
///
/// let options = Options { limits: Limits { nodes: 2, ..Limits::default() }, ..Options::default() };
/// let error = Schema::parse_with(r#"["null", "int"]"#, &options).unwrap_err();
/// assert_eq!(error.class, SchemaClass::LimitNodes);
/// ```
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of the text; and of all full names in it, the namespaces that they inherit included.
    pub text_bytes: usize,
    /// JSON values in the text, all in all.
    pub json_values: usize,
    /// How deeply JSON values, and values of defaults, may be nested; [`Limits::MOST_DEPTH`] at most.
    pub depth: usize,
    /// Types in the text, references to named types included.
    pub nodes: usize,
    /// Symbols of one enum, and branches of one union.
    pub symbols: usize,
    /// Values in all defaults together, long texts as several, and steps to find the branches that they belong to.
    pub default_values: usize,
}

impl Limits {
    /// A greater depth than this is taken for this one: the stack of a thread has an end.
    pub const MOST_DEPTH: usize = 500;

    pub(crate) fn allowed_depth(&self) -> usize {
        self.depth.min(Self::MOST_DEPTH)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            text_bytes: 16 << 20,
            json_values: 1 << 18,
            depth: 256,
            nodes: 1 << 16,
            symbols: 1 << 16,
            default_values: 1 << 18,
        }
    }
}
