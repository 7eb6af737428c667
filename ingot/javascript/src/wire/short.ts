/**
 * Short texts of ASCII, made in JavaScript itself: a call for each length is faster than one that asks the runtime.
 * Nothing for bytes above 7F.
 */
export function shortText(b: Uint8Array, p: number, size: number): string | undefined {
  let bits = 0;
  for (let index = 0; index < size; index++) bits |= b[p + index]!;
  if (bits > 0x7f) return undefined;
  const make = String.fromCharCode;
  switch (size) {
    case 0:
      return '';
    case 1:
      return make(b[p]!);
    case 2:
      return make(b[p]!, b[p + 1]!);
    case 3:
      return make(b[p]!, b[p + 1]!, b[p + 2]!);
    case 4:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!);
    case 5:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!);
    case 6:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!);
    case 7:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!);
    case 8:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!);
    case 9:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!);
    case 10:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!);
    case 11:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!);
    case 12:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!);
    case 13:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!);
    case 14:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!);
    case 15:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!);
    case 16:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!);
    case 17:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!);
    case 18:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!);
    case 19:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!);
    case 20:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!);
    case 21:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!);
    case 22:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!);
    case 23:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!);
    case 24:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!);
    case 25:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!, b[p + 24]!);
    case 26:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!, b[p + 24]!, b[p + 25]!);
    case 27:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!, b[p + 24]!, b[p + 25]!, b[p + 26]!);
    case 28:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!, b[p + 24]!, b[p + 25]!, b[p + 26]!, b[p + 27]!);
    case 29:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!, b[p + 24]!, b[p + 25]!, b[p + 26]!, b[p + 27]!, b[p + 28]!);
    case 30:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!, b[p + 24]!, b[p + 25]!, b[p + 26]!, b[p + 27]!, b[p + 28]!, b[p + 29]!);
    case 31:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!, b[p + 24]!, b[p + 25]!, b[p + 26]!, b[p + 27]!, b[p + 28]!, b[p + 29]!, b[p + 30]!);
    case 32:
      return make(b[p]!, b[p + 1]!, b[p + 2]!, b[p + 3]!, b[p + 4]!, b[p + 5]!, b[p + 6]!, b[p + 7]!, b[p + 8]!, b[p + 9]!, b[p + 10]!, b[p + 11]!, b[p + 12]!, b[p + 13]!, b[p + 14]!, b[p + 15]!, b[p + 16]!, b[p + 17]!, b[p + 18]!, b[p + 19]!, b[p + 20]!, b[p + 21]!, b[p + 22]!, b[p + 23]!, b[p + 24]!, b[p + 25]!, b[p + 26]!, b[p + 27]!, b[p + 28]!, b[p + 29]!, b[p + 30]!, b[p + 31]!);
  }
  return undefined;
}
