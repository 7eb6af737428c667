import { Unpacking } from './inflate.js';

/** Snappy's format of one block, in front of a checksum as Avro has it: CRC-32 of the unpacked bytes, highest byte first. */

let table: Int32Array | undefined;

function entries(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let bits = byte;
    for (let bit = 0; bit < 8; bit++) bits = (bits >>> 1) ^ (0xedb88320 & -(bits & 1));
    return bits;
  });
}

export function crc32(bytes: Uint8Array): number {
  const known = (table ??= entries());
  let bits = -1;
  for (let index = 0; index < bytes.length; index++) bits = known[(bits ^ bytes[index]!) & 0xff]! ^ (bits >>> 8);
  return ~bits >>> 0;
}

export function unpackSnappy(input: Uint8Array, limit: number): Uint8Array {
  const end = input.length - 4;
  if (end < 1) throw wrong('the stream is too short');
  let at = 0;
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    if (at >= end || shift > 28) throw wrong('the stream has no length');
    const byte = input[at++]!;
    size += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (size > 0xffffffff) throw wrong('the stream has no length');
  if (size > limit) throw new Unpacking('limit-block', `a block of ${size} bytes, the limit is ${limit}`);
  // Three bytes make 64 at most.
  if (size > end * 22) throw wrong('the stream is shorter than it says');
  const out = new Uint8Array(size);
  const written = copied(input, at, end, out);
  if (written !== size) throw wrong('the stream is shorter than it says');
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (view.getUint32(end) !== crc32(out)) throw wrong('the checksum is another one');
  return out;
}

/** Does what the stream says; gives how many bytes were written. */
function copied(input: Uint8Array, at: number, end: number, out: Uint8Array): number {
  let length = 0;
  while (at < end) {
    const tag = input[at++]!;
    const kind = tag & 3;
    if (kind === 0) {
      let size = (tag >> 2) + 1;
      if (size > 60) {
        const bytes = size - 60;
        if (at + bytes > end) throw wrong('the stream ends too early');
        size = 1;
        for (let index = 0; index < bytes; index++) size += input[at++]! * 2 ** (8 * index);
      }
      if (at + size > end || length + size > out.length) throw wrong('a literal beyond the end');
      out.set(input.subarray(at, at + size), length);
      at += size;
      length += size;
      continue;
    }
    const extra = kind === 3 ? 4 : kind;
    if (at + extra > end) throw wrong('the stream ends too early');
    const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    let distance = kind === 1 ? ((tag >> 5) << 8) | input[at]! : input[at]! | (input[at + 1]! << 8);
    if (kind === 3) distance += (input[at + 2]! + input[at + 3]! * 256) * 65536;
    at += extra;
    if (distance === 0 || distance > length || length + size > out.length) throw wrong('a copy of what is not there');
    for (let index = 0; index < size; index++) out[length + index] = out[length + index - distance]!;
    length += size;
  }
  return length;
}

function wrong(message: string): Unpacking {
  return new Unpacking('codec-data', message);
}

/** Copies reach so far back: a fragment is looked through alone, as snappy's own writer does it. */
const FRAGMENT = 1 << 16;
const HASH_BITS = 14;

export function packSnappy(input: Uint8Array): Uint8Array {
  // A literal's head is three bytes at most here.
  const out = new Uint8Array(input.length + Math.ceil(input.length / 6) + 64);
  let at = 0;
  let size = input.length;
  for (; size > 0x7f; size = Math.floor(size / 128)) out[at++] = (size & 0x7f) | 0x80;
  out[at++] = size;
  const heads = new Uint16Array(1 << HASH_BITS);
  for (let start = 0; start < input.length; start += FRAGMENT) {
    at = fragment(input, start, Math.min(start + FRAGMENT, input.length), out, at, heads);
  }
  new DataView(out.buffer).setUint32(at, crc32(input));
  return out.subarray(0, at + 4);
}

function fragment(b: Uint8Array, start: number, end: number, out: Uint8Array, at: number, heads: Uint16Array): number {
  heads.fill(0);
  let literal = start;
  let here = start + 1;
  let misses = 32;
  while (here + 4 < end) {
    const four = b[here]! | (b[here + 1]! << 8) | (b[here + 2]! << 16) | (b[here + 3]! << 24);
    const hash = Math.imul(four, 0x1e35a7bd) >>> (32 - HASH_BITS);
    const before = start + heads[hash]!;
    heads[hash] = here - start;
    if (
      before >= here ||
      b[before] !== b[here] ||
      b[before + 1] !== b[here + 1] ||
      b[before + 2] !== b[here + 2] ||
      b[before + 3] !== b[here + 3]
    ) {
      // What does not repeat is passed in longer and longer steps.
      here += misses++ >> 5;
      continue;
    }
    let size = 4;
    while (here + size < end && b[before + size] === b[here + size]) size++;
    at = putLiteral(b, literal, here, out, at);
    at = putCopy(here - before, size, out, at);
    here += size;
    literal = here;
    misses = 32;
  }
  return putLiteral(b, literal, end, out, at);
}

function putLiteral(b: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  const size = end - start;
  if (size === 0) return at;
  const last = size - 1;
  if (last < 60) {
    out[at++] = last << 2;
  } else if (last < 256) {
    out[at++] = 60 << 2;
    out[at++] = last;
  } else {
    out[at++] = 61 << 2;
    out[at++] = last & 0xff;
    out[at++] = last >> 8;
  }
  out.set(b.subarray(start, end), at);
  return at + size;
}

function putCopy(distance: number, size: number, out: Uint8Array, at: number): number {
  while (size > 0) {
    // The rest of a long copy is four bytes at least.
    const part = size > 64 ? (size < 68 ? 60 : 64) : size;
    if (part >= 4 && part < 12 && distance < 2048) {
      out[at++] = 1 | ((part - 4) << 2) | ((distance >> 8) << 5);
      out[at++] = distance & 0xff;
    } else {
      out[at++] = 2 | ((part - 1) << 2);
      out[at++] = distance & 0xff;
      out[at++] = distance >> 8;
    }
    size -= part;
  }
  return at;
}
