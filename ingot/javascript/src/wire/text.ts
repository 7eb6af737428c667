import { shortText } from './short.js';
import { shortUtf8 } from './short-utf8.js';
import { bail } from './input.js';
import { isWellFormed } from './well-formed.js';

/** Node's own methods of bytes, which need no view of a part; not there in browsers. */
interface NodeBytes {
  utf8Slice?: (this: Uint8Array, start: number, end: number) => string;
  utf8Write?: (this: Uint8Array, text: string, start: number, size: number) => number;
}

const node = (globalThis as { Buffer?: { prototype: NodeBytes } }).Buffer?.prototype;
const utf8Slice = node?.utf8Slice;
const utf8Write = node?.utf8Write;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of bytes that have to be UTF-8. */
export function readText(b: Uint8Array, p: number, size: number): string {
  if (size <= 24) {
    const text = shortText(b, p, size) ?? shortUtf8(b, p, size);
    if (text !== undefined) return text;
  }
  return longText(b, p, size);
}

function longText(b: Uint8Array, p: number, size: number): string {
  if (utf8Slice === undefined) {
    // Two short ones are faster than a view and a decoder.
    const begin = size <= 48 ? shortText(b, p, 24) : undefined;
    const end = begin === undefined ? undefined : shortText(b, p + 24, size - 24);
    return end === undefined ? strictText(b, p, size) : begin + end;
  }
  const text = utf8Slice.call(b, p, p + size);
  // What is no UTF-8 has become U+FFFD. It may have been there, too.
  return text.includes('\ufffd') ? strictText(b, p, size) : text;
}

function strictText(b: Uint8Array, p: number, size: number): string {
  try {
    return strict.decode(b.subarray(p, p + size));
  } catch {
    return bail();
  }
}

/**
 * Writes a text behind its length, for which there has to be room: three bytes a unit, and five. Gives the offset
 * behind it, or −1 if a unit is half of a pair.
 */
export function writeText(b: Uint8Array, p: number, text: string): number {
  const units = text.length;
  if (units < 64) {
    const start = p + 1;
    let index = 0;
    for (; index < units; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) break;
      b[start + index] = code;
    }
    if (index === units) {
      b[p] = units << 1;
      return start + units;
    }
    if (units < 22) return writeShort(b, p, text, index);
  }
  return writeLong(b, p, text);
}

/** A text of at most 63 bytes, of which so many units are written. */
function writeShort(b: Uint8Array, p: number, text: string, index: number): number {
  let end = p + 1 + index;
  for (; index < text.length; index++) {
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
      const next = text.charCodeAt(++index);
      if (code >= 0xdc00 || (next & 0xfc00) !== 0xdc00) return -1;
      code = ((code & 0x3ff) << 10) + (next & 0x3ff) + 0x10000;
      b[end] = 0xf0 | (code >> 18);
      b[end + 1] = 0x80 | ((code >> 12) & 0x3f);
      b[end + 2] = 0x80 | ((code >> 6) & 0x3f);
      b[end + 3] = 0x80 | (code & 0x3f);
      end += 4;
    }
  }
  b[p] = (end - p - 1) << 1;
  return end;
}

function writeLong(b: Uint8Array, p: number, text: string): number {
  if (!isWellFormed(text)) return -1;
  // The length takes as many bytes as it would if all units were one byte, or more: then the text is moved.
  const guess = lengthSize(text.length);
  const start = p + guess;
  let size: number;
  if (utf8Write !== undefined) size = utf8Write.call(b, text, start, b.length - start);
  else size = encoder.encodeInto(text, b.subarray(start)).written;
  const real = lengthSize(size);
  if (real !== guess) b.copyWithin(p + real, start, start + size);
  let bits = size * 2;
  for (let index = 0; index < real - 1; index++) {
    b[p + index] = (bits & 0x7f) | 0x80;
    bits = Math.floor(bits / 128);
  }
  b[p + real - 1] = bits;
  return p + real + size;
}

/** How many bytes a length takes. */
function lengthSize(size: number): number {
  return size < 0x40 ? 1 : size < 0x2000 ? 2 : size < 0x100000 ? 3 : size < 0x8000000 ? 4 : 5;
}
