//! What stands in `#[avro(…)]`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, ExprLit, Lit, LitStr, Meta, Path, Result, Token, parenthesized};

/// What may be said of a type, a field or a variant.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) name: Option<LitStr>,
    pub(crate) namespace: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) doc: Option<String>,
    pub(crate) default: Option<LitStr>,
    pub(crate) logical: Option<Logical>,
    pub(crate) fixed: Option<LitStr>,
    pub(crate) null_last: bool,
    pub(crate) union: bool,
    pub(crate) path: Option<Path>,
}

impl Attributes {
    /// Reads all attributes; one that is not among those `allowed`, or is there twice, is an error.
    pub(crate) fn read(attributes: &[Attribute], allowed: &[&str]) -> Result<Attributes> {
        let mut found = Attributes::default();
        let (mut said, mut comment) = (Vec::new(), Vec::new());
        for attribute in attributes {
            if attribute.path().is_ident("avro") {
                attribute.parse_nested_meta(|meta| found.one(&meta, allowed, &mut said))?;
            } else if let (true, Meta::NameValue(meta)) = (attribute.path().is_ident("doc"), &attribute.meta)
                && let Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) = &meta.value
            {
                comment.push(line.value().trim().to_owned());
            }
        }
        if found.doc.is_none() && !comment.is_empty() {
            found.doc = Some(comment.join("\n").trim().to_owned());
        }
        Ok(found)
    }

    fn one(&mut self, meta: &ParseNestedMeta<'_>, allowed: &[&str], said: &mut Vec<String>) -> Result<()> {
        let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        if !allowed.contains(&word.as_str()) {
            return Err(meta.error(format!("`{word}` is none of the attributes here: {}", allowed.join(", "))));
        }
        if said.contains(&word) {
            return Err(meta.error(format!("`{word}` is said twice")));
        }
        said.push(word.clone());
        match word.as_str() {
            "name" => self.name = Some(name(meta, false)?),
            "rename" => self.name = Some(value(meta)?),
            "namespace" => self.namespace = Some(value(meta)?),
            "doc" => self.doc = Some(value::<LitStr>(meta)?.value()),
            "default" => self.default = Some(value(meta)?),
            "fixed" => self.fixed = Some(name(meta, true)?),
            "logical" => self.logical = Some(Logical::read(&value(meta)?)?),
            "null_last" => self.null_last = true,
            "union" => self.union = true,
            "crate" => self.path = Some(value::<LitStr>(meta)?.parse()?),
            _ => {
                let inner;
                parenthesized!(inner in meta.input);
                self.aliases = Punctuated::<LitStr, Token![,]>::parse_terminated(&inner)?.into_iter().collect();
            }
        }
        Ok(())
    }

    /// The full name of a type.
    pub(crate) fn full_name(&self, own: &str) -> String {
        let name = self.name.as_ref().map_or_else(|| own.to_owned(), LitStr::value);
        match &self.namespace {
            Some(namespace) if !namespace.value().is_empty() => format!("{}.{name}", namespace.value()),
            _ => name,
        }
    }

    /// The tokens of an `Option<&str>` of the doc.
    pub(crate) fn doc(&self) -> TokenStream {
        optional(self.doc.as_ref())
    }

    pub(crate) fn default_text(&self) -> TokenStream {
        optional(self.default.as_ref())
    }

    /// The tokens of `Says`.
    pub(crate) fn says(&self, typed: &Path) -> TokenStream {
        let fixed = optional(self.fixed.as_ref());
        let logical = optional(self.logical.as_ref().map(|logical| logical.tokens(typed)));
        quote!(#typed::Says { fixed: #fixed, logical: #logical })
    }
}

fn value<T: Parse>(meta: &ParseNestedMeta<'_>) -> Result<T> {
    meta.value()?.parse()
}

/// A name; `full`: with a namespace if it has one.
fn name(meta: &ParseNestedMeta<'_>, full: bool) -> Result<LitStr> {
    let name: LitStr = value(meta)?;
    if !full && name.value().contains('.') {
        return Err(Error::new_spanned(name, "a name has no dot; what is before it is the `namespace`"));
    }
    Ok(name)
}

fn optional(tokens: Option<impl ToTokens>) -> TokenStream {
    let some = |tokens| quote!(::core::option::Option::Some(#tokens));
    tokens.map_or_else(|| quote!(::core::option::Option::None), some)
}

/// A logical type.
pub(crate) struct Logical {
    word: &'static str,
    /// Precision and scale of a decimal.
    decimal: Option<(u32, u32)>,
    /// Whether not every value of the type has it.
    pub(crate) is_checked: bool,
}

/// How a logical type is called in schemas and in Rust, and whether not every value has it.
const LOGICAL: [(&str, &str, bool); 12] = [
    ("big-decimal", "BigDecimal", true),
    ("uuid", "Uuid", true),
    ("date", "Date", false),
    ("time-millis", "TimeMillis", true),
    ("time-micros", "TimeMicros", true),
    ("timestamp-millis", "TimestampMillis", false),
    ("timestamp-micros", "TimestampMicros", false),
    ("timestamp-nanos", "TimestampNanos", false),
    ("local-timestamp-millis", "LocalTimestampMillis", false),
    ("local-timestamp-micros", "LocalTimestampMicros", false),
    ("local-timestamp-nanos", "LocalTimestampNanos", false),
    ("duration", "Duration", false),
];

impl Logical {
    fn read(text: &LitStr) -> Result<Logical> {
        let said = text.value();
        if let Some(digits) = said.strip_prefix("decimal(").and_then(|rest| rest.strip_suffix(')')) {
            let (precision, scale) = digits.split_once(',').unwrap_or((digits, "0"));
            return match (precision.trim().parse(), scale.trim().parse()) {
                (Ok(precision), Ok(scale)) if precision > 0 && scale <= precision => {
                    Ok(Logical { word: "", decimal: Some((precision, scale)), is_checked: true })
                }
                _ => Err(Error::new_spanned(
                    text,
                    "a decimal has a precision above 0 and a scale up to it, as in decimal(9, 2)",
                )),
            };
        }
        let Some((_, word, is_checked)) = LOGICAL.iter().find(|(word, ..)| *word == said) else {
            let words: Vec<&str> = LOGICAL.iter().map(|(word, ..)| *word).collect();
            let message = format!("no logical type; there are decimal(precision, scale), {}", words.join(", "));
            return Err(Error::new_spanned(text, message));
        };
        Ok(Logical { word, decimal: None, is_checked: *is_checked })
    }

    pub(crate) fn tokens(&self, typed: &Path) -> TokenStream {
        if let Some((precision, scale)) = self.decimal {
            return quote!(#typed::Logical::Decimal { precision: #precision, scale: #scale });
        }
        let word = syn::Ident::new(self.word, Span::call_site());
        quote!(#typed::Logical::#word)
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn what_is_said_twice_is_an_error() {
        let read = |attributes: &[Attribute]| {
            Attributes::read(attributes, &["name", "aliases", "null_last"]).err().map(|error| error.to_string())
        };
        assert_eq!(
            read(&[parse_quote!(#[avro(name = "A", null_last)]), parse_quote!(#[avro(aliases("B", "C"))])]),
            None
        );
        let twice = |word: &str| Some(format!("`{word}` is said twice"));
        assert_eq!(read(&[parse_quote!(#[avro(name = "A", name = "B")])]), twice("name"));
        assert_eq!(read(&[parse_quote!(#[avro(null_last)]), parse_quote!(#[avro(null_last)])]), twice("null_last"));
        assert_eq!(read(&[parse_quote!(#[avro(aliases("A"), aliases("B"))])]), twice("aliases"));
    }
}
