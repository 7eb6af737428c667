import { bail } from './input.js';
import { nodeBytes } from './node-bytes.js';
import { shortUtf8 } from './short-utf8.js';

const make = String.fromCharCode;
const utf8Slice = nodeBytes?.utf8Slice;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function otherText(b: Uint8Array, p: number, size: number): string {
  const short = size <= 24 ? shortUtf8(b, p, size) : undefined;
  if (short !== undefined) return short;
  if (utf8Slice === undefined) {
    // Two short ones are faster than a view and a decoder.
    return size <= 48 && isAscii(b, p, size)
      ? readText(b, p, 24) + readText(b, p + 24, size - 24)
      : strictText(b, p, size);
  }
  const text = utf8Slice.call(b, p, p + size);
  // What is no UTF-8 has become U+FFFD. It may have been there, too.
  return text.includes('\ufffd') ? strictText(b, p, size) : text;
}

function isAscii(b: Uint8Array, p: number, size: number): boolean {
  let all = 0;
  for (const end = p + size; p < end; p++) all |= b[p]!;
  return all < 0x80;
}

function strictText(b: Uint8Array, p: number, size: number): string {
  try {
    return strict.decode(b.subarray(p, p + size));
  } catch {
    return bail();
  }
}

/**
 * The text of bytes that have to be UTF-8. Short ones of ASCII are made in JavaScript itself: a call for each length is
 * faster than one that asks the runtime.
 */
// prettier-ignore
export function readText(b: Uint8Array, p: number, size: number): string {
  let x0: number, x1: number, x2: number, x3: number, x4: number, x5: number, x6: number, x7: number, x8: number,
    x9: number, x10: number, x11: number, x12: number, x13: number, x14: number, x15: number, x16: number,
    x17: number, x18: number, x19: number, x20: number, x21: number, x22: number, x23: number;
  switch (size) {
    case 0:
      return '';
    case 1:
      if ((x0 = b[p++]!) < 0x80) return make(x0);
      break;
    case 2:
      if (((x0 = b[p++]!) | (x1 = b[p++]!)) < 0x80) return make(x0, x1);
      break;
    case 3:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!)) < 0x80) return make(x0, x1, x2);
      break;
    case 4:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3);
      break;
    case 5:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4);
      break;
    case 6:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5);
      break;
    case 7:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6);
      break;
    case 8:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7);
      break;
    case 9:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8);
      break;
    case 10:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9);
      break;
    case 11:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10);
      break;
    case 12:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11);
      break;
    case 13:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12);
      break;
    case 14:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13);
      break;
    case 15:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14);
      break;
    case 16:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15);
      break;
    case 17:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!) | (x16 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16);
      break;
    case 18:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!) | (x16 = b[p++]!) | (x17 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17);
      break;
    case 19:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!) | (x16 = b[p++]!) | (x17 = b[p++]!) | (x18 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18);
      break;
    case 20:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!) | (x16 = b[p++]!) | (x17 = b[p++]!) | (x18 = b[p++]!) | (x19 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19);
      break;
    case 21:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!) | (x16 = b[p++]!) | (x17 = b[p++]!) | (x18 = b[p++]!) | (x19 = b[p++]!) |
        (x20 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20);
      break;
    case 22:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!) | (x16 = b[p++]!) | (x17 = b[p++]!) | (x18 = b[p++]!) | (x19 = b[p++]!) |
        (x20 = b[p++]!) | (x21 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20, x21);
      break;
    case 23:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!) | (x16 = b[p++]!) | (x17 = b[p++]!) | (x18 = b[p++]!) | (x19 = b[p++]!) |
        (x20 = b[p++]!) | (x21 = b[p++]!) | (x22 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20, x21,
        x22);
      break;
    case 24:
      if (((x0 = b[p++]!) | (x1 = b[p++]!) | (x2 = b[p++]!) | (x3 = b[p++]!) | (x4 = b[p++]!) |
        (x5 = b[p++]!) | (x6 = b[p++]!) | (x7 = b[p++]!) | (x8 = b[p++]!) | (x9 = b[p++]!) |
        (x10 = b[p++]!) | (x11 = b[p++]!) | (x12 = b[p++]!) | (x13 = b[p++]!) | (x14 = b[p++]!) |
        (x15 = b[p++]!) | (x16 = b[p++]!) | (x17 = b[p++]!) | (x18 = b[p++]!) | (x19 = b[p++]!) |
        (x20 = b[p++]!) | (x21 = b[p++]!) | (x22 = b[p++]!) | (x23 = b[p++]!)) < 0x80) return make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20, x21,
        x22, x23);
      break;
    default:
      return otherText(b, p, size);
  }
  return otherText(b, p - size, size);
}
