/**
 * Short texts, made in JavaScript itself: a call for each length is faster than one that asks the runtime.
 */
const make = String.fromCharCode;

/** Makes the text of so many bytes, if they are ASCII. */
type Maker = (b: Uint8Array, p: number) => string | undefined;

// A function for each length: one for all of them would take long to compile.
// prettier-ignore
const MAKERS: readonly Maker[] = [
  () => '',
  (b, p) => {
    const x0 = b[p]!;
    return x0 > 0x7f ? undefined : make(x0);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!;
    return (x0 | x1) > 0x7f ? undefined : make(x0, x1);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!;
    return (x0 | x1 | x2) > 0x7f ? undefined : make(x0, x1, x2);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!;
    return (x0 | x1 | x2 | x3) > 0x7f ? undefined : make(x0, x1, x2, x3);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!;
    return (x0 | x1 | x2 | x3 | x4) > 0x7f ? undefined : make(x0, x1, x2, x3, x4);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!;
    return (x0 | x1 | x2 | x3 | x4 | x5) > 0x7f ? undefined : make(x0, x1, x2, x3, x4, x5);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6) > 0x7f ? undefined : make(x0, x1, x2, x3, x4, x5, x6);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7) > 0x7f ? undefined : make(x0, x1, x2, x3, x4, x5, x6, x7);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8) > 0x7f ? undefined : make(x0, x1, x2, x3, x4, x5, x6, x7, x8);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 |
      x15) > 0x7f ? undefined : make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!, x16 = b[p + 16]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 | x15 |
      x16) > 0x7f ? undefined : make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!, x16 = b[p + 16]!, x17 = b[p + 17]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 | x15 | x16 |
      x17) > 0x7f ? undefined : make(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17);
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!, x16 = b[p + 16]!, x17 = b[p + 17]!, x18 = b[p + 18]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 | x15 | x16 | x17 |
      x18) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!, x16 = b[p + 16]!, x17 = b[p + 17]!, x18 = b[p + 18]!,
      x19 = b[p + 19]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 | x15 | x16 | x17 | x18 |
      x19) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!, x16 = b[p + 16]!, x17 = b[p + 17]!, x18 = b[p + 18]!,
      x19 = b[p + 19]!, x20 = b[p + 20]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 | x15 | x16 | x17 | x18 |
      x19 | x20) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!, x16 = b[p + 16]!, x17 = b[p + 17]!, x18 = b[p + 18]!,
      x19 = b[p + 19]!, x20 = b[p + 20]!, x21 = b[p + 21]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 | x15 | x16 | x17 | x18 |
      x19 | x20 | x21) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20, x21
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!, x16 = b[p + 16]!, x17 = b[p + 17]!, x18 = b[p + 18]!,
      x19 = b[p + 19]!, x20 = b[p + 20]!, x21 = b[p + 21]!, x22 = b[p + 22]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 | x15 | x16 | x17 | x18 |
      x19 | x20 | x21 | x22) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20, x21, x22
    );
  },
  (b, p) => {
    const x0 = b[p]!, x1 = b[p + 1]!, x2 = b[p + 2]!, x3 = b[p + 3]!, x4 = b[p + 4]!, x5 = b[p + 5]!, x6 = b[p + 6]!,
      x7 = b[p + 7]!, x8 = b[p + 8]!, x9 = b[p + 9]!, x10 = b[p + 10]!, x11 = b[p + 11]!, x12 = b[p + 12]!,
      x13 = b[p + 13]!, x14 = b[p + 14]!, x15 = b[p + 15]!, x16 = b[p + 16]!, x17 = b[p + 17]!, x18 = b[p + 18]!,
      x19 = b[p + 19]!, x20 = b[p + 20]!, x21 = b[p + 21]!, x22 = b[p + 22]!, x23 = b[p + 23]!;
    return (x0 | x1 | x2 | x3 | x4 | x5 | x6 | x7 | x8 | x9 | x10 | x11 | x12 | x13 | x14 | x15 | x16 | x17 | x18 |
      x19 | x20 | x21 | x22 | x23) > 0x7f ? undefined : make(
      x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17, x18, x19, x20, x21, x22, x23
    );
  },
];

/** The text of at most 24 bytes of ASCII. Nothing for bytes above 7F. */
export function shortText(b: Uint8Array, p: number, size: number): string | undefined {
  return MAKERS[size]!(b, p);
}
