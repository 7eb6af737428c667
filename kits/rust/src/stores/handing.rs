//! What becomes of the documents that a step hands over: dropped at once, but for the samples; lists of a batch.

use std::hint::black_box;

use crate::samples::Generator;

use super::Outcome;

/// Takes the documents of a step, one after another, and keeps those at the drawn positions.
pub struct Handing<T> {
    positions: Box<dyn Iterator<Item = u64>>,
    next: u64,
    pub count: u64,
    pub kept: Vec<T>,
}

impl<T> Handing<T> {
    /// Keeps everything.
    pub fn all() -> Handing<T> {
        Handing::at(Box::new(0..))
    }

    /// Keeps what stands at the positions that `samples` draws give, of `maximum` documents.
    pub fn drawn(seed: u64, samples: u64, maximum: u64) -> Handing<T> {
        let mut generator = Generator::new(seed);
        let draws = if maximum == 0 { 0 } else { samples };
        let mut positions: Vec<u64> = (0..draws).map(|_| generator.draw() % maximum).collect();
        positions.sort_unstable();
        positions.dedup();
        Handing::at(Box::new(positions.into_iter()))
    }

    fn at(mut positions: Box<dyn Iterator<Item = u64>>) -> Handing<T> {
        let next = positions.next().unwrap_or(u64::MAX);
        Handing { positions, next, count: 0, kept: Vec::new() }
    }

    pub fn take(&mut self, document: T) {
        if self.count == self.next {
            self.kept.push(document);
            self.next = self.positions.next().unwrap_or(u64::MAX);
        } else {
            drop(black_box(document));
        }
        self.count += 1;
    }
}

/// Gathers documents into lists of a size, as a training loop takes them.
pub struct Lists<'a, T> {
    handing: &'a mut Handing<T>,
    size: usize,
    list: Vec<T>,
}

impl<'a, T> Lists<'a, T> {
    pub fn new(handing: &'a mut Handing<T>, size: usize) -> Lists<'a, T> {
        Lists { handing, size, list: Vec::with_capacity(size) }
    }

    pub fn push(&mut self, document: T) {
        self.list.push(document);
        if self.list.len() == self.size {
            let full = std::mem::replace(&mut self.list, Vec::with_capacity(self.size));
            self.whole(full);
        }
    }

    /// A list that was made elsewhere.
    pub fn whole(&mut self, list: Vec<T>) {
        black_box(&list);
        list.into_iter().for_each(|document| self.handing.take(document));
    }

    /// The last list of an epoch may be shorter.
    pub fn end(mut self) {
        let rest = std::mem::take(&mut self.list);
        self.whole(rest);
    }
}

/// A shuffle buffer: each document takes the place of a random one of those held, which goes out.
pub struct Shuffled<'a, T> {
    held: Vec<T>,
    size: usize,
    generator: &'a mut Generator,
}

impl<'a, T> Shuffled<'a, T> {
    pub fn new(size: usize, generator: &'a mut Generator) -> Shuffled<'a, T> {
        Shuffled { held: Vec::with_capacity(size), size, generator }
    }

    pub fn push(&mut self, document: T, lists: &mut Lists<T>) -> Outcome<()> {
        if self.held.len() < self.size {
            self.held.push(document);
        } else {
            let place = below(self.generator, self.size);
            lists.push(std::mem::replace(&mut self.held[place], document));
        }
        Ok(())
    }

    pub fn end(mut self, lists: &mut Lists<T>) {
        shuffle(&mut self.held, self.generator);
        self.held.into_iter().for_each(|document| lists.push(document));
    }
}

/// Puts the items into a random order, each as likely as any other.
pub fn shuffle<T>(items: &mut [T], generator: &mut Generator) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(generator, last + 1));
    }
}

fn below(generator: &mut Generator, limit: usize) -> usize {
    (generator.draw() % limit as u64) as usize
}
