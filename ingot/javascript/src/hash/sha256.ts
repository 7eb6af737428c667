import type { Bytes } from '../wire/bytes.js';
import { padded } from './padded.js';

/** SHA-256 (FIPS 180-4). The one of runtimes answers later only, and a fingerprint is asked for at once. */

const PRIMES = firstPrimes(64);
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

export function sha256(bytes: Uint8Array): Bytes {
  const input = padded(bytes, false);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let start = 0; start < input.byteLength; start += 64) {
    for (let index = 0; index < 16; index++) words[index] = input.getInt32(start + 4 * index, false);
    for (let index = 16; index < 64; index++) {
      const early = words[index - 15]!;
      const late = words[index - 2]!;
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[index] = words[index - 16]! + first + words[index - 7]! + second;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let index = 0; index < 64; index++) {
      const left = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + left + ((e & f) ^ (~e & g)) + ROUNDS[index]! + words[index]!) | 0;
      const right = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (right + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = state[index]! + word));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => out.setInt32(4 * index, word, false));
  return new Uint8Array(out.buffer);
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}
