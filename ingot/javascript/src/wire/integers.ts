import { bail } from './input.js';

/** Writes an int, for which there has to be room of five bytes. */
export function writeInt(b: Uint8Array, p: number, value: number): number {
  let bits = ((value << 1) ^ (value >> 31)) >>> 0;
  for (; bits > 0x7f; bits >>>= 7) b[p++] = (bits & 0x7f) | 0x80;
  b[p++] = bits;
  return p;
}

/** Writes a long, for which there has to be room of ten bytes: an integer that is exact as a number, or a bigint. */
export function writeLong(b: Uint8Array, p: number, value: unknown): number {
  if (typeof value === 'number') {
    if (value === (value | 0)) return writeInt(b, p, value);
    if (!Number.isSafeInteger(value)) return bail();
    // The number in zigzag, in two parts: 28 bits and up to 26.
    const size = value < 0 ? -value - 1 : value;
    const high = Math.floor(size / 0x8000000);
    const low = ((size - high * 0x8000000) << 1) | (value < 0 ? 1 : 0);
    b[p] = (low & 0x7f) | 0x80;
    b[p + 1] = ((low >>> 7) & 0x7f) | 0x80;
    b[p + 2] = ((low >>> 14) & 0x7f) | 0x80;
    b[p + 3] = (low >>> 21) | 0x80;
    let bits = high;
    for (p += 4; bits > 0x7f; bits >>>= 7) b[p++] = (bits & 0x7f) | 0x80;
    b[p++] = bits;
    return p;
  }
  if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) return bail();
  let bits = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  for (; bits > 0x7fn; bits >>= 7n) b[p++] = Number(bits & 0x7fn) | 0x80;
  b[p++] = Number(bits);
  return p;
}
