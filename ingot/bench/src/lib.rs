//! The records that the benchmarks read and write: the same ones each time, made by a small generator of numbers.

use ingot::Record;
use ingot::container::{Compression, ContainerError, TypedWriter};

/// Five plain fields.
#[derive(Record, Clone, Debug, PartialEq)]
pub struct Person {
    pub name: String,
    pub age: i32,
    pub email: String,
    pub balance: f64,
    pub active: bool,
}

/// Records in arrays in a record, and fields that may be null.
#[derive(Record, Clone, Debug, PartialEq)]
pub struct Order {
    pub id: i64,
    pub customer: String,
    pub note: Option<String>,
    pub lines: Vec<Line>,
}

#[derive(Record, Clone, Debug, PartialEq)]
pub struct Line {
    pub article: String,
    pub count: i32,
    pub price: f64,
    pub discount: Option<i64>,
}

/// Numbers alone.
#[derive(Record, Clone, Debug, PartialEq)]
pub struct Reading {
    pub sensor: i64,
    pub second: i64,
    pub count: i32,
    pub mean: f64,
    pub least: f64,
    pub most: f64,
    pub share: f32,
    pub valid: bool,
}

/// Numbers that look random (`SplitMix64`), and what is made of them.
pub struct Chance(u64);

impl Chance {
    #[must_use]
    pub fn new() -> Self {
        Chance(42)
    }

    /// So many records, each made by this function.
    pub fn many<T>(&mut self, count: usize, mut one: impl FnMut(&mut Chance) -> T) -> Vec<T> {
        (0..count).map(|_| one(self)).collect()
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u32) -> u32 {
        u32::try_from(self.next() >> 32).unwrap_or_default() % end
    }

    fn text(&mut self, least: u32, most: u32) -> String {
        let length = least + self.below(most - least + 1);
        (0..length).map(|_| char::from(b'a' + u8::try_from(self.below(26)).unwrap_or_default())).collect()
    }

    fn amount(&mut self) -> f64 {
        f64::from(self.below(1_000_000)) / 100.0
    }

    pub fn person(&mut self) -> Person {
        let name = self.text(6, 18);
        let email = format!("{}@{}.example", self.text(4, 10), self.text(3, 8));
        let age = i32::try_from(self.below(100)).unwrap_or_default();
        Person { name, age, email, balance: self.amount(), active: self.below(2) == 0 }
    }

    pub fn order(&mut self) -> Order {
        let lines = (0..=self.below(5)).map(|_| self.line()).collect();
        let note = (self.below(3) == 0).then(|| self.text(10, 60));
        Order { id: i64::from(self.below(u32::MAX)), customer: self.text(8, 20), note, lines }
    }

    fn line(&mut self) -> Line {
        let count = i32::try_from(1 + self.below(20)).unwrap_or_default();
        let discount = (self.below(4) == 0).then(|| i64::from(self.below(50)));
        Line { article: self.text(8, 12), count, price: self.amount(), discount }
    }

    pub fn reading(&mut self) -> Reading {
        let (least, most) = (self.amount(), self.amount());
        Reading {
            sensor: i64::from(self.below(5000)),
            second: 1_700_000_000 + i64::from(self.below(1_000_000)),
            count: i32::try_from(self.below(60)).unwrap_or_default(),
            mean: f64::midpoint(least, most),
            least,
            most,
            share: 0.5,
            valid: self.below(20) > 0,
        }
    }
}

impl Default for Chance {
    fn default() -> Self {
        Chance::new()
    }
}

/// Records as a container file without compression, in blocks of 64 KiB.
///
/// # Errors
/// None on these records: writing into memory does not fail.
pub fn file<T: ingot::typed::Shaped + ingot::typed::Encode>(records: &[T]) -> Result<Vec<u8>, ContainerError> {
    let mut writer = TypedWriter::new(Vec::new(), &Compression::Null.into())?;
    for record in records {
        writer.write(record)?;
    }
    writer.finish()
}
