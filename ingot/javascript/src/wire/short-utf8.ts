/** Short texts with letters beyond ASCII: their units of UTF-16 first, then a call for as many as there are. */
const make = String.fromCharCode;
const units = new Uint16Array(24);

/** The text of at most 24 bytes of UTF-8. Nothing if they are none. */
export function shortUtf8(b: Uint8Array, p: number, size: number): string | undefined {
  const end = p + size;
  let count = 0;
  while (p < end) {
    const first = b[p]!;
    if (first < 0x80) {
      units[count++] = first;
      p++;
    } else if (first < 0xe0) {
      const second = b[p + 1]!;
      if (first < 0xc2 || (second & 0xc0) !== 0x80) return undefined;
      units[count++] = ((first & 0x1f) << 6) | (second & 0x3f);
      p += 2;
    } else if (first < 0xf0) {
      const second = b[p + 1]!;
      const third = b[p + 2]!;
      const code = ((first & 0xf) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
      if ((second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) return undefined;
      // Not in more bytes than it needs, and no half of a pair.
      if (code < 0x800 || (code & 0xf800) === 0xd800) return undefined;
      units[count++] = code;
      p += 3;
    } else {
      const second = b[p + 1]!;
      const third = b[p + 2]!;
      const fourth = b[p + 3]!;
      const code = ((first & 7) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f);
      if (first > 0xf4 || (second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80 || (fourth & 0xc0) !== 0x80)
        return undefined;
      if (code < 0x10000 || code > 0x10ffff) return undefined;
      units[count++] = 0xd7c0 + (code >> 10);
      units[count++] = 0xdc00 | (code & 0x3ff);
      p += 4;
    }
  }
  // The last one may have taken bytes from behind the end.
  return p === end ? ofUnits(units, 0, count) : undefined;
}

/** The text of at most 24 units. */
// prettier-ignore
function ofUnits(b: Uint16Array, p: number, size: number): string {
  switch (size) {
    case 1: return make(b[p++]!);
    case 2: return make(b[p++]!, b[p++]!);
    case 3: return make(b[p++]!, b[p++]!, b[p++]!);
    case 4: return make(b[p++]!, b[p++]!, b[p++]!, b[p++]!);
    case 5: return make(b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!);
    case 6: return make(b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!);
    case 7: return make(b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!);
    case 8: return make(b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!);
    case 9: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 10: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 11: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!,
    );
    case 12: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!,
    );
    case 13: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!,
    );
    case 14: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 15: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 16: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 17: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 18: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 19: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!,
    );
    case 20: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!,
    );
    case 21: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!,
    );
    case 22: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 23: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    case 24: return make(
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
      b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!, b[p++]!,
    );
    default:
      return '';
  }
}
