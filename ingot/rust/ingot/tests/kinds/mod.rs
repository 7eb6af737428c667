//! Types of all kinds that `Record` can be derived for.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use ingot::typed::{Decode, Encode, Shaped};
use ingot::{Record, Typed};

#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test")]
pub(crate) struct Person {
    name: String,
    age: i32,
    email: Option<String>,
    phone_numbers: Vec<String>,
}

#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test", name = "Person")]
pub(crate) struct LentPerson<'a> {
    name: &'a str,
    age: i32,
    email: Option<&'a str>,
    phone_numbers: Vec<&'a str>,
}

#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test")]
pub(crate) struct Scalars {
    flag: bool,
    int: i32,
    long: i64,
    float: f32,
    double: f64,
    nothing: (),
    flags: Vec<bool>,
    ints: Vec<i32>,
    longs: Vec<i64>,
    doubles: Vec<f64>,
    maybe: Vec<Option<i32>>,
    #[avro(null_last)]
    last: Option<i64>,
}

#[derive(Record, Debug, PartialEq, Clone, Copy)]
#[avro(namespace = "test", default = "Clubs")]
pub(crate) enum Suit {
    Clubs,
    #[avro(rename = "DIAMONDS")]
    Diamonds,
    Hearts,
    Spades,
}

#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test")]
pub(crate) struct Tree {
    suit: Suit,
    next: Option<Box<Tree>>,
    leaves: Vec<Tree>,
    named: BTreeMap<String, Tree>,
}

#[derive(Record, Debug, PartialEq)]
pub(crate) enum Any {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    Blob(Vec<u8>),
    Pair(Box<Pair>),
    List(Vec<Pair>),
    Entries(HashMap<String, Pair>),
}

#[derive(Record, Debug, PartialEq)]
pub(crate) struct Pair {
    left: Any,
    right: Any,
}

#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test")]
pub(crate) struct Empty {}

#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test")]
#[expect(clippy::vec_box, reason = "a box is what is in it")]
pub(crate) struct Nothings {
    nulls: Vec<()>,
    empties: Vec<Empty>,
    boxed: Vec<Box<Empty>>,
    full: Vec<Box<Suit>>,
}

#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test")]
pub(crate) struct Logicals {
    #[avro(logical = "time-millis")]
    time: i32,
    #[avro(logical = "time-micros")]
    times: Vec<i64>,
    #[avro(logical = "uuid")]
    id: Option<String>,
    #[avro(logical = "decimal(9, 2)")]
    price: Vec<u8>,
    #[avro(logical = "decimal(4, 1)", fixed = "test.Two")]
    fixed: [u8; 2],
    #[avro(logical = "timestamp-micros")]
    at: i64,
    plain: [u8; 3],
}

#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test")]
pub(crate) struct Page<T> {
    items: Vec<T>,
    more: bool,
}

/// More fields than fit into one tuple.
#[derive(Record, Debug, PartialEq)]
#[avro(namespace = "test")]
pub(crate) struct Wide {
    a: i32,
    b: String,
    c: i64,
    d: Suit,
    e: f32,
    f: Vec<u8>,
    g: Option<bool>,
    h: i32,
    i: String,
    j: i32,
    k: i32,
    l: i32,
    m: i32,
    n: i32,
    o: String,
    p: i64,
    q: bool,
    r: BTreeMap<String, i32>,
}

/// What is done with a type that stands for one or for itself: read and written owned, and read into another value.
pub(crate) trait Job {
    fn run<T>(&mut self, typed: &Typed<T>)
    where
        T: Shaped + Encode + Debug + PartialEq,
        for<'b> T::With<'b>: Decode<'b> + Encode + Debug;
}

/// How many types there are.
pub(crate) const TYPES: usize = 12;

/// Does a job with each type.
pub(crate) fn each(job: &mut impl Job) {
    (0..TYPES).for_each(|place| one(place, job));
}

/// Does a job with the type at a place.
pub(crate) fn one(place: usize, job: &mut impl Job) {
    match place {
        0 => job.run(&Typed::<Person>::of().unwrap()),
        1 => job.run(&Typed::<LentPerson>::of().unwrap()),
        2 => job.run(&Typed::<Scalars>::of().unwrap()),
        3 => job.run(&Typed::<Tree>::of().unwrap()),
        4 => job.run(&Typed::<Any>::of().unwrap()),
        5 => job.run(&Typed::<Nothings>::of().unwrap()),
        6 => job.run(&Typed::<Logicals>::of().unwrap()),
        7 => job.run(&Typed::<Page<Suit>>::of().unwrap()),
        8 => job.run(&Typed::<Wide>::of().unwrap()),
        9 => job.run(&Typed::<Vec<BTreeMap<String, Option<i64>>>>::of().unwrap()),
        10 => job.run(&Typed::<i32>::of().unwrap()),
        _ => job.run(&Typed::<Box<str>>::of().unwrap()),
    }
}
