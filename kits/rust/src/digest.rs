//! FNV-1a digests of sampled outputs.

/// FNV-1a (64 bit) of some bytes.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// The digest of a batch from the digests of its sampled outputs, in their order.
pub fn combine(digests: &[u64]) -> u64 {
    let bytes: Vec<u8> = digests.iter().flat_map(|digest| digest.to_be_bytes()).collect();
    fnv1a(&bytes)
}
