//! Names of types: a full name is a namespace, which may be empty, and a simple name.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

/// The full name of a record, an enum or a fixed. Copies share its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<str>);

impl Name {
    /// A simple or full name within a namespace; a leading dot says that it is in none.
    #[must_use]
    pub fn new(name: &str, namespace: &str) -> Name {
        let (bare, namespace) = (name.trim_start_matches('.'), namespace.trim_start_matches('.'));
        if name.contains('.') || namespace.is_empty() {
            return Name(bare.into());
        }
        Name(format!("{namespace}.{name}").into())
    }

    /// How many bytes [`Name::new`] makes of these, at most.
    pub(crate) fn length(name: &str, namespace: &str) -> usize {
        if name.contains('.') { name.len() } else { namespace.len().saturating_add(1 + name.len()) }
    }

    /// The whole name, as in `shop.Coupon`.
    #[must_use]
    pub fn full(&self) -> &str {
        &self.0
    }

    /// The name without its namespace, as in `Coupon`.
    #[must_use]
    pub fn simple(&self) -> &str {
        self.0.rsplit_once('.').map_or(&self.0, |(_, simple)| simple)
    }

    /// The namespace, as in `shop`; empty if there is none.
    #[must_use]
    pub fn namespace(&self) -> &str {
        self.0.rsplit_once('.').map_or("", |(namespace, _)| namespace)
    }

    /// What means this name within any namespace.
    pub(crate) fn dotted(&self) -> String {
        if self.namespace().is_empty() { format!(".{}", self.0) } else { self.full().into() }
    }

    /// The name as errors show it: whole, unless it is longer than anybody's.
    pub(crate) fn brief(&self) -> String {
        const MOST: usize = 300;
        match self.0.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}…", &self.0[..end]),
            None => self.full().into(),
        }
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.0.split('.').all(is_simple_name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.full().into()
    }
}

/// Whether a text is `[A-Za-z_][A-Za-z0-9_]*`.
pub(crate) fn is_simple_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
