//! What a lenient reader tells: what is odd about a file, and what of it is lost.

use crate::error::ContainerError;

/// A part of a file that could not be read, and was skipped.
#[derive(Debug)]
pub struct Loss {
    /// Where it begins; of records that are lost within a block, that of the block.
    pub offset: u64,
    /// How many bytes were skipped; none where only records of a block that is there are lost.
    pub bytes: u64,
    /// How many records are lost, where the block says it in a way that can be believed.
    pub records: Option<u64>,
    /// What was wrong.
    pub error: ContainerError,
}

/// The first of what there is to tell: a hostile file may give rise to millions.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) warnings: Vec<ContainerError>,
    pub(crate) lost: Vec<Loss>,
    pub(crate) left_off: usize,
}

impl Told {
    const MOST: usize = 1000;

    pub(crate) fn warn(&mut self, error: ContainerError) {
        if self.warnings.len() < Self::MOST { self.warnings.push(error) } else { self.left_off += 1 }
    }

    pub(crate) fn add(&mut self, other: Told) {
        other.warnings.into_iter().for_each(|error| self.warn(error));
        other.lost.into_iter().for_each(|loss| self.lose(loss));
        self.left_off += other.left_off;
    }

    pub(crate) fn lose(&mut self, loss: Loss) {
        if self.lost.len() < Self::MOST { self.lost.push(loss) } else { self.left_off += 1 }
    }
}
