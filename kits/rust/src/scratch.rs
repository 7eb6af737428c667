/// Bytes that are kept from record to record: what a library appends grows here once, and every record leaves as fresh
/// bytes of exact size.
#[derive(Default)]
pub struct Scratch(Vec<u8>);

impl Scratch {
    /// Fresh bytes with what `append` appends.
    pub fn encoded<T, E>(&mut self, append: impl FnOnce(&mut Vec<u8>) -> Result<T, E>) -> Result<Vec<u8>, E> {
        self.0.clear();
        append(&mut self.0)?;
        Ok(self.0.as_slice().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::Scratch;

    #[test]
    fn every_record_leaves_as_bytes_of_its_own() {
        let mut scratch = Scratch::default();
        let mut encoded = |bytes: &[u8]| {
            scratch.encoded(|to| {
                to.extend_from_slice(bytes);
                Ok::<_, ()>(())
            })
        };
        let (long, short) = (encoded(b"longer").unwrap(), encoded(b"x").unwrap());
        assert_eq!((long.as_slice(), short.as_slice()), (&b"longer"[..], &b"x"[..]));
        assert_eq!(short.capacity(), 1);
    }

    #[test]
    fn what_failed_leaves_nothing_behind() {
        let mut scratch = Scratch::default();
        let failed = scratch.encoded(|to| {
            to.push(1);
            Err::<(), _>("half a record")
        });
        assert_eq!(failed, Err("half a record"));
        assert_eq!(scratch.encoded(|_| Ok::<_, ()>(())), Ok(vec![]));
    }
}
