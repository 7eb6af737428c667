//! The schema of a type, and schemas that it is compared with.

use std::collections::BTreeMap;

use ingot::{Record, Schema, Typed};

/// What is sold.
#[derive(Record)]
#[avro(namespace = "shop", aliases("shop.Article"))]
struct Item {
    #[avro(rename = "item_name", aliases("title"), doc = "as on the label")]
    name: String,
    #[avro(default = "null")]
    price: Option<i64>,
    #[avro(logical = "decimal(9, 2)", fixed = "shop.Weight")]
    weights: Vec<[u8; 4]>,
    #[avro(null_last, default = "\"red\"")]
    colour: Option<String>,
    kind: Kind,
    also: Kind,
    parts: BTreeMap<String, Item>,
    r#type: Side,
}

#[derive(Record)]
#[avro(name = "ItemKind", default = "OLD")]
enum Kind {
    #[avro(rename = "OLD")]
    Old,
    New,
}

#[derive(Record)]
enum Side {
    Null,
    Left(i32),
    #[avro(logical = "timestamp-millis")]
    Right(i64),
}

#[derive(Record)]
struct Page<T> {
    items: Vec<T>,
}

/// Its schema would have no end: no type in it has a name.
#[derive(Record)]
enum Endless {
    Null,
    List(Vec<Endless>),
}

fn difference<T: ingot::typed::Shaped>(schema: &str) -> String {
    Typed::<T>::new(&Schema::parse(schema).unwrap()).unwrap_err().to_string()
}

#[test]
fn a_type_has_the_schema_that_its_attributes_say() {
    let wanted = Schema::parse(
        r#"{"type": "record", "name": "shop.Item", "aliases": ["shop.Article"], "doc": "What is sold.", "fields": [
            {"name": "item_name", "aliases": ["title"], "doc": "as on the label", "type": "string"},
            {"name": "price", "type": ["null", "long"], "default": null},
            {"name": "weights", "type": {"type": "array", "items": {"type": "fixed", "name": "Weight", "size": 4,
                "logicalType": "decimal", "precision": 9, "scale": 2}}},
            {"name": "colour", "type": ["string", "null"], "default": "red"},
            {"name": "kind", "type": {"type": "enum", "name": "ItemKind", "namespace": "", "symbols": ["OLD", "New"],
                "default": "OLD"}},
            {"name": "also", "type": ".ItemKind"},
            {"name": "parts", "type": {"type": "map", "values": "Item"}},
            {"name": "type", "type": ["null", "int", {"type": "long", "logicalType": "timestamp-millis"}]}
        ]}"#,
    );
    let found = Typed::<Item>::of().unwrap();
    assert_eq!(found.schema().to_string(), wanted.unwrap().to_string());
    assert!(found.schema().warnings().is_empty());
    assert!(Typed::<Item>::new(found.schema()).is_ok());
}

#[test]
fn a_schema_of_other_data_is_told_with_its_place() {
    let schema = Typed::<Item>::of().unwrap().schema().to_string();
    let cases = [
        (r#"Item""#, r#"Thing""#, "the whole: the type is called shop.Item, in the schema Thing"),
        (r#""item_name""#, r#""name""#, "the whole: the type has the field item_name, the schema name"),
        (r#""size":4"#, r#""size":5"#, "weights[]: the type has a fixed of 4 bytes, the schema fixed"),
        (r#""New""#, r#""NEW""#, "kind: the type has the symbols OLD, New, the schema OLD, NEW"),
        (r#""values":"Item""#, r#""values":"int""#, "parts{}: the type has record, the schema int"),
        (r#""int",{"#, "{", "type: the type has 3 branches, the schema 2"),
    ];
    for (from, to, wanted) in cases {
        assert!(schema.contains(from), "{schema} has no {from}");
        assert_eq!(difference::<Item>(&schema.replace(from, to)), wanted);
    }
    assert_eq!(difference::<Option<i64>>(r#"["long", "null"]"#), "the whole: the type has null, the schema long");
    assert_eq!(
        difference::<Item>(&schema.replacen(r#""precision":9"#, r#""precision":8"#, 1)),
        "weights[]: the type has Decimal { precision: 9, scale: 2 }, the schema Decimal { precision: 8, scale: 2 }"
    );
}

#[test]
fn a_type_that_says_less_reads_more() {
    // An alias of the type, a fixed of any name, a logical type that the type does not speak of.
    let schema = Typed::<Item>::of().unwrap().schema().to_string();
    let alias = schema.replace("Item\"", "Article\"").replace("[\"shop.Article\"]", "[]");
    assert!(Typed::<Item>::new(&Schema::parse(&alias).unwrap()).is_ok());
    let fixed = Schema::parse(r#"{"type": "fixed", "name": "Anything", "size": 2}"#).unwrap();
    assert_eq!(Typed::<[u8; 2]>::new(&fixed).unwrap().decode(&[1, 2]).unwrap(), [1, 2]);
    let time = Schema::parse(r#"{"type": "int", "logicalType": "time-millis"}"#).unwrap();
    assert_eq!(Typed::<i32>::new(&time).unwrap().decode(&[1]).unwrap(), -1);
}

#[test]
fn types_without_a_schema_say_so() {
    let error = Typed::<Page<Page<i32>>>::of().unwrap_err().to_string();
    assert_eq!(error, "items[].items[]: another type has the same name: the type has int, the schema record");
    let error = Typed::<Endless>::of().unwrap_err().to_string();
    assert!(error.starts_with("the whole: no schema: line 1"), "{error}");
    assert!(error.contains("nested"), "{error}");
    // What needs no schema is written and read nevertheless.
    let bytes = ingot::typed::encode(&Endless::List(vec![Endless::Null])).unwrap();
    assert_eq!(bytes, [2, 2, 0, 0]);
    assert!(matches!(ingot::typed::decode(&bytes).unwrap(), Endless::List(items) if items.len() == 1));
}

#[test]
fn nothing_is_said_in_vain() {
    #[derive(Record)]
    struct Real {
        #[avro(logical = "timestamp-millis")]
        at: f64,
    }

    #[derive(Record)]
    struct Whole {
        #[avro(logical = "date")]
        days: Vec<Side>,
    }

    #[derive(Record)]
    struct Named {
        #[avro(fixed = "Id")]
        id: String,
    }

    #[derive(Record)]
    struct Wide {
        #[avro(logical = "date")]
        day: i64,
    }

    #[derive(Record)]
    struct Ids {
        #[avro(logical = "uuid")]
        id: [u8; 16],
        other: [u8; 16],
    }

    #[derive(Record)]
    struct Others {
        other: [u8; 16],
        #[avro(logical = "uuid")]
        id: [u8; 16],
    }

    let said = |done: Result<String, ingot::typed::Mismatch>| done.unwrap_err().to_string();
    assert_eq!(said(own::<Real>()), "at: double has no logical type");
    assert_eq!(said(own::<Whole>()), "days[]: union has no logical type");
    assert_eq!(said(own::<Named>()), "id: string is no fixed, to be called Id");
    assert_eq!(said(own::<Wide>()), "day: long cannot have the logical type date");
    // What is called by its size would be a uuid, too.
    let wanted = "other: another type has the same name: the type has no logical type, the schema Uuid";
    assert_eq!(said(own::<Ids>()), wanted);
    let wanted = "id: a fixed of 16 bytes cannot have the logical type uuid, or its name is that of another";
    assert_eq!(said(own::<Others>()), wanted);
    let given = r#"{"type": "record", "name": "Real", "fields": [{"name": "at", "type": "double"}]}"#;
    assert_eq!(difference::<Real>(given), "at: double has no logical type");
}

fn own<T: ingot::typed::Shaped>() -> Result<String, ingot::typed::Mismatch> {
    Typed::<T>::of().map(|typed| typed.schema().to_string())
}

#[test]
fn what_is_no_value_is_not_written() {
    #[derive(Record)]
    struct Times {
        #[avro(logical = "time-millis")]
        times: Vec<i32>,
    }

    #[derive(Record)]
    struct Chain {
        next: Option<Box<Chain>>,
    }

    let mut out = b"before".to_vec();
    let error = ingot::typed::encode_into(&Times { times: vec![0, -1] }, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "times[1]: a time of day is from 0 to less than 24 hours");
    assert_eq!(out, b"before");

    let chain = |length: usize| (0..length).fold(None, |next, _| Some(Box::new(Chain { next })));
    assert_eq!(ingot::typed::encode(&chain(100)).unwrap().len(), 101);
    let error = ingot::typed::encode(&chain(101)).unwrap_err();
    assert_eq!(error.class.name(), "limit-depth");
}

#[test]
fn parameters_may_have_bounds() {
    #[derive(Record, Debug, PartialEq)]
    struct Pair<'a, T: Clone + PartialEq>
    where
        T: std::fmt::Debug,
    {
        one: T,
        more: Vec<T>,
        note: &'a str,
    }

    #[derive(Record, Debug, PartialEq)]
    enum Maybe<T: Clone> {
        Nothing,
        It(T),
    }

    let pairs = Typed::<Pair<&str>>::of().unwrap();
    let pair = Pair { one: "a", more: vec!["b"], note: "c" };
    assert_eq!(pairs.decode(&pairs.encode(&pair).unwrap()).unwrap(), pair);
    let pairs = Typed::<Pair<String>>::of().unwrap();
    let pair = Pair { one: "a".to_owned(), more: vec![], note: "c" };
    assert_eq!(pairs.decode(&pairs.encode(&pair).unwrap()).unwrap(), pair);
    let all = Typed::<Maybe<i64>>::of().unwrap();
    for one in [Maybe::Nothing, Maybe::It(7)] {
        assert_eq!(all.decode(&all.encode(&one).unwrap()).unwrap(), one);
    }
}
