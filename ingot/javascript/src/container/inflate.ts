/** Raw deflate (RFC 1951), where the runtime has no way to unpack it at once. */

/** Why bytes are no stream of their codec, or too much. */
export class Unpacking extends Error {
  constructor(
    readonly kind: 'codec-data' | 'limit-block',
    message: string,
  ) {
    super(message);
  }
}

const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MOST_BITS = 15;

/** A code as RFC 1951 has it: how many symbols there are of each length, and the symbols in their order. */
interface Code {
  counts: Uint16Array;
  symbols: Uint16Array;
}

/** The bytes, and how many of the input they took. */
export function inflate(input: Uint8Array, limit: number): { bytes: Uint8Array; taken: number } {
  const stream = new Stream(input, limit);
  while (!stream.block());
  return { bytes: stream.unpacked(), taken: stream.at };
}

/** How many bytes a stream becomes, found with none of them kept. */
export function inflatedSize(input: Uint8Array, limit: number): number {
  const stream = new Stream(input, limit, true);
  while (!stream.block());
  return stream.size;
}

/** Copies reach so far back. */
const WINDOW = 1 << 15;
const MEASURING_ROOM = 1 << 20;

class Stream {
  at = 0;
  /** How many bytes were unpacked and not kept. */
  private dropped = 0;
  private bits = 0;
  private count = 0;
  private out: Uint8Array;
  private length = 0;

  constructor(
    private readonly input: Uint8Array,
    private readonly limit: number,
    private readonly measuring = false,
  ) {
    this.out = new Uint8Array(measuring ? MEASURING_ROOM : Math.min(Math.max(input.length * 4, 1024), limit));
  }

  get size(): number {
    return this.dropped + this.length;
  }

  unpacked(): Uint8Array {
    return this.out.subarray(0, this.length);
  }

  /** Unpacks a block; true if it is the last. */
  block(): boolean {
    const isLast = this.take(1) === 1;
    const kind = this.take(2);
    if (kind === 0) this.stored();
    else if (kind === 1) this.coded(FIXED_LITERALS, FIXED_DISTANCES);
    else if (kind === 2) this.dynamic();
    else throw wrong('a block of no kind');
    // What was taken of the next byte but not used belongs to the stream.
    if (isLast) this.at -= this.count >> 3;
    return isLast;
  }

  private stored(): void {
    this.at -= this.count >> 3;
    this.bits = this.count = 0;
    const { input, at } = this;
    if (at + 4 > input.length) throw wrong('the stream ends too early');
    const size = input[at]! | (input[at + 1]! << 8);
    if ((size ^ 0xffff) !== (input[at + 2]! | (input[at + 3]! << 8))) throw wrong('a stored block of no length');
    this.at += 4 + size;
    if (this.at > input.length) throw wrong('the stream ends too early');
    this.room(size);
    this.out.set(input.subarray(at + 4, this.at), this.length);
    this.length += size;
  }

  private dynamic(): void {
    const literals = this.take(5) + 257;
    const distances = this.take(5) + 1;
    const lengths = new Uint8Array(19);
    const given = this.take(4) + 4;
    for (let index = 0; index < given; index++) lengths[ORDER[index]!] = this.take(3);
    const code = codeOf(lengths);
    const all = new Uint8Array(literals + distances);
    for (let index = 0; index < all.length;) {
      const symbol = this.symbol(code);
      if (symbol < 16) {
        all[index++] = symbol;
        continue;
      }
      const value = symbol === 16 ? (all[index - 1] ?? -1) : 0;
      const repeat = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      if (value < 0 || index + repeat > all.length) throw wrong('lengths of no code');
      all.fill(value, index, index + repeat);
      index += repeat;
    }
    if (literals > 286 || all[256] === 0) throw wrong('a block without an end');
    this.coded(codeOf(all.subarray(0, literals)), codeOf(all.subarray(literals)));
  }

  private coded(literals: Code, distances: Code): void {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        if (this.length === this.out.length) this.room(1);
        this.out[this.length++] = symbol;
        continue;
      }
      const place = symbol - 257;
      if (place >= LENGTHS.length) throw wrong('a length of no code');
      const size = LENGTHS[place]! + this.take(LENGTH_BITS[place]!);
      const far = this.symbol(distances);
      if (far >= DISTANCES.length) throw wrong('a distance of no code');
      const distance = DISTANCES[far]! + this.take(far < 2 ? 0 : (far >> 1) - 1);
      if (distance > this.length) throw wrong('a distance beyond the beginning');
      this.room(size);
      const { out, length } = this;
      for (let index = 0; index < size; index++) out[length + index] = out[length + index - distance]!;
      this.length += size;
    }
  }

  private symbol(code: Code): number {
    let value = 0;
    let first = 0;
    let index = 0;
    for (let size = 1; size <= MOST_BITS; size++) {
      value |= this.take(1);
      const count = code.counts[size]!;
      if (value - count < first) return code.symbols[index + value - first]!;
      index += count;
      first = (first + count) << 1;
      value <<= 1;
    }
    throw wrong('bits of no code');
  }

  private take(size: number): number {
    while (this.count < size) {
      if (this.at === this.input.length) throw wrong('the stream ends too early');
      this.bits |= this.input[this.at++]! << this.count;
      this.count += 8;
    }
    const bits = this.bits & ((1 << size) - 1);
    this.bits >>>= size;
    this.count -= size;
    return bits;
  }

  private room(size: number): void {
    const due = this.length + size;
    if (this.dropped + due > this.limit)
      throw new Unpacking('limit-block', `a block becomes more than ${this.limit} bytes`);
    if (due <= this.out.length) return;
    if (this.measuring) {
      this.out.copyWithin(0, this.length - WINDOW, this.length);
      this.dropped += this.length - WINDOW;
      this.length = WINDOW;
      return;
    }
    const larger = new Uint8Array(Math.min(Math.max(2 * this.out.length, due), this.limit));
    larger.set(this.out.subarray(0, this.length));
    this.out = larger;
  }
}

function codeOf(lengths: Uint8Array): Code {
  const counts = new Uint16Array(MOST_BITS + 1);
  for (const length of lengths) counts[length]!++;
  counts[0] = 0;
  let left = 1;
  const offsets = new Uint16Array(MOST_BITS + 2);
  for (let size = 1; size <= MOST_BITS; size++) {
    left = (left << 1) - counts[size]!;
    if (left < 0) throw wrong('lengths of no code');
    offsets[size + 1] = offsets[size]! + counts[size]!;
  }
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) if (length > 0) symbols[offsets[length]!++] = symbol;
  return { counts, symbols };
}

function wrong(message: string): Unpacking {
  return new Unpacking('codec-data', message);
}

const FIXED_LITERALS = codeOf(
  Uint8Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = codeOf(new Uint8Array(30).fill(5));
