//! An enum: of units an enum of Avro, else a union.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{DataEnum, DeriveInput, Error, Fields, Ident, LitStr, Path, Result, Type};

use crate::attributes::Attributes;
use crate::structs::called;
use crate::target::{Bodies, Target};

const ON_ENUMS: [&str; 7] = ["name", "namespace", "aliases", "doc", "default", "union", "crate"];
const ON_UNIONS: [&str; 2] = ["union", "crate"];
const ON_SYMBOLS: [&str; 1] = ["rename"];
const ON_BRANCHES: [&str; 2] = ["logical", "fixed"];

pub(crate) fn derive(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let is_union = Attributes::read(&input.attrs, &ON_ENUMS)?.union;
    if data.variants.is_empty() {
        return Err(Error::new_spanned(&input.ident, "an enum without variants has no values"));
    }
    if !is_union && data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit)) {
        return symbols(input, data);
    }
    union(input, data)
}

fn symbols(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let attributes = Attributes::read(&input.attrs, &ON_ENUMS)?;
    let target = Target::new(input, &attributes)?;
    let typed = &target.typed;
    let called = called(input, &attributes, typed);
    let mut symbols = Vec::new();
    for variant in &data.variants {
        let own = LitStr::new(&variant.ident.unraw().to_string(), variant.ident.span());
        symbols.push(Attributes::read(&variant.attrs, &ON_SYMBOLS)?.name.unwrap_or(own));
    }
    let default = match &attributes.default {
        Some(default) if !symbols.iter().any(|symbol| symbol.value() == default.value()) => {
            return Err(Error::new_spanned(default, "the default is none of the symbols"));
        }
        _ => attributes.default_text(),
    };
    let count = number(data.variants.len(), input)?;
    let numbers: Vec<u32> = (0..count).collect();
    let own: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let (last, others) = own.split_last().ok_or_else(|| Error::new_spanned(input, "no symbols"))?;
    let before = numbers.iter().take(others.len());
    Ok(target.impls(&Bodies {
        shape: quote! {
            #typed::Shape::Enum(&#typed::EnumShape { name: #called, symbols: &[#(#symbols),*], default: #default })
        },
        parts: quote!(#typed::parts::Symbol<#count>),
        view: quote!(match self { #(Self::#own => #numbers),* }),
        union: false,
        least: quote! {
            let _ = boxes;
            1
        },
        read: quote! {
            ::core::result::Result::Ok(match reader.symbol(#count)? {
                #(#before => Self::#others,)*
                _ => Self::#last,
            })
        },
        read_into: quote! {
            *self = #typed::Decode::read(reader)?;
            ::core::result::Result::Ok(())
        },
    }))
}

struct Branch<'i> {
    own: &'i Ident,
    /// Nothing for a unit, which is null.
    kind: Option<&'i Type>,
    attributes: Attributes,
}

impl Branch<'_> {
    fn checked(&self, typed: &Path) -> Option<TokenStream> {
        let logical = self.attributes.logical.as_ref().filter(|logical| logical.is_checked)?;
        Some(logical.tokens(typed))
    }
}

fn union(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let target = Target::new(input, &Attributes::read(&input.attrs, &ON_UNIONS)?)?;
    let typed = &target.typed;
    let mut branches = Vec::new();
    for variant in &data.variants {
        let kind = match &variant.fields {
            Fields::Unit => None,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.first().map(|field| &field.ty),
            _ => return Err(Error::new_spanned(variant, "a branch of a union holds one type, or nothing for null")),
        };
        branches.push(Branch {
            own: &variant.ident,
            kind,
            attributes: Attributes::read(&variant.attrs, &ON_BRANCHES)?,
        });
    }
    let kinds: Vec<TokenStream> =
        branches.iter().map(|branch| branch.kind.map_or_else(|| quote!(()), |kind| quote!(#kind))).collect();
    let says = branches.iter().map(|branch| branch.attributes.says(typed));
    let mut parts = quote!(#typed::parts::Never);
    for (branch, kind) in branches.iter().zip(&kinds).rev() {
        let form = if branch.checked(typed).is_some() { quote!(Checked) } else { quote!(Ref) };
        parts = quote!(#typed::parts::Or<#typed::parts::#form<#kind>, #parts>);
    }
    let views = branches.iter().enumerate().map(|(place, branch)| {
        let own = branch.own;
        let (pattern, view) = match (branch.kind, branch.checked(typed)) {
            (None, _) => (quote!(Self::#own), quote!(&())),
            (Some(_), None) => (quote!(Self::#own(value)), quote!(value)),
            (Some(_), Some(logical)) => (quote!(Self::#own(value)), quote!((value, #logical))),
        };
        let mut view = quote!(#typed::parts::Either::This(#view));
        for _ in 0..place {
            view = quote!(#typed::parts::Either::Later(#view));
        }
        quote!(#pattern => #view)
    });
    let reads: Vec<TokenStream> = branches
        .iter()
        .map(|branch| {
            let own = branch.own;
            match (branch.kind, branch.checked(typed)) {
                (None, _) => quote!(Self::#own),
                (Some(_), None) => quote!(Self::#own(reader.in_union()?)),
                (Some(_), Some(logical)) => quote!(Self::#own(reader.checked(#logical)?)),
            }
        })
        .collect();
    let (last, others) = reads.split_last().ok_or_else(|| Error::new_spanned(input, "no branches"))?;
    let count = branches.len();
    let places: Vec<u32> = (0..number(count, input)?).collect();
    let before: Vec<&u32> = places.iter().take(others.len()).collect();
    let into =
        branches.iter().zip(&places).filter(|(branch, _)| branch.kind.is_some() && branch.checked(typed).is_none());
    let into = into.map(|(branch, place)| {
        let own = branch.own;
        quote!((#place, Self::#own(value)) => return reader.in_union_into(value))
    });
    Ok(target.impls(&Bodies {
        shape: quote! {
            #typed::Shape::Union(&[#(#typed::Part { of: #typed::shape::<#kinds>, says: #says }),*])
        },
        parts: quote!(#typed::parts::Union<#parts>),
        view: quote!(match self { #(#views),* }),
        union: true,
        least: quote! {
            let mut least = ::core::primitive::u32::MAX;
            #(least = ::core::cmp::Ord::min(least, <#kinds as #typed::Decode<'_>>::least(boxes));)*
            least.saturating_add(1)
        },
        read: quote! {
            ::core::result::Result::Ok(match reader.branch(#count)? {
                #(#before => #others,)*
                _ => #last,
            })
        },
        read_into: quote! {
            match (reader.branch(#count)?, &mut *self) {
                #(#into,)*
                #((#before, _) => *self = #others,)*
                _ => *self = #last,
            }
            ::core::result::Result::Ok(())
        },
    }))
}

fn number(count: usize, input: &DeriveInput) -> Result<u32> {
    u32::try_from(count).map_err(|error| Error::new_spanned(&input.ident, error))
}
