import type { Bytes } from '../wire/bytes.js';
import { padded } from './padded.js';

/** MD5 (RFC 1321), for fingerprints alone: it protects nothing. */

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32) | 0);

export function md5(bytes: Uint8Array): Bytes {
  const words = padded(bytes, true);
  const state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476] as [number, number, number, number];
  for (let start = 0; start < words.byteLength; start += 64) {
    let [a, b, c, d] = state;
    for (let step = 0; step < 64; step++) {
      const round = step >> 4;
      let mixed: number;
      let place: number;
      if (round === 0) [mixed, place] = [(b & c) | (~b & d), step];
      else if (round === 1) [mixed, place] = [(d & b) | (~d & c), 5 * step + 1];
      else if (round === 2) [mixed, place] = [b ^ c ^ d, 3 * step + 5];
      else [mixed, place] = [c ^ (b | ~d), 7 * step];
      const sum = (a + mixed + SINES[step]! + words.getInt32(start + 4 * (place & 15), true)) | 0;
      const shift = SHIFTS[4 * round + (step & 3)]!;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
  }
  const out = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => out.setInt32(4 * index, word, true));
  return new Uint8Array(out.buffer);
}
