//! Unions right within unions are as deep as they say they are, and no deeper than the limit.

use ingot::typed::{self, AsParts, Decode, Outcome, Reader, parts};
use ingot::{Codec, Record, Schema, Typed, Value};

/// A type that holds itself with nothing but unions between.
#[derive(Record, Debug, Clone, PartialEq)]
enum List {
    Nil,
    Cons(Box<List>),
}

#[derive(Record, Debug, PartialEq)]
enum Maybe {
    Not,
    It(Option<Box<Maybe>>),
}

/// The same by hand.
#[derive(Debug, PartialEq)]
struct Hand(Option<Box<Hand>>);

impl AsParts for Hand {
    type Parts = parts::Ref<Option<Box<Hand>>>;

    fn parts(&self) -> &Option<Box<Hand>> {
        &self.0
    }
}

impl<'b> Decode<'b> for Hand {
    fn least(_boxes: u32) -> u32 {
        1
    }

    fn read(reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
        Decode::read(reader).map(Hand)
    }

    fn read_into(&mut self, reader: &mut Reader<'_, 'b>) -> Outcome<()> {
        self.0.read_into(reader)
    }
}

/// A value that is read over another one.
#[derive(Debug, PartialEq)]
struct Over<T>(T);

trait Old {
    fn old() -> Self;
}

impl<'b, T: Decode<'b> + Old> Decode<'b> for Over<T> {
    fn least(boxes: u32) -> u32 {
        T::least(boxes)
    }

    fn read(reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
        let mut value = T::old();
        value.read_into(reader)?;
        Ok(Over(value))
    }
}

fn list(length: usize) -> List {
    (0..length).fold(List::Nil, |list, _| List::Cons(Box::new(list)))
}

fn maybe(length: usize) -> Maybe {
    (0..length).fold(Maybe::Not, |inner, _| Maybe::It(Some(Box::new(inner))))
}

fn hand(length: usize) -> Hand {
    (0..length).fold(Hand(None), |inner, _| Hand(Some(Box::new(inner))))
}

impl Old for List {
    fn old() -> Self {
        list(1000)
    }
}

impl Old for Maybe {
    fn old() -> Self {
        maybe(1000)
    }
}

impl Old for Hand {
    fn old() -> Self {
        hand(1000)
    }
}

/// A value of a hundred levels is written and read, and read over another; one of more is an error.
fn is_limited<T>(value: impl Fn(usize) -> T, levels: usize)
where
    T: typed::Encode + for<'b> Decode<'b> + Old + PartialEq + std::fmt::Debug,
{
    let deepest = 100 / levels;
    let bytes = typed::encode(&value(deepest)).unwrap();
    assert_eq!(bytes.len(), deepest * levels + 1);
    assert_eq!(typed::decode::<T>(&bytes).unwrap(), value(deepest));
    assert_eq!(typed::decode::<Over<T>>(&bytes).unwrap().0, value(deepest));
    for deeper in [deepest + 1, 1000] {
        assert_eq!(typed::encode(&value(deeper)).unwrap_err().class.name(), "limit-depth");
    }
    for length in [102, 10_000_000] {
        let bytes = vec![2; length];
        assert_eq!(typed::decode::<T>(&bytes).unwrap_err().class.name(), "limit-depth");
        assert_eq!(typed::decode::<Over<T>>(&bytes).unwrap_err().class.name(), "limit-depth");
    }
}

#[test]
fn types_that_hold_themselves_in_unions_have_the_limit_of_depth() {
    is_limited(list, 1);
    is_limited(maybe, 2);
    is_limited(hand, 1);
}

#[test]
fn types_that_hold_themselves_twice_in_unions_say_that_they_have_no_schema() {
    #[derive(Record, Debug)]
    enum Tree {
        Leaf,
        Left(Box<Tree>),
        Right(Box<Tree>),
    }

    let error = Typed::<Tree>::of().unwrap_err().to_string();
    assert!(error.contains("nested"), "{error}");
    assert!(matches!(typed::decode(&[2, 4, 0]), Ok(Tree::Left(inner)) if matches!(*inner, Tree::Right(_))));
}

#[test]
fn unions_within_unions_are_levels_as_they_are_for_values() {
    let schema = format!("{}\"null\"{}", r#"["null","#.repeat(110), "]".repeat(110));
    let codec = Codec::new(Schema::parse_lenient(&schema).unwrap());
    let value = |length| (0..length).fold(Value::Union(0, Value::Null.into()), |it, _| Value::Union(1, Box::new(it)));
    for length in [3, 100] {
        let bytes = codec.encode(&value(length)).unwrap();
        assert_eq!(typed::encode(&list(length)).unwrap(), bytes);
        assert_eq!(codec.decode(&bytes).unwrap(), value(length));
    }
    assert_eq!(codec.encode(&value(101)).unwrap_err().class.name(), "limit-depth");
}

#[test]
fn records_in_boxes_are_one_level() {
    #[derive(Record, Debug, PartialEq)]
    struct Chain {
        next: Option<Box<Chain>>,
    }

    #[derive(Record, Debug, PartialEq)]
    enum Tree {
        Leaf,
        Fork(Box<Fork>),
    }

    #[derive(Record, Debug, PartialEq)]
    struct Fork {
        left: Tree,
        right: Tree,
    }

    let chain = (1..100).fold(Chain { next: None }, |next, _| Chain { next: Some(Box::new(next)) });
    assert_eq!(typed::decode::<Chain>(&typed::encode(&chain).unwrap()).unwrap(), chain);
    let tree = (0..100).fold(Tree::Leaf, |left, _| Tree::Fork(Box::new(Fork { left, right: Tree::Leaf })));
    assert_eq!(typed::decode::<Tree>(&typed::encode(&tree).unwrap()).unwrap(), tree);
}
