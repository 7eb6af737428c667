import type { ViewClass } from './node-bytes.js';

/** Where a reader is, shared by all that read bytes: a function that gives a value has no other way to say where it ends. */
export const at = {
  /** The offset behind what was read last. */
  p: 0,
  /** Where the block ends that was begun last, by its own size; −1 if it has none. */
  e: -1,
  /** How many more values without bytes the datum may have. */
  z: 0,
};

/** What fast readers throw where they meet anything out of the ordinary. The exact reader then says what it is. */
export const BAIL: unique symbol = Symbol();

export function bail(): never {
  throw BAIL;
}

/** The rest of an int of two bytes or more. */
export function readInt(b: Uint8Array, p: number): number {
  const first = b[p]!;
  const second = b[p + 1]!;
  if (second < 0x80) {
    at.p = p + 2;
    const bits = (first & 0x7f) | (second << 7);
    return (bits >>> 1) ^ -(bits & 1);
  }
  const third = b[p + 2]!;
  if (third < 0x80) {
    at.p = p + 3;
    const bits = (first & 0x7f) | ((second & 0x7f) << 7) | (third << 14);
    return (bits >>> 1) ^ -(bits & 1);
  }
  const fourth = b[p + 3]!;
  if (fourth < 0x80) {
    at.p = p + 4;
    const bits = (first & 0x7f) | ((second & 0x7f) << 7) | ((third & 0x7f) << 14) | (fourth << 21);
    return (bits >>> 1) ^ -(bits & 1);
  }
  const fifth = b[p + 4]!;
  if (fifth < 0x10) {
    at.p = p + 5;
    const bits =
      (first & 0x7f) | ((second & 0x7f) << 7) | ((third & 0x7f) << 14) | ((fourth & 0x7f) << 21) | (fifth << 28);
    return (bits >>> 1) ^ -(bits & 1);
  }
  return bail();
}

/** A long: a number where it is exact, else a bigint. */
export function readLong(b: Uint8Array, p: number): number | bigint {
  const first = b[p]!;
  const second = b[p + 1]!;
  if (second < 0x80) {
    at.p = p + 2;
    const bits = (first & 0x7f) | (second << 7);
    return (bits >>> 1) ^ -(bits & 1);
  }
  const third = b[p + 2]!;
  if (third < 0x80) {
    at.p = p + 3;
    const bits = (first & 0x7f) | ((second & 0x7f) << 7) | (third << 14);
    return (bits >>> 1) ^ -(bits & 1);
  }
  const fourth = b[p + 3]!;
  if (!(fourth >= 0x80)) {
    if (fourth === undefined) return bail();
    at.p = p + 4;
    const bits = (first & 0x7f) | ((second & 0x7f) << 7) | ((third & 0x7f) << 14) | (fourth << 21);
    return (bits >>> 1) ^ -(bits & 1);
  }
  const low = (first & 0x7f) | ((second & 0x7f) << 7) | ((third & 0x7f) << 14) | ((fourth & 0x7f) << 21);
  return readWide(b, p + 4, low);
}

/** The rest of a long of which four bytes, 28 bits, are read. */
function readWide(b: Uint8Array, p: number, low: number): number | bigint {
  let high = 0;
  let shift = 0;
  let byte: number;
  do {
    if (p >= b.length || shift === 28) break;
    byte = b[p++]!;
    high |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte < 0x80) {
      at.p = p;
      return joined(low, high, 0);
    }
  } while (true);
  // Eight bytes are read; the ninth and the tenth have the last eight bits.
  if (shift < 28 || p >= b.length) return bail();
  let top = b[p++]!;
  if (top >= 0x80) {
    if (p >= b.length || b[p]! > 1) return bail();
    top = (top & 0x7f) | (b[p++]! << 7);
  }
  at.p = p;
  return joined(low, high, top);
}

/** The number of 28, 28 and 8 bits in zigzag. */
function joined(low: number, high: number, top: number): number | bigint {
  // A double holds all 64 bits halved only up to 2⁵³; beyond, and at its ends, a bigint does.
  if (top < 0x40) {
    const size = (low >>> 1) + high * 0x8000000 + top * 0x80000000000000;
    const value = low & 1 ? -size - 1 : size;
    if (Number.isSafeInteger(value)) return value;
  }
  const bits = BigInt(low) | (BigInt(high >>> 0) << 28n) | (BigInt(top) << 56n);
  return BigInt.asIntN(64, (bits >> 1n) ^ -(bits & 1n));
}

/** A length within what is left. */
export function readLength(b: Uint8Array, p: number): number {
  const size = b[p]! < 0x80 ? shortInt(b, p) : readLong(b, p);
  if (typeof size !== 'number' || size < 0 || size > b.length - at.p) return bail();
  return size;
}

/** An integer of one byte. */
export function shortInt(b: Uint8Array, p: number): number {
  at.p = p + 1;
  return (b[p]! >>> 1) ^ -(b[p]! & 1);
}

/**
 * The count of a block of items of at least so many bytes; 0 at the end of all blocks. Where the block has a size,
 * `at.e` is where it has to end.
 */
export function readBlock(b: Uint8Array, p: number, least: number): number {
  let count = b[p]! < 0x80 ? shortInt(b, p) : readLong(b, p);
  at.e = -1;
  if (typeof count !== 'number') return bail();
  if (count < 0) {
    count = -count;
    const size = b[at.p]! < 0x80 ? shortInt(b, at.p) : readLong(b, at.p);
    if (typeof size !== 'number' || size < 0 || size > b.length - at.p || count * least > size) return bail();
    at.e = at.p + size;
  }
  if (count * least > b.length - at.p) return bail();
  if (least === 0) spend(count);
  return count;
}

/** So many values that may take no bytes. Many at once are for the exact reader, so that they are not made twice. */
export function spend(count: number): void {
  at.z -= count;
  if (at.z < 0 || count > 1024) bail();
}

/** Makes copies of bytes. A view would keep all of the input alive, and change with it. */
export function copierOf(View: ViewClass): (b: Uint8Array, p: number, size: number) => Uint8Array {
  return (b, p, size) => {
    // Without a size of its own V8 takes ten times as long for none.
    if (size === 0) return new View(NOTHING, 0, 0);
    const copy = new View(size);
    if (size > MOST_COPIED) copy.set(b.subarray(p, p + size));
    else {
      let index = 0;
      for (; index + 4 <= size; index += 4, p += 4) {
        copy[index] = b[p]!;
        copy[index + 1] = b[p + 1]!;
        copy[index + 2] = b[p + 2]!;
        copy[index + 3] = b[p + 3]!;
      }
      for (; index < size; index++) copy[index] = b[p++]!;
    }
    return copy;
  };
}

const NOTHING = new ArrayBuffer(0);
/** More bytes are copied faster by a call of the runtime. */
const MOST_COPIED = 64;
export const readBytes = copierOf(Uint8Array);

/** The float nearest to a long, rounded once: by way of a double a bigint would be rounded twice. */
export function nearestFloat(value: number | bigint): number {
  if (typeof value === 'number') return Math.fround(value);
  // Ten bits less, and one at the end that says whether any of them was set: then a double holds it, and rounds right.
  const short = (value >> 10n) | (value & 1023n ? 1n : 0n);
  return Math.fround(Number(short)) * 1024;
}
