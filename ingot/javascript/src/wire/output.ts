import { isBytes } from './bytes.js';
import { bail } from './input.js';
import { writeLong } from './integers.js';
import { OwnView } from './node-bytes.js';
import { isBeyondFloat, writeDouble, writeFloat } from './reals.js';
import { writeText } from './write-text.js';

/** What is being written besides the bytes and offsets that go from hand to hand. */
export const out: {
  /** The bytes that took the place of those in which there was too little room. */
  larger: Uint8Array | undefined;
  /** Whether a value is being written: its getters may write others, which need bytes of their own. */
  busy: boolean;
} = { larger: undefined, busy: false };

/** Larger bytes, with what was written, where there is too little room for so many more at an offset. */
export function grow(b: Uint8Array, p: number, size: number): Uint8Array {
  const larger = new OwnView(Math.max(2 * b.length, p + size, 1024));
  larger.set(b.subarray(0, p));
  out.larger = larger;
  return larger;
}

/** Sees to it that so many bytes can be written at an offset. */
export function room(b: Uint8Array, p: number, size: number): Uint8Array {
  return p + size > b.length ? grow(b, p, size) : b;
}

/** Writes a float, for which there has to be room. */
export function putFloat(b: Uint8Array, p: number, value: unknown): number {
  if (typeof value !== 'number' || isBeyondFloat(value)) return bail();
  writeFloat(b, p, value);
  return p + 4;
}

export function putDouble(b: Uint8Array, p: number, value: unknown): number {
  if (typeof value !== 'number') return bail();
  writeDouble(b, p, value);
  return p + 8;
}

/** Writes a text, behind which so many more bytes are due. */
export function putText(b: Uint8Array, p: number, value: unknown, behind: number): number {
  if (typeof value !== 'string') return bail();
  b = room(b, p, value.length * 3 + 5 + behind);
  const end = writeText(b, p, value);
  return end < 0 ? bail() : end;
}

/** Writes bytes behind their length. */
export function putBytes(b: Uint8Array, p: number, value: unknown, behind: number): number {
  if (!isBytes(value)) return bail();
  const size = value.length;
  b = room(b, p, size + 5 + behind);
  p = size < 64 ? ((b[p] = size << 1), p + 1) : writeLong(b, p, size);
  return copyTo(b, p, value);
}

/** Writes the bytes of a fixed. */
export function putFixed(b: Uint8Array, p: number, value: unknown, size: number, behind: number): number {
  if (!isBytes(value) || value.length !== size) return bail();
  return copyTo(room(b, p, size + behind), p, value);
}

/** Writes bytes as they are. */
export function putRaw(b: Uint8Array, p: number, value: Uint8Array, behind: number): number {
  return copyTo(room(b, p, value.length + behind), p, value);
}

function copyTo(b: Uint8Array, p: number, bytes: Uint8Array): number {
  const size = bytes.length;
  if (size < 12) for (let index = 0; index < size; index++) b[p + index] = bytes[index]!;
  else b.set(bytes, p);
  return p + size;
}
