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
