//! The fingerprint of a schema, which takes its canonical form: found out when it is first asked for, and kept.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ingot_schema::Schema;

/// What is known so far of the fingerprint of one schema. It is in two halves, for not every machine has 64 bits at once.
#[derive(Debug, Default)]
pub(crate) struct Fingerprint {
    known: AtomicBool,
    low: AtomicU32,
    high: AtomicU32,
}

impl Fingerprint {
    /// The fingerprint of the schema, which is the same at every call. Two threads may both find it out; they agree.
    pub(crate) fn of(&self, schema: &Schema) -> u64 {
        if self.known.load(Ordering::Acquire) {
            let (low, high) = (self.low.load(Ordering::Relaxed), self.high.load(Ordering::Relaxed));
            return u64::from(high) << 32 | u64::from(low);
        }
        let found = schema.fingerprint();
        let bytes = found.to_le_bytes();
        let half = |at| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        self.low.store(half(0), Ordering::Relaxed);
        self.high.store(half(4), Ordering::Relaxed);
        self.known.store(true, Ordering::Release);
        found
    }
}

/// A copy finds it out again.
impl Clone for Fingerprint {
    fn clone(&self) -> Self {
        Fingerprint::default()
    }
}
