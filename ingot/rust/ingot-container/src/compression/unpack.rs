//! What all codecs have in common when they unpack: room that is reused, and that grows only to what a block needs.

/// What is wrong with a packed block.
#[derive(Debug)]
#[allow(dead_code, reason = "which codecs there are is a matter of features")]
pub(crate) enum PackFault {
    /// It is no whole stream of the codec.
    Data(String),
    /// It has more bytes than a block may have, or asks for more memory.
    Limit(String),
}

impl PackFault {
    #[allow(dead_code, reason = "which codecs there are is a matter of features")]
    pub(crate) fn data<T>(message: impl Into<String>) -> Result<T, PackFault> {
        Err(PackFault::Data(message.into()))
    }

    pub(crate) fn limit<T>(most: usize) -> Result<T, PackFault> {
        Err(PackFault::Limit(format!("the block unpacks to more than {most} bytes")))
    }
}

/// One way to unpack a block.
pub(crate) trait Unpack: Send {
    /// Unpacks a whole block, and gives its length; `None` if there is too little room.
    fn unpack(&mut self, packed: &[u8], room: &mut [u8], most: usize) -> Result<Option<usize>, PackFault>;

    /// How many bytes a block has, found without keeping them; some number above `most` if there are more.
    fn measure(&mut self, packed: &[u8], most: usize) -> Result<usize, PackFault>;

    /// How many bytes a block has, if it says so itself in a way that its packed bytes bear out.
    fn told(&self, _packed: &[u8]) -> Option<usize> {
        None
    }

    /// Whether the block that was unpacked last was odd, in words.
    fn oddity(&mut self) -> Option<&'static str> {
        None
    }
}

/// The room for unpacked blocks. It is written over by each block, and never made clean between them.
#[derive(Default)]
pub(crate) struct Buffer {
    room: Vec<u8>,
    filled: usize,
}

/// Room is made by a guess within these sizes; if it is too little, the block is measured.
const LEAST: usize = 64 << 10;
const MOST: usize = 16 << 20;

impl Buffer {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.room[..self.filled]
    }

    /// Unpacks a block to at most so many bytes.
    pub(crate) fn fill(&mut self, codec: &mut dyn Unpack, packed: &[u8], most: usize) -> Result<(), PackFault> {
        self.filled = 0;
        let likely = codec.told(packed).unwrap_or(packed.len().saturating_mul(4)).clamp(LEAST, MOST).min(most);
        if self.room.len() < likely {
            self.make(likely);
        }
        let mut end = self.room.len().min(most);
        loop {
            if let Some(length) = codec.unpack(packed, &mut self.room[..end], most)? {
                self.filled = length;
                return Ok(());
            }
            let length = if end == most { usize::MAX } else { codec.measure(packed, most)? };
            // One that has more than was measured is another one than was measured.
            if length > most || length <= end {
                return PackFault::limit(most);
            }
            end = length.next_power_of_two().min(most);
            self.make(end);
        }
    }

    fn make(&mut self, size: usize) {
        // The old room goes first, and the new one is not touched before it is written.
        self.room = Vec::new();
        self.room = vec![0; size];
    }
}

/// A codec that unpacks piece by piece.
#[cfg(any(feature = "deflate", feature = "zstandard", feature = "bzip2", feature = "xz"))]
pub(crate) trait Stream {
    /// Unpacks some bytes of the rest of a block.
    fn step(&mut self, rest: &[u8], room: &mut [u8]) -> Result<Step, PackFault>;
}

#[cfg(any(feature = "deflate", feature = "zstandard", feature = "bzip2", feature = "xz"))]
pub(crate) struct Step {
    pub(crate) taken: usize,
    pub(crate) made: usize,
    /// Whether the block ends here, with all its streams.
    pub(crate) ended: bool,
}

/// Unpacks a block into a room, and gives its length; `None` if there is too little room.
#[cfg(any(feature = "bzip2", feature = "xz"))]
pub(crate) fn run(stream: &mut dyn Stream, packed: &[u8], room: &mut [u8]) -> Result<Option<usize>, PackFault> {
    let (mut at, mut length) = (0, 0);
    loop {
        // Where the room is full, the stream may still have to say that it ends.
        let full = length == room.len();
        let mut more = [0];
        let step = stream.step(&packed[at..], if full { &mut more } else { &mut room[length..] })?;
        if full && step.made > 0 {
            return Ok(None);
        }
        at += step.taken;
        length += step.made;
        if step.ended {
            return Ok(Some(length));
        }
        goes_on(&step)?;
    }
}

/// Counts the bytes of a block, up to some number above `most`.
#[cfg(any(feature = "deflate", feature = "zstandard", feature = "bzip2", feature = "xz"))]
pub(crate) fn count(stream: &mut dyn Stream, packed: &[u8], most: usize) -> Result<usize, PackFault> {
    let mut room = vec![0; 64 << 10];
    let (mut at, mut length) = (0, 0);
    loop {
        let step = stream.step(&packed[at..], &mut room)?;
        at += step.taken;
        length += step.made;
        if step.ended || length > most {
            return Ok(length);
        }
        goes_on(&step)?;
    }
}

#[cfg(any(feature = "deflate", feature = "zstandard", feature = "bzip2", feature = "xz"))]
fn goes_on(step: &Step) -> Result<(), PackFault> {
    if step.taken == 0 && step.made == 0 { PackFault::data("the packed bytes end too early") } else { Ok(()) }
}
