//! Fingerprints: short keys for schemas, made of their canonical forms.

use md5::{Digest, Md5};
use sha2::Sha256;

use crate::schema::Schema;

/// The CRC-64-AVRO of an empty text, which also is its polynomial.
const EMPTY: u64 = 0xc15d_213a_a4d7_a795;

const TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u64;
        let mut bit = 0;
        while bit < 8 {
            value = (value >> 1) ^ (EMPTY & (value & 1).wrapping_neg());
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
};

/// The CRC-64-AVRO of some bytes, as a number; in messages it stands with its lowest byte first.
///
/// ```
/// use ingot_schema::crc_64_avro;
///
/// assert_eq!(crc_64_avro(br#""int""#), 0x7275_d51a_3f39_5c8f);
/// assert_eq!(crc_64_avro(br#""int""#).to_le_bytes()[0], 0x8f);
/// ```
#[must_use]
pub fn crc_64_avro(bytes: &[u8]) -> u64 {
    bytes.iter().fold(EMPTY, |crc, byte| (crc >> 8) ^ TABLE[usize::from(crc.to_le_bytes()[0] ^ byte)])
}

impl Schema {
    /// The CRC-64-AVRO of the canonical form: the key of single-object messages, which hold it lowest byte first.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        crc_64_avro(self.canonical_form().as_bytes())
    }

    /// The MD5 of the canonical form.
    #[must_use]
    pub fn fingerprint_md5(&self) -> [u8; 16] {
        Md5::digest(self.canonical_form()).into()
    }

    /// The SHA-256 of the canonical form.
    #[must_use]
    pub fn fingerprint_sha256(&self) -> [u8; 32] {
        Sha256::digest(self.canonical_form()).into()
    }
}
