//! Which outputs of a batch are kept: drawn by a seed that the adapter cannot know.

/// One output of a batch: its pass and its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    pub pass: u64,
    pub index: usize,
}

impl Sample {
    /// The first records of a pass, as samples of it.
    pub fn first(count: usize) -> Vec<Sample> {
        (0..count).map(|index| Sample { pass: 0, index }).collect()
    }
}

/// The generator splitmix64.
pub struct Generator {
    state: u64,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator { state: seed }
    }

    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The sample of the next batch of an operation that has one output a pass.
    pub fn pass(&mut self, passes: u64) -> Sample {
        Sample { pass: self.draw() % passes, index: 0 }
    }

    /// The samples of the next batch: sorted by pass, then index, without repeats. `count` is not 0.
    pub fn samples(&mut self, wanted: u64, passes: u64, count: usize) -> Vec<Sample> {
        let mut drawn: Vec<Sample> = (0..wanted)
            .map(|_| {
                let pass = self.draw() % passes;
                Sample { pass, index: (self.draw() % count as u64) as usize }
            })
            .collect();
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }
}
