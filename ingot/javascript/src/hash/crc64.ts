/** CRC-64-AVRO, in two halves of 32 bits: bigints for every byte would be slow. */

const EMPTY_HIGH = 0xc15d213a;
const EMPTY_LOW = 0xa4d7a795;

let table: Uint32Array | undefined;

/** The high and the low halves of each byte's entry, one after the other. */
function entries(): Uint32Array {
  const made = new Uint32Array(512);
  for (let byte = 0; byte < 256; byte++) {
    let high = 0;
    let low = byte;
    for (let bit = 0; bit < 8; bit++) {
      const mask = -(low & 1);
      low = ((low >>> 1) | (high << 31)) ^ (EMPTY_LOW & mask);
      high = (high >>> 1) ^ (EMPTY_HIGH & mask);
    }
    made[2 * byte] = high;
    made[2 * byte + 1] = low;
  }
  return made;
}

/** The fingerprint of the specification. */
export function crc64(bytes: Uint8Array): bigint {
  const known = (table ??= entries());
  let high = EMPTY_HIGH;
  let low = EMPTY_LOW;
  for (const byte of bytes) {
    const index = 2 * ((low ^ byte) & 0xff);
    low = ((low >>> 8) | (high << 24)) ^ known[index + 1]!;
    high = (high >>> 8) ^ known[index]!;
  }
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}
