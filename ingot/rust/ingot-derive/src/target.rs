//! The type that is derived for: its generics, with what each impl asks of them.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{
    DeriveInput, GenericParam, Generics, Ident, Lifetime, Path, PredicateType, Result, Token, Type, TypeParamBound,
    WherePredicate, parse_quote,
};

use crate::attributes::Attributes;

pub(crate) struct Target<'i> {
    pub(crate) input: &'i DeriveInput,
    /// The path of the module `typed`.
    pub(crate) typed: Path,
}

/// What the parts of the type do: the bodies of the impls.
pub(crate) struct Bodies {
    pub(crate) shape: TokenStream,
    pub(crate) parts: TokenStream,
    pub(crate) view: TokenStream,
    /// Whether it is a union.
    pub(crate) union: bool,
    pub(crate) least: TokenStream,
    pub(crate) read: TokenStream,
    pub(crate) read_into: TokenStream,
}

impl<'i> Target<'i> {
    pub(crate) fn new(input: &'i DeriveInput, attributes: &Attributes) -> Result<Self> {
        let typed = match &attributes.path {
            Some(path) => parse_quote!(#path::typed),
            None => parse_quote!(::ingot::typed),
        };
        if let Some(lifetime) = input.generics.lifetimes().nth(1) {
            return Err(syn::Error::new_spanned(
                lifetime,
                "what is read borrows from one place: one lifetime is enough",
            ));
        }
        Ok(Target { input, typed })
    }

    /// The generics, with what is asked of each type parameter.
    fn asking(&self, wanted: &TokenStream) -> Generics {
        let mut generics = self.input.generics.clone();
        for parameter in &mut generics.params {
            if let GenericParam::Type(parameter) = parameter {
                parameter.bounds.push(parse_quote!(#wanted));
            }
        }
        generics
    }

    /// What the type asks of its parameters, asked of them as they are when it is read: a type with other arguments is
    /// the same only if these fulfil it, too.
    fn asked_of_read(&self) -> Vec<WherePredicate> {
        let typed = &self.typed;
        let generics = &self.input.generics;
        let lifetime = Lifetime::new("'read", Span::mixed_site());
        let read = |ident: &Ident, bounds: &Punctuated<TypeParamBound, Token![+]>| -> Option<WherePredicate> {
            // `?Sized` may only be asked where a parameter is declared.
            let bounds =
                bounds.iter().filter(|bound| !matches!(bound, TypeParamBound::Trait(bound) if bound.maybe.is_some()));
            let bounds: Vec<_> = bounds.collect();
            (!bounds.is_empty())
                .then(|| parse_quote!(for<#lifetime> <#ident as #typed::Shaped>::With<#lifetime>: #(#bounds)+*))
        };
        let declared = generics.type_params().filter_map(|own| read(&own.ident, &own.bounds));
        let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let asked = predicates.filter_map(|predicate| match predicate {
            WherePredicate::Type(PredicateType { bounded_ty: Type::Path(path), bounds, .. }) => {
                let ident = path.path.get_ident()?;
                generics.type_params().any(|own| own.ident == *ident).then(|| read(ident, bounds)).flatten()
            }
            _ => None,
        });
        declared.chain(asked).collect()
    }

    /// The arguments of the type when it is read from bytes of the lifetime `'b`.
    fn with(&self, lifetime: &Lifetime) -> TokenStream {
        let typed = &self.typed;
        let arguments = self.input.generics.params.iter().map(|parameter| match parameter {
            GenericParam::Lifetime(_) => quote!(#lifetime),
            GenericParam::Type(parameter) => {
                let ident = &parameter.ident;
                quote!(<#ident as #typed::Shaped>::With<#lifetime>)
            }
            GenericParam::Const(parameter) => {
                let ident = &parameter.ident;
                quote!(#ident)
            }
        });
        quote!(<#(#arguments),*>)
    }

    pub(crate) fn impls(&self, bodies: &Bodies) -> TokenStream {
        let Target { input, typed } = self;
        let Bodies { shape, parts, view, union, least, read, read_into } = bodies;
        let own = &input.ident;
        let (_, arguments, _) = input.generics.split_for_impl();

        let mut shaped = self.asking(&quote!(#typed::Shaped));
        let asked = self.asked_of_read();
        if !asked.is_empty() {
            shaped.make_where_clause().predicates.extend(asked);
        }
        let (shaped, _, shaped_where) = shaped.split_for_impl();
        let lifetime = Lifetime::new("'ingot", Span::mixed_site());
        let with = self.with(&lifetime);

        let encoded = self.asking(&quote!(#typed::Encode));
        let (encoded, _, encoded_where) = encoded.split_for_impl();

        let mut decoded = self.asking(&quote!(#typed::Decode<#lifetime>));
        let borrowed = input.generics.lifetimes().map(|parameter| &parameter.lifetime);
        let bounds = quote!(#lifetime: #(#borrowed)+*);
        decoded.params.insert(0, parse_quote!(#bounds));
        let (decoded, _, decoded_where) = decoded.split_for_impl();

        quote! {
            #[automatically_derived]
            #[allow(deprecated)]
            impl #shaped #typed::Shaped for #own #arguments #shaped_where {
                type With<#lifetime> = #own #with;
                const SHAPE: #typed::Shape = #shape;
            }

            #[automatically_derived]
            #[allow(deprecated)]
            impl #encoded #typed::AsParts for #own #arguments #encoded_where {
                type Parts = #parts;

                #[inline]
                fn parts(&self) -> <Self::Parts as #typed::parts::Parts>::View<'_> {
                    #view
                }
            }

            #[automatically_derived]
            #[allow(deprecated)]
            impl #decoded #typed::Decode<#lifetime> for #own #arguments #decoded_where {
                const UNION: ::core::option::Option<::core::primitive::bool> = ::core::option::Option::Some(#union);

                #[inline]
                fn least(boxes: ::core::primitive::u32) -> ::core::primitive::u32 {
                    #least
                }

                #[inline]
                fn read(reader: &mut #typed::Reader<'_, #lifetime>) -> #typed::Outcome<Self> {
                    #read
                }

                #[inline]
                fn read_into(&mut self, reader: &mut #typed::Reader<'_, #lifetime>) -> #typed::Outcome<()> {
                    #read_into
                }
            }
        }
    }
}
