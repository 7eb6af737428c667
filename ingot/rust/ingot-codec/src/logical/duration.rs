//! Durations: months, days and milliseconds, none of which is a number of another.

/// What a fixed of twelve bytes holds as `duration`; nothing is carried from one part to another.
///
/// ```
/// use ingot_codec::logical::Duration;
///
/// let month = Duration { months: 1, days: 0, millis: 500 };
/// assert_eq!(month.to_bytes(), [1, 0, 0, 0, 0, 0, 0, 0, 0xf4, 1, 0, 0]);
/// assert_eq!(Duration::from_bytes(month.to_bytes()), month);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the words of the specification")]
pub struct Duration {
    pub months: u32,
    pub days: u32,
    pub millis: u32,
}

impl Duration {
    /// The duration that these bytes are.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 12]) -> Duration {
        let part = |place: usize| {
            let mut four = [0; 4];
            four.copy_from_slice(&bytes[place..place + 4]);
            u32::from_le_bytes(four)
        };
        Duration { months: part(0), days: part(4), millis: part(8) }
    }

    /// Its bytes.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        for (part, four) in [self.months, self.days, self.millis].into_iter().zip(bytes.chunks_exact_mut(4)) {
            four.copy_from_slice(&part.to_le_bytes());
        }
        bytes
    }
}
