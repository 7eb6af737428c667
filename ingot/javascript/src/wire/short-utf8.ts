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
  return p === end ? textOfUnits(units, count) : undefined;
}

/** The text of the first units. */
// prettier-ignore
function textOfUnits(u: Uint16Array, count: number): string {
  switch (count) {
    case 1: return make(u[0]!);
    case 2: return make(u[0]!, u[1]!);
    case 3: return make(u[0]!, u[1]!, u[2]!);
    case 4: return make(u[0]!, u[1]!, u[2]!, u[3]!);
    case 5: return make(u[0]!, u[1]!, u[2]!, u[3]!, u[4]!);
    case 6: return make(u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!);
    case 7: return make(u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!);
    case 8: return make(u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!);
    case 9: return make(u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!);
    case 10: return make(u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!);
    case 11: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!,
    );
    case 12: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!,
    );
    case 13: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!,
    );
    case 14: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
    );
    case 15: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!,
    );
    case 16: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!, u[15]!,
    );
    case 17: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!, u[15]!, u[16]!,
    );
    case 18: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!, u[15]!, u[16]!, u[17]!,
    );
    case 19: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!, u[15]!, u[16]!, u[17]!, u[18]!,
    );
    case 20: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!, u[15]!, u[16]!, u[17]!, u[18]!, u[19]!,
    );
    case 21: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!, u[15]!, u[16]!, u[17]!, u[18]!, u[19]!, u[20]!,
    );
    case 22: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!, u[15]!, u[16]!, u[17]!, u[18]!, u[19]!, u[20]!, u[21]!,
    );
    case 23: return make(
      u[0]!, u[1]!, u[2]!, u[3]!, u[4]!, u[5]!, u[6]!, u[7]!, u[8]!, u[9]!, u[10]!, u[11]!, u[12]!, u[13]!,
      u[14]!, u[15]!, u[16]!, u[17]!, u[18]!, u[19]!, u[20]!, u[21]!, u[22]!,
    );
    default:
      return '';
  }
}
