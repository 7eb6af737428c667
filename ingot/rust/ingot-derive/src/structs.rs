//! A struct: a record.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{DataStruct, DeriveInput, Error, Field, Fields, Ident, LitStr, Path, Result, Type};

use crate::attributes::Attributes;
use crate::target::{Bodies, Target};

const ON_RECORDS: [&str; 5] = ["name", "namespace", "aliases", "doc", "crate"];
const ON_FIELDS: [&str; 7] = ["rename", "aliases", "doc", "default", "logical", "fixed", "null_last"];

/// How many fields a tuple of them has at most.
const TOGETHER: usize = 8;

struct Part<'i> {
    own: &'i Ident,
    name: LitStr,
    kind: &'i Type,
    attributes: Attributes,
}

impl<'i> Part<'i> {
    fn new(field: &'i Field) -> Result<Self> {
        let attributes = Attributes::read(&field.attrs, &ON_FIELDS)?;
        let Some(own) = &field.ident else { return Err(Error::new_spanned(field, "a field needs a name")) };
        if attributes.null_last {
            if attributes.logical.as_ref().is_some_and(|logical| logical.is_checked) {
                return Err(Error::new_spanned(
                    field,
                    "`null_last` beside a logical type that is checked: use null first",
                ));
            }
            if option_of(&field.ty).is_none() {
                return Err(Error::new_spanned(&field.ty, "`null_last` is of an `Option`"));
            }
        }
        let name = match &attributes.name {
            Some(name) => name.clone(),
            None => LitStr::new(&own.unraw().to_string(), own.span()),
        };
        Ok(Part { own, name, kind: &field.ty, attributes })
    }

    fn checked(&self, typed: &Path) -> Option<TokenStream> {
        let logical = self.attributes.logical.as_ref().filter(|logical| logical.is_checked)?;
        Some(logical.tokens(typed))
    }

    /// What it is written as, and its value as that.
    fn written(&self, typed: &Path) -> (TokenStream, TokenStream) {
        let Part { own, kind, .. } = self;
        match (self.checked(typed), option_of(kind).filter(|_| self.attributes.null_last)) {
            (Some(logical), _) => (quote!(#typed::parts::Checked<#kind>), quote!((&self.#own, #logical))),
            (_, Some(inner)) => (quote!(#typed::parts::NullLast<#inner>), quote!(&self.#own)),
            _ => (quote!(#typed::parts::Ref<#kind>), quote!(&self.#own)),
        }
    }

    fn shape(&self, typed: &Path) -> TokenStream {
        let Part { name, kind, attributes, .. } = self;
        let aliases = &attributes.aliases;
        let (doc, default, says) = (attributes.doc(), attributes.default_text(), attributes.says(typed));
        let inner = option_of(kind).filter(|_| attributes.null_last);
        let of = inner.map_or_else(|| quote!(shape::<#kind>), |inner| quote!(null_last::<#inner>));
        quote! {
            #typed::FieldShape {
                name: #name,
                aliases: &[#(#aliases),*],
                doc: #doc,
                default: #default,
                part: #typed::Part { of: #typed::#of, says: #says },
            }
        }
    }
}

pub(crate) fn derive(input: &DeriveInput, data: &DataStruct) -> Result<TokenStream> {
    let attributes = Attributes::read(&input.attrs, &ON_RECORDS)?;
    let target = Target::new(input, &attributes)?;
    let typed = &target.typed;
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new_spanned(&input.ident, "a record is a struct whose fields have names"));
    };
    let parts = fields.named.iter().map(Part::new).collect::<Result<Vec<_>>>()?;
    let called = called(input, &attributes, typed);
    let shapes = parts.iter().map(|part| part.shape(typed));
    let (group, view) = groups(&parts.iter().map(|part| part.written(typed)).collect::<Vec<_>>(), typed);
    let own: Vec<&Ident> = parts.iter().map(|part| part.own).collect();
    let names: Vec<&LitStr> = parts.iter().map(|part| &part.name).collect();
    let kinds: Vec<&Type> = parts.iter().map(|part| part.kind).collect();
    let reads = parts.iter().map(|part| {
        let Part { name, .. } = part;
        if let Some(logical) = part.checked(typed) {
            quote!(reader.checked_field(#name, #logical)?)
        } else if part.attributes.null_last {
            quote!(reader.null_last(#name)?)
        } else {
            quote!(reader.field(#name)?)
        }
    });
    let reads_into = parts.iter().map(|part| {
        let Part { own, name, .. } = part;
        if let Some(logical) = part.checked(typed) {
            quote!(self.#own = reader.checked_field(#name, #logical)?;)
        } else if part.attributes.null_last {
            quote!(self.#own = reader.null_last(#name)?;)
        } else {
            quote!(reader.field_into(&mut self.#own, #name)?;)
        }
    });
    let locals: Vec<Ident> = (0..parts.len()).map(|place| format_ident!("field_{place}")).collect();
    // Three boxes, as everywhere: what lies deeper counts nothing.
    let empty = quote!(#typed::empty([#(<#kinds as #typed::Decode<'_>>::least(#typed::BOXES)),*]));
    Ok(target.impls(&Bodies {
        shape: quote!(#typed::Shape::Record(&#typed::RecordShape {
            own: ::core::any::type_name::<Self>,
            name: #called,
            fields: &[#(#shapes),*],
        })),
        parts: quote!(#typed::parts::Fields<#group>),
        view: quote!(#typed::parts::FieldsView { fields: #view, names: &[#(#names),*] }),
        union: false,
        least: quote! {
            let _ = boxes;
            0_u32 #(.saturating_add(<#kinds as #typed::Decode<'_>>::least(boxes)))*
        },
        read: quote! {
            reader.enter(#empty)?;
            #(let #locals = #reads;)*
            reader.leave();
            ::core::result::Result::Ok(Self { #(#own: #locals),* })
        },
        read_into: quote! {
            reader.enter(#empty)?;
            #(#reads_into)*
            reader.leave();
            ::core::result::Result::Ok(())
        },
    }))
}

/// The tokens of `Called`.
pub(crate) fn called(input: &DeriveInput, attributes: &Attributes, typed: &Path) -> TokenStream {
    let name = attributes.full_name(&input.ident.unraw().to_string());
    let (aliases, doc) = (&attributes.aliases, attributes.doc());
    quote!(#typed::Called { name: #name, aliases: &[#(#aliases),*], doc: #doc })
}

/// Fields in tuples, which follow each other.
fn groups(written: &[(TokenStream, TokenStream)], typed: &Path) -> (TokenStream, TokenStream) {
    let (first, rest) = written.split_at(written.len().min(TOGETHER));
    let (kinds, views): (Vec<_>, Vec<_>) = first.iter().cloned().unzip();
    let (kind, view) = (quote!((#(#kinds,)*)), quote!((#(#views,)*)));
    if rest.is_empty() {
        return (kind, view);
    }
    let (kinds, views) = groups(rest, typed);
    (quote!(#typed::parts::Then<#kind, #kinds>), quote!((#view, #views)))
}

/// What is in an `Option`.
fn option_of(kind: &Type) -> Option<&Type> {
    let path = match kind {
        Type::Path(path) => path,
        // A type that is handed to a macro of the user's.
        Type::Group(group) => return option_of(&group.elem),
        _ => return None,
    };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(inner)) => Some(inner),
        _ => None,
    }
}
