import { writeInt } from './integers.js';
import { nodeBytes } from './node-bytes.js';
import { isWellFormed } from './well-formed.js';

const utf8Write = nodeBytes?.utf8Write;
const encoder = new TextEncoder();

/** Texts of fewer units are written here: a call of the runtime costs as much as so many. */
const FEW_UNITS = utf8Write === undefined ? 64 : 32;

/**
 * Writes a text behind its length, for which there has to be room: three bytes a unit, and five. Gives the offset
 * behind it, or −1 if a unit is half of a pair.
 */
export function writeText(b: Uint8Array, p: number, text: string): number {
  const units = text.length;
  if (units >= FEW_UNITS) return writeLong(b, p, text);
  const start = p + 1;
  for (let index = 0; index < units; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return writeRest(b, p, text, index);
    b[start + index] = code;
  }
  b[p] = units << 1;
  return start + units;
}

/** A text of at most 63 units, of which so many are written. */
function writeRest(b: Uint8Array, p: number, text: string, index: number): number {
  const units = text.length;
  let end = p + 1 + index;
  for (; index < units; index++) {
    let code = text.charCodeAt(index);
    if (code < 0x80) {
      b[end++] = code;
    } else if (code < 0x800) {
      b[end] = 0xc0 | (code >> 6);
      b[end + 1] = 0x80 | (code & 0x3f);
      end += 2;
    } else if ((code & 0xf800) !== 0xd800) {
      b[end] = 0xe0 | (code >> 12);
      b[end + 1] = 0x80 | ((code >> 6) & 0x3f);
      b[end + 2] = 0x80 | (code & 0x3f);
      end += 3;
    } else {
      const next = ++index < units ? text.charCodeAt(index) : 0;
      if (code >= 0xdc00 || (next & 0xfc00) !== 0xdc00) return -1;
      code = ((code & 0x3ff) << 10) + (next & 0x3ff) + 0x10000;
      b[end] = 0xf0 | (code >> 18);
      b[end + 1] = 0x80 | ((code >> 12) & 0x3f);
      b[end + 2] = 0x80 | ((code >> 6) & 0x3f);
      b[end + 3] = 0x80 | (code & 0x3f);
      end += 4;
    }
  }
  const size = end - p - 1;
  if (size < 0x40) {
    b[p] = size << 1;
    return end;
  }
  // The length takes two bytes.
  b.copyWithin(p + 2, p + 1, end);
  writeInt(b, p, size);
  return end + 1;
}

function writeLong(b: Uint8Array, p: number, text: string): number {
  // The length takes as many bytes as it would if all units were one byte, or more: then the text is moved.
  const guess = lengthSize(text.length);
  const start = p + guess;
  let size: number;
  if (utf8Write !== undefined) size = utf8Write.call(b, text, start, b.length - start);
  else size = encoder.encodeInto(text, b.subarray(start)).written;
  // Half of a pair has become three bytes.
  if (size !== text.length && !isWellFormed(text)) return -1;
  const real = lengthSize(size);
  if (real !== guess) b.copyWithin(p + real, start, start + size);
  writeInt(b, p, size);
  return p + real + size;
}

/** How many bytes a length takes. */
function lengthSize(size: number): number {
  return Math.ceil((33 - Math.clz32(size)) / 7);
}
