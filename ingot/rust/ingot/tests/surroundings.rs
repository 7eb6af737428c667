//! `Record` is derived wherever a type stands: where no name is known, where names mean something else, within macros.
#![deny(warnings)]

use ingot::{Record, Typed};

fn schema<T: ingot::typed::Shaped>() -> String {
    Typed::<T>::of().unwrap().schema().to_string()
}

#[no_implicit_prelude]
mod nameless {
    #[derive(::ingot::Record)]
    pub(crate) struct Tea<'a> {
        pub(crate) name: &'a str,
        #[avro(null_last)]
        pub(crate) grams: ::core::option::Option<i64>,
        #[avro(logical = "uuid")]
        pub(crate) id: ::std::string::String,
        pub(crate) price: Price,
    }

    #[derive(::ingot::Record)]
    pub(crate) enum Price {
        Free,
        #[avro(logical = "decimal(9, 2)")]
        Exact(::std::vec::Vec<u8>),
        Level(Level),
    }

    #[derive(::ingot::Record)]
    pub(crate) enum Level {
        Low,
        High,
    }
}

#[test]
fn where_no_name_is_known() {
    use nameless::{Level, Price, Tea};
    let teas = Typed::<Tea>::of().unwrap();
    let id = "00000000-0000-0000-0000-000000000000";
    for price in [Price::Free, Price::Exact(vec![1]), Price::Level(Level::Low), Price::Level(Level::High)] {
        let bytes = teas.encode(&Tea { name: "oolong", grams: Some(1), id: id.into(), price }).unwrap();
        let tea = teas.decode(&bytes).unwrap();
        assert_eq!((tea.name, tea.grams, tea.id.as_str()), ("oolong", Some(1), id));
        assert_eq!(teas.encode(&tea).unwrap(), bytes);
    }
}

mod shadowed {
    #![allow(dead_code, non_camel_case_types, reason = "they are in the way")]

    mod ingot {}
    mod core {}
    mod std {}
    type u32 = ::std::string::String;
    type bool = i32;

    #[derive(::ingot::Record)]
    pub(crate) struct Option {
        some: u32,
    }

    #[derive(::ingot::Record)]
    pub(crate) struct Vec<T> {
        none: T,
    }

    #[derive(::ingot::Record)]
    pub(crate) enum Result {
        Ok,
        Err(Option),
        Some(Vec<bool>),
    }
}

#[test]
fn where_names_mean_something_else() {
    assert_eq!(
        schema::<shadowed::Result>(),
        r#"["null",{"type":"record","name":"Option","fields":[{"name":"some","type":"string"}]},"#.to_owned()
            + r#"{"type":"record","name":"Vec","fields":[{"name":"none","type":"int"}]}]"#
    );
}

macro_rules! record {
    ($name:ident, $called:literal, $($field:ident: $type:ty),*) => {
        #[derive(Record)]
        #[avro(name = $called)]
        #[allow(dead_code, reason = "only its schema is asked")]
        struct $name {
            $(#[avro(null_last)] $field: $type),*
        }
    };
}

record!(Tea, "Leaf", grams: Option<i64>, notes: Option<Vec<String>>);

#[test]
fn within_macros() {
    assert_eq!(
        schema::<Tea>(),
        r#"{"type":"record","name":"Leaf","fields":[{"name":"grams","type":["long","null"]},"#.to_owned()
            + r#"{"name":"notes","type":[{"type":"array","items":"string"},"null"]}]}"#
    );
}

/// What is deprecated is told where it is used, and that is not here.
#[derive(Record)]
#[deprecated]
#[allow(dead_code, reason = "it compiles")]
struct Old {
    #[deprecated]
    grams: i32,
}
